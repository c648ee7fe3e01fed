import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Unavailable } from '../jobs/errors.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { Tracks } from './tracks.ts'

/** Containers that only FFmpeg reads, by their first bytes in hexadecimal; FFmpeg gets no others. */
const signatures: { start: RegExp; format: string; contentType: string }[] = [
  { start: /^52494646.{8}415649/, format: 'AVI', contentType: 'video/x-msvideo' },
  { start: /^464c5601/, format: 'FLV', contentType: 'video/x-flv' },
  { start: /^3026b2758e66cf11/, format: 'ASF', contentType: 'video/x-ms-wmv' },
  { start: /^000001ba/, format: 'MPEG', contentType: 'video/mpeg' },
  { start: /^4f676753/, format: 'Ogg', contentType: 'video/ogg' },
]

type Limits = { signal?: AbortSignal; cpuSeconds?: number }

/** Seconds. A container that takes longer is damaged or malicious. */
export const maxCpuSeconds = 60

/**
 * The tracks of an older container, from FFmpeg's packet listing (`framecrc`). Throws if FFmpeg was killed, because a
 * truncated listing looks like a short video, and Unavailable if it could not be started.
 */
export async function readTracksWithFfmpeg(
  path: string,
  { signal, cpuSeconds = maxCpuSeconds }: Limits = {},
): Promise<Tracks> {
  const start = await firstBytes(path)
  const known = signatures.find((it) => it.start.test(start))
  if (!known) return { format: null }
  const tracks: { type?: string; codec?: string; tick?: number; end?: number }[] = []
  const args = ['-map', '0:v:0?', '-map', '0:a?', '-c', 'copy', '-f', 'framecrc']
  const { stdout, done } = runFfmpeg({ input: path, args, cpuSeconds, ...(signal && { signal }) })
  for await (const line of createInterface({ input: stdout })) {
    const [, key, index, value] = /^#(media_type|codec_id|tb) (\d): (.+)$/.exec(line) ?? []
    if (key && value) {
      const track = (tracks[Number(index)] ??= {})
      if (key === 'media_type') track.type = value
      else if (key === 'codec_id') track.codec = value
      else track.tick = seconds(value)
    } else if (!line.startsWith('#')) {
      const [number, , shownAt, length] = line.split(',').map(Number)
      const track = tracks[number ?? 0]
      if (!track) continue
      track.end = Math.max(track.end ?? 0, ((shownAt ?? 0) + (length ?? 0)) * (track.tick ?? 0))
    }
  }
  const { code, isStarted, stderr } = await done
  if (!isStarted) throw new Unavailable(`The video cannot be inspected: ${stderr}`)
  if (code === null) throw new Error('FFmpeg was stopped before the end of the video.')
  const findTrack = (type: string) => {
    const found = tracks.find((it) => it.type === type)
    return found ? { codec: found.codec ?? null, codecDetail: null } : null
  }
  return {
    format: known.format,
    contentType: known.contentType,
    video: findTrack('video'),
    audio: findTrack('audio'),
    duration: Math.max(0, ...tracks.map(({ end = 0 }) => end)),
    soundDuration: Math.max(
      0,
      ...tracks.filter(({ type }) => type === 'audio').map(({ end = 0 }) => end),
    ),
    metaDuration: null,
    isCutOff: false,
  }
}

async function firstBytes(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return buffer.subarray(0, bytesRead).toString('hex')
  } finally {
    await file.close()
  }
}

/** Parses a fraction such as `1/90000`. */
function seconds(fraction: string) {
  const [over = 0, under = 1] = fraction.split('/').map(Number)
  return over / under
}
