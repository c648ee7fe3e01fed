import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decode, sampleRate } from '#server/providers/transcription/local/sound/pcm.ts'
import { wavHeaderBytes } from '#server/providers/transcription/audio/wav.ts'
import type { ReferenceWord } from '#server/test/measure-transcript.ts'
import { createLoudnessMeter, stepSeconds } from '#server/providers/transcription/audio/loudness.ts'
import type { Line } from './openai-audio.ts'

/**
 * Returns what is said in an uploaded file, which must be an excerpt of a recording with a known transcript. The
 * position is found by comparing loudness over time.
 */
export async function heardIn(recording: string, truth: string) {
  const whole = await trackOf(readFileSync(recording))
  const said = (JSON.parse(readFileSync(truth, 'utf8')) as { turns: ReferenceWord[] }).turns
  return async (file: Buffer): Promise<{ start: number; seconds: number; lines: Line[] }> => {
    const part = await trackOf(file)
    const start = placeOf(part, whole) * stepSeconds
    const seconds = part.length * stepSeconds
    const lines = said.flatMap((line): Line[] => {
      const middle = (line.start + line.end) / 2
      if (middle < start || middle >= start + seconds) return []
      const within = (at: number) => Math.min(seconds, Math.max(0, at - start))
      return [{ ...line, start: within(line.start), end: within(line.end) }]
    })
    return { start, seconds, lines }
  }
}

/** Logarithmic loudness. */
async function trackOf(file: Buffer) {
  const loudness = createLoudnessMeter(sampleRate)
  for await (const samples of samplesOf(file)) loudness.push(samples)
  return loudness.heard().track.map((power) => Math.log(100 + power))
}

/** The samples of an uploaded file; a WAV file from `toWav` needs no decoder. */
async function* samplesOf(file: Buffer): AsyncGenerator<Int16Array, void> {
  if (file.subarray(0, 4).toString() === 'RIFF')
    return yield new Int16Array(Uint8Array.from(file.subarray(wavHeaderBytes)).buffer)
  const folder = await mkdtemp(path.join(tmpdir(), 'maylab-heard-'))
  const name = path.join(folder, 'sent')
  await writeFile(name, file)
  yield* decode(name)
  await rm(folder, { recursive: true })
}

/** Offset with the least difference. */
function placeOf(part: number[], whole: number[]) {
  let best = { at: 0, difference: Infinity }
  for (let at = 0; at <= whole.length - part.length + 2; at++) {
    let difference = 0
    for (let index = 0; index < part.length && difference < best.difference; index += 3)
      difference += Math.abs((part[index] ?? 0) - (whole[at + index] ?? 0))
    if (difference < best.difference) best = { at, difference }
  }
  return best.at
}
