import { setTimeout as sleep } from 'node:timers/promises'
import { rejection } from '../../../../platform/media/probe.ts'
import { readTracks } from '../../../../platform/media/read-tracks.mjs'
import { readTracksWithFfmpeg } from '../../../../platform/media/read-tracks-ffmpeg.ts'
import { Rejected } from '../../../../platform/jobs/errors.ts'

export type DeclaredDuration = {
  /** Seconds from the start of the file to the end of its sound, which may be shorter than the picture. */
  duration: number
  /** The content, be it picture or sound, ends before the length in the file's header. */
  isCutOff: boolean
}

/** A container that takes longer is damaged; decoding then shows what is in it. */
const limitMs = 60_000
const maxHours = 4

/**
 * How long a recording should be, undefined where that cannot be told. A recording that ends early passes here: what
 * there is can be transcribed. Throws Rejected where there is no sound, or too much.
 */
export async function getDeclaredDuration(path: string): Promise<DeclaredDuration | undefined> {
  const tracks = await Promise.race([
    readAny(path).catch(() => undefined),
    sleep(limitMs, undefined, { ref: false }),
  ])
  if (!tracks) return undefined
  if (tracks.format === null) throw rejection('not-a-video')
  if (!tracks.video && !tracks.audio) throw rejection('incomplete')
  if (!tracks.audio) throw rejection('no-sound')
  if (tracks.soundDuration > maxHours * 3600)
    throw new Rejected('too-long', `The recording is longer than ${maxHours} hours.`)
  return { duration: tracks.soundDuration, isCutOff: tracks.isCutOff }
}

async function readAny(path: string) {
  const tracks = await readTracks(path)
  return tracks.format === null
    ? readTracksWithFfmpeg(path, { signal: AbortSignal.timeout(limitMs) })
    : tracks
}
