import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Rejected } from '../providers/failures.ts'
import { isPlayable } from './playable.ts'
import type { Tracks } from './read-tracks.ts'
import { readTracksWithFfmpeg } from './read-tracks-ffmpeg.ts'

export type Probed = {
  /** Name of the container, such as `MP4`, `WebM` or `avi`. */
  format: string
  /** What the file is, whatever its name claims. */
  contentType: string
  /** Null where the codec has no name that we know. */
  videoCodec: string | null
  audioCodec: string | null
  /** Seconds of picture or sound that are in the file. */
  duration: number
  /** Seconds that the file states, or null where it does not say. */
  metaDuration: number | null
  isPlayable: boolean
}

const refusals = {
  empty: 'The file is empty.',
  'not-a-video': 'The file is not a video. Please select a video file.',
  incomplete: 'The video is incomplete: part of it is missing. Please upload the complete file.',
  'no-sound': 'The video has no sound, so there is nothing to transcribe.',
  unreadable: 'The video is damaged and cannot be read.',
} as const
export type Refusal = keyof typeof refusals

export const refusal = (reason: Refusal) => new Rejected(reason, refusals[reason])

/** A container that takes longer is damaged, or made to keep us busy. */
const limitMs = 60_000
const program = fileURLToPath(new URL('./read-tracks-process.ts', import.meta.url))

/**
 * Looks at the content of a file, never at its name, and tells what video it is. Throws Rejected with a reason of
 * `Refusal`: empty, not a video (sound alone is none), incomplete (no track table, or the content ends before the
 * stated length), no sound, unreadable (not understood within a minute). A file that is damaged in its middle passes;
 * the transcription then warns TRUNCATED. Nothing in the file can crash or stall the caller.
 */
export async function probe(path: string): Promise<Probed> {
  if ((await stat(path)).size === 0) throw refusal('empty')
  const tracks = await tracksOf(path)
  if (tracks === undefined) throw refusal('unreadable')
  if (tracks.format === null) throw refusal('not-a-video')
  const { format, contentType, video, audio, duration, metaDuration } = tracks
  if (!video && !audio) throw refusal('incomplete')
  if (!video) throw refusal('not-a-video')
  if (!audio) throw refusal('no-sound')
  if (tracks.isCutOff) throw refusal('incomplete')
  return {
    format,
    contentType,
    videoCodec: video.codec,
    audioCodec: audio.codec,
    duration,
    metaDuration,
    isPlayable: isPlayable({ format, video, audio }),
  }
}

/** Undefined where no reader comes to an end. What the parser does not know, FFmpeg may. */
async function tracksOf(path: string) {
  const tracks = await readApart(path)
  const isUnknown = tracks?.format === null || (tracks?.format === 'Ogg' && !tracks.video)
  if (!isUnknown) return tracks
  return readTracksWithFfmpeg(path, AbortSignal.timeout(limitMs)).catch(() => undefined)
}

/** Parses in a process of its own, which may only read files: undefined when it fails or takes too long. */
function readApart(path: string) {
  return new Promise<Tracks | undefined>((resolve) => {
    const child = spawn(
      process.execPath,
      ['--permission', '--allow-fs-read=*', '--max-old-space-size=256', program, path],
      // No environment: the parser of a stranger's file needs none of our secrets.
      { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: limitMs, killSignal: 'SIGKILL' },
    )
    let answer = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (answer += text))
    child.once('error', () => resolve(undefined))
    // The parser may have said something before: the answer is the last line.
    child.once('close', (code) =>
      resolve(code === 0 ? (JSON.parse(answer.split('\n').at(-1) ?? '') as Tracks) : undefined),
    )
  })
}
