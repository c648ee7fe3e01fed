import { setTimeout as sleep } from 'node:timers/promises'
import { refusal } from '../../../media/probe.ts'
import { readTracks } from '../../../media/read-tracks.ts'
import { readTracksWithFfmpeg } from '../../../media/read-tracks-ffmpeg.ts'

export type StatedLength = {
  /** Seconds of picture or sound that are in the file. */
  duration: number
  /** Seconds that the file claims to have. */
  metaDuration: number | null
}

/** A container that takes longer is damaged; decoding then shows what is in it. */
const limitMs = 60_000

/**
 * How long a recording should be, undefined where that cannot be told. A recording that ends early passes here: what
 * there is can be transcribed. Throws Rejected where there is no sound.
 */
export async function statedLength(path: string): Promise<StatedLength | undefined> {
  const tracks = await Promise.race([
    readAny(path).catch(() => undefined),
    sleep(limitMs, undefined, { ref: false }),
  ])
  if (!tracks) return undefined
  if (tracks.format === null) throw refusal('not-a-video')
  if (!tracks.video && !tracks.audio) throw refusal('incomplete')
  if (!tracks.audio) throw refusal('no-sound')
  return { duration: tracks.duration, metaDuration: tracks.metaDuration }
}

async function readAny(path: string) {
  const tracks = await readTracks(path)
  return tracks.format === null ? readTracksWithFfmpeg(path, AbortSignal.timeout(limitMs)) : tracks
}
