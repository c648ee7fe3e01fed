import { buffer } from 'node:stream/consumers'
import { runFfmpeg } from '../../../platform/media/ffmpeg.ts'
import { mixAudioTracks } from '../../../platform/media/mix-audio-tracks.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { sampleRate } from '../local/sound/pcm.ts'
import type { TimeRange } from './split-at-pauses.ts'

const formats = {
  /** 4 kB per second. */
  ogg: ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg'],
  /** 16-bit samples, 32 kB per second. */
  pcm: ['-f', 's16le'],
} as const

/** All audio tracks of a range, mixed to 16 kHz mono on the timeline of the video. Throws Unavailable. */
export async function extractAudio(
  path: string,
  { start, end }: TimeRange,
  format: keyof typeof formats,
  signal: AbortSignal,
) {
  const filter = `atrim=start=${start.toFixed(3)}:end=${end.toFixed(3)},asetpts=N/SR/TB`
  const { inputs, args } = await mixAudioTracks(path, { rate: sampleRate, filter, signal })
  const { stdout, done } = runFfmpeg({
    input: path,
    inputs,
    args: [...args, ...formats[format]],
    signal,
  })
  // `done` says why it ended.
  const bytes = await buffer(stdout).catch(() => undefined)
  const { code, stderr } = await done
  signal.throwIfAborted()
  // A damaged recording may end before the range.
  if (!bytes?.length || code === null)
    throw new Unavailable(
      `The sound of the recording cannot be encoded: ${stderr || 'it was stopped'}`,
    )
  return bytes
}
