import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { soundOf } from '../providers/transcription/sound/sound-of.ts'
import { wavOf } from '../providers/transcription/sound/wav.ts'

/** The first seconds of a recording as a file of its own, for tests to which the whole would say no more. */
export async function beginningOf(recording: string, seconds: number) {
  const { signal } = new AbortController()
  const sound = await soundOf(recording, { start: 0, end: seconds }, 'pcm', signal)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'maylab-beginning-')), 'sound.wav')
  writeFileSync(file, wavOf(sound))
  return file
}
