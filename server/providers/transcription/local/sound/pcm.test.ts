import fc from 'fast-check'
import { expect, it } from 'vitest'
import { recentAudio, sampleRate } from './pcm.ts'

const counting = (from: number, length: number) =>
  Int16Array.from({ length }, (_, i) => (from + i) % 30_000)

it('cuts the same samples however they were chunked, followed by silence', () => {
  const chunks = fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 12 })
  fc.assert(
    fc.property(chunks, fc.nat(50_000), fc.nat(20_000), (lengths, first, length) => {
      const audio = recentAudio(2)
      for (const count of lengths) audio.push(counting(audio.total, count))
      const total = lengths.reduce((sum, count) => sum + count, 0)
      expect(audio.total).toBe(total)
      const oldest = Math.max(0, total - 2 * sampleRate)
      const from = Math.max(first, oldest)
      const to = Math.min(first + length, total)
      const cut = audio.cut(first / sampleRate, (first + length) / sampleRate, 0.01)
      expect(cut.start).toBe(from / sampleRate)
      const expected = [...counting(from, Math.max(0, to - from)), ...new Int16Array(160)]
      expect([...cut.samples]).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

it('starts a cut at the beginning of the recording at the earliest', () => {
  const audio = recentAudio(1)
  audio.push(counting(5, 100))
  const { start, samples } = audio.cut(-0.15, 0.001)
  expect(start).toBe(0)
  expect([...samples]).toEqual([...counting(5, 16)])
})
