import { text } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'

/** Recorders write six at most; each one more is decoded beside the others. */
const maxTracks = 8
const cpuSeconds = 60

/** Each track as 16 kHz mono, with silence before a sound that begins late and in its gaps, so that times are the video's. */
const onTheClock = (rate: number) => `aresample=${rate}:async=1:first_pts=0`

/**
 * What makes FFmpeg decode all sound of a file as one: `inputs` and output options for `runFfmpeg`. Screen recorders
 * write the microphone into a second track. The tracks are added up, and a limiter keeps loud ones from clipping.
 * `filter` comes behind it.
 */
export async function mixAudioTracks(
  path: string,
  { rate, filter, signal }: { rate: number; filter?: string; signal?: AbortSignal },
): Promise<{ inputs: number; args: string[] }> {
  const tracks = await soundTracks(path, signal)
  const format = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(rate)]
  const end = filter ? `,${filter}` : ''
  const [first = 0, ...others] = tracks
  if (others.length === 0)
    return { inputs: 1, args: ['-map', `0:a:${first}`, '-af', onTheClock(rate) + end, ...format] }
  const mono = tracks.map(
    // An input for each: in one alone a track that ends early makes FFmpeg hold all of the others in memory.
    (track, i) => `[${i}:a:${track}]${onTheClock(rate)},aformat=channel_layouts=mono[a${i}]`,
  )
  const names = tracks.map((_, i) => `[a${i}]`).join('')
  const mix = `${names}amix=inputs=${tracks.length}:normalize=0,alimiter=level=0:latency=1${end}[out]`
  return {
    inputs: tracks.length,
    args: ['-filter_complex', [...mono, mix].join(';'), '-map', '[out]', ...format],
  }
}

/** Places of the sound tracks that can be decoded; a phone's second one may hold a codec that nobody knows. */
async function soundTracks(path: string, signal: AbortSignal | undefined) {
  const args = ['-map', '0:a?', '-c', 'copy', '-t', '0', '-f', 'framecrc']
  const { stdout, done } = runFfmpeg({
    ...{ input: path, args, cpuSeconds, isBrief: true },
    ...(signal && { signal }),
  })
  const listing = await text(stdout).catch(() => '')
  await done
  return [...listing.matchAll(/^#codec_id (\d+): (.+)$/gm)]
    .filter(([, , codec]) => codec !== 'none')
    .map(([, place]) => Number(place))
    .slice(0, maxTracks)
}
