import { text } from 'node:stream/consumers'
import { runFfmpeg } from './ffmpeg.ts'

/** Recorders write six at most; each additional track costs another decoder. */
const maxTracks = 8
const cpuSeconds = 60

/** 16 kHz mono, with silence before a late start and in gaps, so that times match the video. */
const resample = (rate: number) => `aresample=${rate}:async=1:first_pts=0`

/**
 * `inputs` and output options for `runFfmpeg` that mix all audio tracks into one: screen recorders write the microphone
 * to a second track. A limiter keeps loud sums from clipping. `filter` is applied last.
 */
export async function mixAudioTracks(
  path: string,
  { rate, filter, signal }: { rate: number; filter?: string; signal?: AbortSignal },
): Promise<{ inputs: number; args: string[] }> {
  const tracks = await decodableTracks(path, signal)
  const format = ['-vn', '-sn', '-dn', '-ac', '1', '-ar', String(rate)]
  const end = filter ? `,${filter}` : ''
  const [first = 0, ...others] = tracks
  if (others.length === 0)
    return { inputs: 1, args: ['-map', `0:a:${first}`, '-af', resample(rate) + end, ...format] }
  const mono = tracks.map(
    // One input per track: with a shared input, FFmpeg buffers the other tracks when one ends early.
    (track, i) => `[${i}:a:${track}]${resample(rate)},aformat=channel_layouts=mono[a${i}]`,
  )
  const names = tracks.map((_, i) => `[a${i}]`).join('')
  const mix = `${names}amix=inputs=${tracks.length}:normalize=0,alimiter=level=0:latency=1${end}[out]`
  return {
    inputs: tracks.length,
    args: ['-filter_complex', [...mono, mix].join(';'), '-map', '[out]', ...format],
  }
}

/** Indexes of the audio tracks that can be decoded: a phone's second track may have an unknown codec. */
async function decodableTracks(path: string, signal: AbortSignal | undefined) {
  const args = ['-map', '0:a?', '-c', 'copy', '-t', '0', '-f', 'framecrc']
  const { stdout, done } = runFfmpeg({
    input: path,
    args,
    cpuSeconds,
    isBrief: true,
    ...(signal && { signal }),
  })
  const listing = await text(stdout).catch(() => '')
  await done
  return [...listing.matchAll(/^#codec_id (\d+): (.+)$/gm)]
    .filter(([, , codec]) => codec !== 'none')
    .map(([, index]) => Number(index))
    .slice(0, maxTracks)
}
