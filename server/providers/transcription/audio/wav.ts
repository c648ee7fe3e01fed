import { sampleRate } from '../local/sound/pcm.ts'
import type { TimeRange } from './split-at-pauses.ts'

const bytesPerSample = 2
export const wavHeaderBytes = 44

/** Input: 16-bit samples, 16 kHz, mono. */
export function toWav(samples: Buffer, { start, end }: TimeRange = { start: 0, end: Infinity }) {
  const at = (seconds: number) =>
    Math.min(samples.length & ~1, Math.round(seconds * sampleRate) * bytesPerSample)
  const data = samples.subarray(at(start), end === Infinity ? samples.length & ~1 : at(end))
  const head = Buffer.alloc(wavHeaderBytes)
  head.write('RIFF', 0)
  head.writeUInt32LE(wavHeaderBytes - 8 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * bytesPerSample, 28)
  head.writeUInt16LE(bytesPerSample, 32)
  head.writeUInt16LE(8 * bytesPerSample, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
