import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { runConfined } from './confined.ts'
import { runLimited } from './run-limited.ts'
import { isPlayable, isPlayableInMp4, contentTypeOf } from './playable.ts'
import { maxCpuSeconds, readTracksWithFfmpeg } from './read-tracks-ffmpeg.ts'
import type { Tracks } from './tracks.ts'

export type Probed = {
  /** Name of the container, such as `MP4`, `WebM` or `avi`. */
  format: string
  /** What the file is, whatever its name claims. */
  contentType: string
  /** Null where the codec has no name that we know. */
  videoCodec: string | null
  audioCodec: string | null
  /** Seconds of picture or sound that are in the file; 0 where what it states cannot be. */
  duration: number
  /** Seconds that the file states, or null where it does not say. */
  metaDuration: number | null
  isPlayable: boolean
  /** What to ask a browser whether it plays it, or null. */
  mediaType: string | null
  /** In another container browsers would play it. */
  isRepackable: boolean
}

const refusals = {
  empty: 'The file is empty.',
  'not-a-video': 'The file is not a video. Please select a video file.',
  incomplete: 'The video is incomplete: part of it is missing. Please upload the complete file.',
  'no-sound': 'The video has no sound, so there is nothing to transcribe.',
  unreadable: 'The video is damaged and cannot be read.',
} as const
export type RejectionReason = keyof typeof refusals

export const rejection = (reason: RejectionReason) => new Rejected(reason, refusals[reason])

const program = fileURLToPath(new URL('./read-tracks-process.mjs', import.meta.url))

/**
 * Looks at the content of a file, never at its name, and tells what video it is. Throws Rejected with a reason of
 * `Refusal`: empty, not a video (sound alone is none), incomplete (no track table, or the content ends before the
 * stated length), no sound, unreadable (not understood with a minute of work). A file that is damaged in its middle passes;
 * the transcription then warns TRUNCATED. Nothing in the file can crash or stall the caller. Throws Unavailable where
 * too many others are being looked at, or the machine has no room for it.
 */
export async function probe(path: string): Promise<Probed> {
  const { size } = await stat(path)
  if (size === 0) throw rejection('empty')
  const tracks = await tracksOf(path)
  if (tracks === undefined) throw rejection('unreadable')
  if (tracks.format === null) throw rejection('not-a-video')
  const { format, contentType, video, audio, duration, metaDuration } = tracks
  if (!video && !audio) throw rejection('incomplete')
  if (!video) throw rejection('not-a-video')
  if (!audio) throw rejection('no-sound')
  if (tracks.isCutOff) throw rejection('incomplete')
  const plays = isPlayable({ format, video, audio })
  return {
    format,
    contentType,
    videoCodec: video.codec,
    audioCodec: audio.codec,
    duration: plausibleSeconds(duration, size),
    metaDuration,
    isPlayable: plays,
    mediaType: contentTypeOf({ format, contentType, video, audio }),
    isRepackable: !plays && isPlayableInMp4({ video, audio }),
  }
}

/** Undefined where no reader comes to an end. What the parser does not know, FFmpeg may. */
const tracksOf = (path: string) =>
  runLimited(async () => {
    const tracks = await readApart(path)
    const isUnknown = tracks?.format === null || (tracks?.format === 'Ogg' && !tracks.video)
    if (!isUnknown) return tracks
    return readTracksWithFfmpeg(path).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error
      return undefined
    })
  })

/** Parses in a process of its own: undefined when it fails, takes too long or wants too much. */
async function readApart(path: string) {
  const { stdout, done } = runConfined(
    { script: program, args: [path] },
    { cpuSeconds: maxCpuSeconds },
  )
  const answer = await text(stdout)
  const { code, isStarted, stderr } = await done
  if (!isStarted) throw new Unavailable(`The video cannot be looked at: ${stderr}`)
  // The parser may have said something before: the answer is the last line.
  return code === 0 ? (JSON.parse(answer.split('\n').at(-1) ?? '') as Tracks) : undefined
}

/** Bytes that a second of picture and sound takes at the very least: a muted call with a picture that stands still. */
const leastBytesPerSecond = 100
const dayOfSeconds = 24 * 3600

/** How long a recording is, as it states itself; 0 where so few bytes cannot hold that, or nobody talks for so long. */
export const plausibleSeconds = (stated: number, bytes: number) =>
  stated > 0 && stated <= Math.min(dayOfSeconds, bytes / leastBytesPerSecond) ? stated : 0
