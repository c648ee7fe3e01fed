import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { nativeFfmpeg, runFfmpeg } from './ffmpeg.ts'
import { probe } from './probe.ts'

const cpuSeconds = { copying: 900, encoding: 8 * 3600 }
const copyArgs = ['-c', 'copy']
/** At most 720 pixels high, on one core. */
const encodeArgs = [
  ...[
    '-vf',
    String.raw`scale=-2:min(720\,trunc(ih/2)*2)`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
  ],
  ...['-crf', '26', '-profile:v', 'high', '-pix_fmt', 'yuv420p', '-threads', '1'],
  ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
]
/** WebAssembly would take days to encode. */
export const canEncodeCopies = ({ encodesCopies }: { encodesCopies: boolean }) =>
  encodesCopies && nativeFfmpeg() !== undefined

/** Limits the copy, as a container may reference the same data many times. */
export const maxCopyBytes = (bytes: number) => Math.ceil(bytes * 1.5) + 16 * 1024 * 1024

/**
 * Copies the first video and audio track of `from` into an MP4 at `to`, or encodes them if that is needed and
 * `canEncode`. Throws Rejected if the result is not playable or shorter than `duration` (seconds, 0 if unknown), and
 * Unavailable if FFmpeg cannot run now.
 */
export async function repack(
  from: string,
  to: string,
  {
    contentType,
    duration,
    canEncode = false,
    signal,
  }: { contentType: string; duration: number; canEncode?: boolean; signal: AbortSignal },
) {
  // AVI has no timestamps: reordered pictures would play in storage order.
  const isInOrder = contentType !== 'video/x-msvideo' || !(await hasReorderedPictures(from, signal))
  const isCopied = isInOrder && (!canEncode || (await probe(from)).isRepackable)
  if (!isCopied && !canEncode) throw new Rejected('unplayable', 'Its pictures are not in order.')
  const { size } = await stat(from)
  await readOutput({
    input: from,
    output: to,
    signal,
    cpuSeconds: isCopied ? cpuSeconds.copying : cpuSeconds.encoding,
    args: [
      ...['-map', '0:V:0', '-map', '0:a:0', ...(isCopied ? copyArgs : encodeArgs)],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-fs', String(maxCopyBytes(size))],
      ...['-movflags', '+faststart', '-f', 'mp4'],
    ],
  })
  const copy = await probe(to)
  if (!copy.isPlayable) throw new Rejected('unplayable', 'Browsers do not play the copy.')
  if (copy.duration < duration * 0.99 - 1)
    throw new Rejected('unplayable', 'The copy is shorter than the recording.')
}

/** Whether the first minute contains a picture that depends on a later one (a B picture). */
async function hasReorderedPictures(input: string, signal: AbortSignal) {
  const args = ['-map', '0:V:0', '-vf', String.raw`select=eq(pict_type\,B)`, '-frames:v', '1']
  const listing = await readOutput({
    input,
    signal,
    cpuSeconds: cpuSeconds.copying,
    reading: ['-t', '60'],
    args: [...args, '-f', 'framecrc'],
  })
  return /^\d/m.test(listing)
}

/** Returns FFmpeg's stdout. */
async function readOutput(options: Parameters<typeof runFfmpeg>[0] & { signal: AbortSignal }) {
  const { stdout, done } = runFfmpeg(options)
  const written = await text(stdout).catch(() => '')
  const { code, isStarted, stderr } = await done
  options.signal.throwIfAborted()
  if (!isStarted) throw new Unavailable(`The video cannot be read: ${stderr}`)
  if (code !== 0) throw new Rejected('unreadable', 'FFmpeg could not read it.')
  return written
}
