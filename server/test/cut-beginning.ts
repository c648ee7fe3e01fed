import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { extractAudio } from '../providers/transcription/audio/extract-audio.ts'
import { toWav } from '../providers/transcription/audio/wav.ts'

/** Writes the sound of the first seconds of a recording to `folder` as WAV, which is faster to transcribe. */
export async function cutBeginning(recording: string, seconds: number, folder: string) {
  const { signal } = new AbortController()
  const sound = await extractAudio(recording, { start: 0, end: seconds }, 'pcm', signal)
  const file = path.join(folder, `${seconds}.wav`)
  writeFileSync(file, toWav(sound))
  return file
}
