import { assignSpeakers } from '../chunks/speakers.ts'
import { segmentsOf } from '../chunks/segments.ts'
import type { Transcript } from '../transcriber.ts'
import type { WorkerTasks } from './messages.ts'
import { modelPaths } from './model-sources.ts'
import { decode, recentAudio, sampleRate } from './sound/pcm.ts'
import { type RecognizedSpeech, createRecognizers } from './engines/recognizer.ts'
import { markSentenceEnds } from './words/sentence-ends.ts'
import { createDiarizer } from './speakers/diarizer.ts'
import { loadSpeakerModel } from './speakers/xvector.ts'
import { getDeclaredDuration } from './sound/declared-duration.ts'
import {
  createJoiner,
  type Piece,
  createSpeechDetector,
  type Stretch,
} from './sound/speech-detector.ts'
import type { RecognizedWord } from './engines/vosk.ts'
import { findWarnings } from './sound/warnings.ts'
import { createWorkerPool } from './worker-pool.ts'

/** Seconds that are kept to cut from; a stretch is cut out after 40 at most. */
const keptSeconds = 120
/** The rest is for telling the speakers apart. */
const progressWhenHeard = 0.98

/**
 * The whole work on one recording: decode, find speech, recognise it on threads while listening to the voices, and at
 * the end tell the speakers apart. Memory does not grow with the recording. Throws Rejected or Unavailable.
 */
export async function transcribe(
  { path, modelsDir, voices, threads, hasVosk, isEnglish }: WorkerTasks['transcribe']['job'],
  onProgress: (progress: number) => void,
): Promise<Transcript> {
  const stated = await getDeclaredDuration(path)

  const models = modelPaths(modelsDir)
  // Without times of words nobody knows whose they are.
  const speakers = hasVosk ? createDiarizer(loadSpeakerModel(models.speakers)) : undefined
  const finder = createSpeechDetector(models.vad)
  const speech = createJoiner()
  const audio = recentAudio(keptSeconds)
  const pool = createWorkerPool(createRecognizers(models, audio, hasVosk), threads)
  const results: (RecognizedSpeech & { start: number })[] = []
  let peak = 0

  const recognise = async (stretches: Stretch[]) => {
    for (const stretch of stretches) {
      const { start, end } = stretch
      await pool.start(stretch, (recognised) => {
        results.push({ start, ...recognised })
        if (stated) onProgress(Math.min(1, end / stated.duration) * progressWhenHeard)
      })
    }
  }
  const hear = async (pieces: Piece[]) => {
    for (const piece of pieces) {
      speakers?.add(piece.start, audio.cut(piece.start, piece.end).samples)
      await recognise(speech.add(piece))
    }
  }

  for await (const samples of decode(path)) {
    audio.push(samples)
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    await hear(finder.push(samples))
    if (!finder.isSpeaking()) await recognise(speech.endBefore(audio.total / sampleRate))
  }
  await hear(finder.end())
  await recognise(speech.end())
  await pool.end()

  const inOrder = results.toSorted((a, b) => a.start - b.start)
  const words = inOrder.flatMap((it) => it.words)
  const { turns, isUncertain } = speakers?.finish(voices) ?? { turns: [], isUncertain: false }
  const duration = audio.total / sampleRate
  const warnings = findWarnings({
    ...{ words, peak, duration, stated, hasSpeakers: hasVosk, areVoicesUncertain: isUncertain },
    judged: inOrder.flatMap((it) => it.secondOpinion),
  })
  // Moonshine makes fluent English of any language.
  const isMadeUp = warnings.includes('LANGUAGE_OR_QUALITY') && !isEnglish
  return {
    engine: hasVosk ? 'local-moonshine-vosk' : 'local-moonshine',
    language: 'en',
    duration: hundredths(duration),
    segments: isMadeUp
      ? []
      : segmentsOf(markSentenceEnds(assignSpeakers(words.map(toSpoken), turns))),
    warnings,
  }
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100

const toSpoken = ({ word, start, end, conf }: RecognizedWord) => ({
  ...{ text: word, start: hundredths(start), end: hundredths(end), conf },
  isWord: true,
})
