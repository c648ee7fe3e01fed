import { setTimeout as sleep } from 'node:timers/promises'
import { rejection } from '../../../../platform/media/probe.ts'
import { readTracks } from '../../../../platform/media/read-tracks.mjs'
import { readTracksWithFfmpeg } from '../../../../platform/media/read-tracks-ffmpeg.ts'
import { Rejected } from '../../../../platform/jobs/errors.ts'

export type DeclaredDuration = {
  /** End of the audio in seconds; the video may be longer. */
  duration: number
  /** Video or audio ends before the duration in the header. */
  isCutOff: boolean
}

/** ffprobe needs longer for damaged containers. */
const timeoutMs = 60_000
const maxHours = 4

/** Undefined if unknown. Truncated recordings are accepted. Throws Rejected if there is no audio, or too much. */
export async function getDeclaredDuration(path: string): Promise<DeclaredDuration | undefined> {
  const tracks = await Promise.race([
    // The recognizer reads what these readers can't.
    readAny(path).catch(() => undefined),
    sleep(timeoutMs, undefined, { ref: false }),
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
    ? readTracksWithFfmpeg(path, { signal: AbortSignal.timeout(timeoutMs) })
    : tracks
}
