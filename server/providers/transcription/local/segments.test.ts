import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toSegments } from './segments.ts'

const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
const words = (...timed: [string, number, number][]) =>
  timed.map(([word, start, end]) => ({ word, start, end, conf: 1 }))
const lines = (segments: ReturnType<typeof toSegments>) =>
  segments.map(({ speaker, text }) => `${speaker}: ${text}`)

it('gives each word to the speaker whose turn it lies in, numbered as they come in', () => {
  const spoken = words(['good', 0, 0.4], ['morning', 0.4, 1], ['hello', 1.3, 1.8])
  const segments = toSegments(spoken, [turn(0, 1.1, 1), turn(1.2, 2, 0)])
  expect(lines(segments)).toEqual(['Speaker 1: Good morning.', 'Speaker 2: Hello.'])
  expect(segments[0]).toMatchObject({ start: 0, end: 1, words: spoken.slice(0, 2) })
})

it('gives a word between two turns to the nearer one', () => {
  const segments = toSegments(words(['left', 1.0, 1.2], ['right', 2.6, 2.8]), [
    turn(0, 1, 0),
    turn(3, 4, 1),
  ])
  expect(lines(segments)).toEqual(['Speaker 1: Left.', 'Speaker 2: Right.'])
})

it("takes a lone word in the flow of another's for the other's", () => {
  const spoken = words(['one', 0, 0.5], ['two', 0.5, 1], ['three', 1, 1.5])
  const segments = toSegments(spoken, [turn(0, 0.5, 0), turn(0.5, 1, 1), turn(1, 2, 0)])
  expect(lines(segments)).toEqual(['Speaker 1: One two three.'])
})

it('keeps a short answer between pauses', () => {
  const spoken = words(['and', 0, 0.5], ['yes', 0.8, 1], ['then', 1.3, 1.5])
  const segments = toSegments(spoken, [turn(0, 0.6, 0), turn(0.7, 1.1, 1), turn(1.2, 2, 0)])
  expect(lines(segments)).toEqual(['Speaker 1: And.', 'Speaker 2: Yes.', 'Speaker 1: Then.'])
})

it('begins a new segment after a long pause', () => {
  const segments = toSegments(words(['one', 0, 0.5], ['two', 2, 2.5]), [turn(0, 3, 0)])
  expect(lines(segments)).toEqual(['Speaker 1: One.', 'Speaker 1: Two.'])
})

const flow = (count: number, from: number, word: string) =>
  words(
    ...Array.from({ length: count }, (_, i): [string, number, number] => [
      word,
      from + i / 2,
      from + (i + 1) / 2,
    ]),
  )

it('cuts a long speech at the end of a sentence', () => {
  const spoken = [...flow(40, 0, 'work'), ...flow(40, 20.9, 'rest')]
  const segments = toSegments(spoken, [turn(0, 60, 0)])
  expect(segments.map(({ words: own }) => own?.length)).toEqual([40, 40])
  expect(segments.map(({ text }) => text.at(-1))).toEqual(['.', '.'])
})

it('cuts a long speech without a pause, and does not pretend that the sentence ended', () => {
  const [first, second] = toSegments(flow(80, 0, 'on'), [turn(0, 60, 0)])
  expect(first?.text).toMatch(/^On .* on$/)
  expect(second?.text).toMatch(/^on .* on\.$/)
})

it('keeps every word, in order, in segments of one speaker and at most half a minute', () => {
  const gap = fc.double({ min: 0, max: 3, noNaN: true })
  const spoken = fc
    .array(fc.tuple(gap, fc.double({ min: 0.05, max: 1, noNaN: true })), { maxLength: 120 })
    .map((steps) => {
      let at = 0
      return steps.map(([pause, length], i) => {
        const start = at + pause
        at = start + length
        return { start, end: at, word: `w${i}`, conf: 1 }
      })
    })
  const turns = fc
    .array(fc.tuple(gap, gap, fc.nat({ max: 2 })), { minLength: 1, maxLength: 40 })
    .map((steps) => {
      let at = 0
      return steps.map(([pause, length, speaker]) => {
        const start = at + pause
        at = start + length
        return { start, end: at, speaker }
      })
    })
  fc.assert(
    fc.property(spoken, turns, (given, of) => {
      const segments = toSegments(given, of)
      expect(segments.flatMap((segment) => segment.words)).toEqual(given)
      for (const { start, end, words: own } of segments) {
        expect(own?.at(0)?.start).toBe(start)
        expect(own?.at(-1)?.end).toBe(end)
        expect(end - start).toBeLessThanOrEqual(30)
      }
      if (segments[0]) expect(segments[0].speaker).toBe('Speaker 1')
    }),
  )
})
