import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decode, sampleRate } from '../../providers/transcription/local/sound/pcm.ts'
import { extractAudio } from '../../providers/transcription/audio/extract-audio.ts'
import { getDeclaredDuration } from '../../providers/transcription/local/sound/declared-duration.ts'
import { ffmpegs } from '../../test/ffmpegs.ts'

const media = (name: string) => path.join(import.meta.dirname, '../../test/media', name)
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-tracks-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

/** The highest amplitude of each second. */
async function peaksOf(file: string) {
  const samples: number[] = []
  for await (const chunk of decode(file)) samples.push(...chunk)
  return peaks(samples)
}
const peaks = (samples: number[]) =>
  Array.from({ length: Math.round(samples.length / sampleRate) }, (_, second) =>
    Math.max(...samples.slice(second * sampleRate, (second + 1) * sampleRate).map(Math.abs)),
  )

describe.each(ffmpegs)('mixing all audio tracks, with $name', ({ wasm }) => {
  beforeEach(() => {
    vi.stubEnv('FFMPEG_WASM', wasm)
  })

  it('uses the second track where the first one is silent', async () => {
    const peaksPerSecond = await peaksOf(media('silent-track-first.mp4'))
    expect(peaksPerSecond).toHaveLength(8)
    expect(Math.min(...peaksPerSecond.slice(1))).toBeGreaterThan(5000)
  })

  it('uses the second track where the first one is music and ends early', async () => {
    const peaksPerSecond = await peaksOf(media('music-track-first.webm'))
    expect(peaksPerSecond).toHaveLength(8)
    expect(Math.min(...peaksPerSecond)).toBeGreaterThan(5000)
  })

  it('sends an outside service the same mix', async () => {
    const file = media('silent-track-first.mp4')
    const { signal } = new AbortController()
    const sound = await extractAudio(file, { start: 2, end: 5 }, 'pcm', signal)
    const samples = [...new Int16Array(Uint8Array.from(sound).buffer)]
    expect(peaks(samples)).toEqual((await peaksOf(file)).slice(2, 5))
  })

  it('skips a track with an unknown codec', async () => {
    const bytes = readFileSync(media('silent-track-first.mp4')).toString('latin1')
    // Renames the first track's sample entry to that of Apple's spatial audio (`apac`).
    const unknown = bytes.replace('mp4a', 'apac').replace('esds', 'dapa')
    const file = path.join(folder, 'apac.mp4')
    writeFileSync(file, unknown, 'latin1')
    expect((await peaksOf(file)).slice(1)).toEqual(
      (await peaksOf(media('silent-track-first.mp4'))).slice(1),
    )
  })
})

it('the declared duration of the audio is that of the longest track', async () => {
  const stated = await getDeclaredDuration(media('music-track-first.webm'))
  expect(stated?.duration).toBeCloseTo(8, 1)
})
