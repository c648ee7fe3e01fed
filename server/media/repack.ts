import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Rejected, Unavailable } from '../work/failures.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { probe } from './probe.ts'

const cpuSeconds = 900
/** A container may name the same piece again and again: no copy is larger than this. */
const mostBytes = (bytes: number) => Math.ceil(bytes * 1.5) + 16 * 1024 * 1024

/**
 * Copies the first picture and sound of `from` as they are into an MP4 at `to`. Throws Rejected where that gives nothing that
 * browsers play as long as `duration` (seconds, 0 where unknown), and Unavailable where there is no room for it now.
 */
export async function repack(
  from: string,
  to: string,
  { contentType, duration, signal }: { contentType: string; duration: number; signal: AbortSignal },
) {
  // AVI states no times: pictures that are shown in another order than they are stored would stay in the wrong one.
  if (contentType === 'video/x-msvideo' && (await hasReorderedPictures(from, signal)))
    throw new Rejected('unplayable', 'Its pictures are not in order.')
  const { size } = await stat(from)
  await ran({
    ...{ input: from, output: to, signal, cpuSeconds },
    args: [
      ...['-map', '0:V:0', '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1'],
      ...['-map_chapters', '-1', '-fs', String(mostBytes(size))],
      ...['-movflags', '+faststart', '-f', 'mp4'],
    ],
  })
  const copy = await probe(to)
  if (!copy.isPlayable) throw new Rejected('unplayable', 'Browsers do not play the copy.')
  if (copy.duration < duration * 0.99 - 1)
    throw new Rejected('unplayable', 'The copy is shorter than the recording.')
}

/** Whether there is one that needs a later one (a B picture) in the first minute. */
async function hasReorderedPictures(input: string, signal: AbortSignal) {
  const args = ['-map', '0:V:0', '-vf', String.raw`select=eq(pict_type\,B)`, '-frames:v', '1']
  const listing = await ran({
    ...{ input, signal, cpuSeconds, reading: ['-t', '60'] },
    args: [...args, '-f', 'framecrc'],
  })
  return /^\d/m.test(listing)
}

/** What FFmpeg writes to stdout. */
async function ran(options: Parameters<typeof runFfmpeg>[0] & { signal: AbortSignal }) {
  const { stdout, done } = runFfmpeg(options)
  const written = await text(stdout).catch(() => '')
  const { code, isStarted, stderr } = await done
  options.signal.throwIfAborted()
  if (!isStarted) throw new Unavailable(`The video cannot be read: ${stderr}`)
  if (code !== 0) throw new Rejected('unreadable', 'FFmpeg could not read it.')
  return written
}
