import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { extractAudio } from '../providers/transcription/audio/extract-audio.ts'
import { toWav } from '../providers/transcription/audio/wav.ts'

/** Writes the sound of a recording from `start` to `end` (seconds) to `folder` as WAV, which is faster to transcribe. */
export async function cutSound(
  recording: string,
  { start = 0, end }: { start?: number; end: number },
  folder: string,
) {
  const { signal } = new AbortController()
  const sound = await extractAudio(recording, { start, end }, 'pcm', signal)
  const file = path.join(folder, `${start}-${end}.wav`)
  writeFileSync(file, toWav(sound))
  return file
}
