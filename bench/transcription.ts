// How much longer the local transcription of ten minutes takes than its recognition alone of the same speech.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../server/platform/config/config.ts'
import { localTranscriber } from '../server/providers/transcription/local/local.ts'
import { modelPaths } from '../server/providers/transcription/local/model-sources.ts'
import { ensureModels } from '../server/providers/transcription/local/models.ts'
import {
  decode,
  recentAudio,
  sampleRate,
} from '../server/providers/transcription/local/sound/pcm.ts'
import { createRecognizers } from '../server/providers/transcription/local/engines/recognizer.ts'
import {
  createJoiner,
  createSpeechDetector,
} from '../server/providers/transcription/local/sound/speech-detector.ts'
import { createWorkerPool } from '../server/providers/transcription/local/worker-pool.ts'

const minutes = 10
const dialogue = fileURLToPath(new URL('../server/test/media/mm.webm', import.meta.url))
const threads = Math.max(1, availableParallelism() - 1)
const { modelsDir } = readConfig(process.env)
const models = modelPaths(modelsDir)
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-bench-'))

await ensureModels(modelsDir)
const samples = await repeated(dialogue, minutes * 60 * sampleRate)
const recording = path.join(folder, 'recording.wav')
writeFileSync(recording, wav(samples))
const stretches = speechIn(samples)

console.log(`${minutes} minutes, ${threads} thread(s), load ${loadavg()[0]?.toFixed(1)}`)
const bare = await timed('recogniser alone', async () => {
  const audio = recentAudio(minutes * 60)
  audio.push(samples)
  const pool = createWorkerPool(createRecognizers(models, audio, true), threads)
  for (const stretch of stretches) await pool.start(stretch, () => {})
  await pool.end()
})
const whole = await timed('whole transcription', () =>
  localTranscriber({ modelsDir, threads }).begin(recording, {
    signal: new AbortController().signal,
    onProgress: () => {},
  }),
)
console.log(`ratio ${(whole / bare).toFixed(2)} (goal: at most 1.1)`)
rmSync(folder, { recursive: true })

async function timed(what: string, run: () => Promise<unknown>) {
  const start = performance.now()
  await run()
  const seconds = (performance.now() - start) / 1000
  console.log(
    `${what}: ${seconds.toFixed(1)} s, ${((minutes * 60) / seconds).toFixed(1)} × real time`,
  )
  return seconds
}

async function repeated(file: string, length: number) {
  const parts: Int16Array[] = []
  for await (const part of decode(file)) parts.push(part)
  const once = Int16Array.from(parts.flatMap((part) => [...part]))
  return Int16Array.from({ length }, (_, i) => once[i % once.length] ?? 0)
}

/** The same stretches of speech that the whole transcription recognises. */
function speechIn(sound: Int16Array) {
  const finder = createSpeechDetector(models.vad)
  const speech = createJoiner()
  const pieces = [...finder.push(sound), ...finder.end()]
  return [...pieces.flatMap((piece) => speech.add(piece)), ...speech.end()]
}

function wav(sound: Int16Array) {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.byteLength, 40)
  return Buffer.concat([header, new Uint8Array(sound.buffer)])
}
