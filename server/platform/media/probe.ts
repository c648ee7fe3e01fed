import { stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { runConfined, runLimited } from './confined.ts'
import { isPlayable, isPlayableInMp4, getContentType } from './playable.ts'
import { maxCpuSeconds, readTracksWithFfmpeg } from './read-tracks-ffmpeg.ts'
import type { Tracks } from './tracks.ts'

export type Probed = {
  /** Name of the container, such as `MP4`, `WebM` or `avi`. */
  format: string
  /** From the content, not the file name. */
  contentType: string
  /** Null where the codec is unknown. */
  videoCodec: string | null
  audioCodec: string | null
  /** Seconds of video or audio found in the file; 0 if implausible. */
  duration: number
  /** Duration in seconds from the file's metadata, or null. */
  metaDuration: number | null
  isPlayable: boolean
  /** Media type with codecs for `canPlayType`, or null. */
  mediaType: string | null
  /** Browsers could play it after repacking into MP4. */
  isRepackable: boolean
}

const messages = {
  empty: 'The file is empty.',
  'not-a-video': 'The file is not a video. Please select a video file.',
  incomplete: 'The video is incomplete: part of it is missing. Please upload the complete file.',
  'no-sound': 'The video has no sound, so there is nothing to transcribe.',
  unreadable: 'The video is damaged and cannot be read.',
} as const
export type RejectionReason = keyof typeof messages

export const rejection = (reason: RejectionReason) => new Rejected(reason, messages[reason])

const program = fileURLToPath(new URL('./read-tracks-process.mjs', import.meta.url))

/**
 * Detects the format and tracks of a file from its content, not its name. Throws Rejected with a `RejectionReason`:
 * empty, not-a-video (audio alone is not one), incomplete (no track table, or the content ends before the declared
 * length), no-sound, unreadable (not parsed within a minute of CPU time). A file that is damaged in the middle passes;
 * the transcription then warns TRUNCATED. Nothing in the file can crash or block the caller. Throws Unavailable when
 * too many probes are queued or the process cannot be started.
 */
export async function probe(path: string): Promise<Probed> {
  const { size } = await stat(path)
  if (size === 0) throw rejection('empty')
  const tracks = await readTracks(path)
  if (tracks === undefined) throw rejection('unreadable')
  if (tracks.format === null) throw rejection('not-a-video')
  const { format, contentType, video, audio, duration, metaDuration } = tracks
  if (!video && !audio) throw rejection('incomplete')
  if (!video) throw rejection('not-a-video')
  if (!audio) throw rejection('no-sound')
  if (tracks.isCutOff) throw rejection('incomplete')
  const playable = isPlayable({ format, video, audio })
  return {
    format,
    contentType,
    videoCodec: video.codec,
    audioCodec: audio.codec,
    duration: plausibleSeconds(duration, size),
    metaDuration,
    isPlayable: playable,
    mediaType: getContentType({ format, contentType, video, audio }),
    isRepackable: !playable && isPlayableInMp4({ video, audio }),
  }
}

/** Undefined if no reader finishes. FFmpeg reads the formats that the parser does not know. */
const readTracks = (path: string) =>
  runLimited(async () => {
    const tracks = await readInChildProcess(path)
    const isUnknown = tracks?.format === null || (tracks?.format === 'Ogg' && !tracks.video)
    if (!isUnknown) return tracks
    return readTracksWithFfmpeg(path).catch((error: unknown) => {
      if (error instanceof Unavailable) throw error
      return undefined
    })
  })

/** Parses in a child process: undefined if it fails or exceeds its time or memory limit. */
async function readInChildProcess(path: string) {
  const { stdout, done } = runConfined(
    { script: program, args: [path] },
    { cpuSeconds: maxCpuSeconds },
  )
  const answer = await text(stdout)
  const { code, isStarted, stderr } = await done
  if (!isStarted) throw new Unavailable(`The video cannot be inspected: ${stderr}`)
  // The parser may print other lines first: the result is the last line.
  return code === 0 ? (JSON.parse(answer.split('\n').at(-1) ?? '') as Tracks) : undefined
}

/** Minimum bytes per second of video and audio: a muted call with a still picture. */
const minBytesPerSecond = 100
const secondsPerDay = 24 * 3600

/** The declared duration in seconds; 0 if the file is too small for it, or it exceeds a day. */
export const plausibleSeconds = (declared: number, bytes: number) =>
  declared > 0 && declared <= Math.min(secondsPerDay, bytes / minBytesPerSecond) ? declared : 0
