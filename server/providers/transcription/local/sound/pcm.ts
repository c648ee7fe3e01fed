import { runFfmpeg } from '../../../../platform/media/ffmpeg.ts'
import { mixAudioTracks } from '../../../../platform/media/mix-audio-tracks.ts'
import { Rejected, Unavailable } from '../../../../platform/jobs/errors.ts'

export const sampleRate = 16_000

/**
 * All audio tracks of a media file as 16 kHz mono samples on the timeline of the video, decoded on demand. A damaged file
 * ends early. Throws Rejected if nothing can be decoded.
 */
export async function* decode(path: string): AsyncGenerator<Int16Array, void> {
  const { inputs, args } = await mixAudioTracks(path, { rate: sampleRate })
  const { stdout, done } = runFfmpeg({ input: path, inputs, args: [...args, '-f', 's16le'] })
  let odd: Buffer | undefined
  let hasSound = false
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    const bytes = odd ? Buffer.concat([odd, chunk]) : chunk
    const whole = bytes.length & ~1
    odd = bytes.length > whole ? bytes.subarray(whole) : undefined
    if (whole === 0) continue
    hasSound = true
    yield toSamples(bytes.subarray(0, whole))
  }
  const { code, stderr } = await done
  if (code === null || code === notInstalled)
    throw new Unavailable(`FFmpeg could not be run: ${stderr || 'it was stopped'}`)
  if (code !== 0 && !hasSound)
    throw new Rejected('undecodable', 'The sound of the recording cannot be decoded.')
}

const notInstalled = 127

/** Copies, because stream chunks may not be aligned. */
const toSamples = (bytes: Buffer) =>
  new Int16Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
  )

/** A ring buffer of the last `seconds`. */
export function recentAudio(seconds: number) {
  const ring = new Int16Array(seconds * sampleRate)
  let total = 0
  return {
    /** Number of samples pushed so far. */
    get total() {
      return total
    },
    push(samples: Int16Array) {
      for (let from = 0; from < samples.length;) {
        const at = total % ring.length
        const part = samples.subarray(from, from + ring.length - at)
        ring.set(part, at)
        total += part.length
        from += part.length
      }
    },
    /** The samples of a time range that are still buffered, followed by `silence`. */
    cut(start: number, end: number, silence = 0) {
      const to = Math.min(total, Math.round(end * sampleRate))
      const from = Math.max(0, total - ring.length, Math.round(start * sampleRate))
      const samples = new Int16Array(Math.max(0, to - from) + Math.round(silence * sampleRate))
      for (let i = from; i < to; i++) samples[i - from] = ring[i % ring.length]!
      return { start: from / sampleRate, samples }
    },
  }
}
