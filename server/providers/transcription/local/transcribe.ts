import { otherLanguageText } from '#contract/transcriptions/transcriptions.ts'
import { assignSpeakers } from '../chunks/speakers.ts'
import { toSegments } from '../chunks/segments.ts'
import type { Transcript } from '../transcriber.ts'
import type { WorkerTasks } from './messages.ts'
import { modelPaths } from './model-sources.ts'
import { decode, recentAudio, sampleRate } from './sound/pcm.ts'
import { type RecognizedSpeech, createRecognizers } from './engines/recognizer.ts'
import { markSentenceEnds } from './words/sentence-ends.ts'
import { assignSpeakersToWords } from './speakers/assign-speakers.ts'
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

/** Stretches are read from the buffer after at most 40 s. */
const bufferSeconds = 120
/** The remaining progress is that of the speakers. */
const progressAfterRecognition = 0.98

/**
 * Decodes a recording, detects and recognizes speech in threads while analyzing voices, and finally assigns the speakers.
 * Memory does not grow with the length of the recording. Throws Rejected or Unavailable.
 */
export async function transcribe(
  { path, modelsDir, speakers, threads, hasVosk, isEnglish }: WorkerTasks['transcribe']['job'],
  onProgress: (progress: number) => void,
): Promise<Transcript> {
  const stated = await getDeclaredDuration(path)

  const models = modelPaths(modelsDir)
  // Speakers are assigned by word times.
  const diarizer = hasVosk ? createDiarizer(loadSpeakerModel(models.speakers)) : undefined
  const detector = createSpeechDetector(models.vad)
  const joiner = createJoiner()
  const audio = recentAudio(bufferSeconds)
  const pool = createWorkerPool(createRecognizers(models, audio, hasVosk), threads)
  const results: (RecognizedSpeech & { start: number })[] = []
  let peak = 0

  const recognize = async (stretches: Stretch[]) => {
    for (const stretch of stretches) {
      const { start, end } = stretch
      await pool.start(stretch, (recognized) => {
        results.push({ start, ...recognized })
        if (stated) onProgress(Math.min(1, end / stated.duration) * progressAfterRecognition)
      })
    }
  }
  const addSpeech = async (pieces: Piece[]) => {
    for (const piece of pieces) {
      diarizer?.add(piece.start, audio.cut(piece.start, piece.end).samples)
      await recognize(joiner.add(piece))
    }
  }

  for await (const samples of decode(path)) {
    audio.push(samples)
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    await addSpeech(detector.push(samples))
    if (!detector.isSpeaking()) await recognize(joiner.endBefore(audio.total / sampleRate))
  }
  await addSpeech(detector.end())
  await recognize(joiner.end())
  await pool.end()

  const inOrder = results.toSorted((a, b) => a.start - b.start)
  const words = inOrder.flatMap((it) => it.words)
  const others = inOrder.flatMap((it) => it.others)
  const { turns, isUncertain } = diarizer?.finish(speakers) ?? { turns: [], isUncertain: false }
  const duration = audio.total / sampleRate
  const warnings = findWarnings({
    words,
    peak,
    duration,
    stated,
    hasSpeakers: hasVosk,
    areVoicesUncertain: isUncertain,
    judged: inOrder.flatMap((it) => it.secondOpinion),
    hasOthers: others.length > 0,
  })
  const inSentences = (spoken: RecognizedWord[]) =>
    markSentenceEnds(assignSpeakers(spoken.map(toSpoken), turns))
  // Moonshine returns fluent English for any language.
  const isRefused = warnings.includes('LANGUAGE_OR_QUALITY')
  const spoken = isRefused
    ? isEnglish
      ? inSentences(inOrder.flatMap((it) => it.asEnglish))
      : []
    : [...inSentences(words), ...assignSpeakersToWords(others.map(toMark), turns)]
  return {
    engine: hasVosk ? 'local-moonshine-vosk' : 'local-moonshine',
    language: 'en',
    duration: hundredths(duration),
    segments: toSegments(spoken),
    warnings,
  }
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100

const toSpoken = ({ word, start, end, conf }: RecognizedWord) => ({
  text: word,
  start: hundredths(start),
  end: hundredths(end),
  conf,
  isWord: true,
})

const toMark = ({ start, end }: Piece) => ({
  ...{ start: hundredths(start), end: hundredths(end), text: otherLanguageText },
  conf: null,
  isWord: false,
})

function createWorkerPool<Work, Result>(
  newWorker: () => (work: Work) => Promise<Result>,
  count: number,
) {
  const free = Array.from({ length: count }, () => newWorker())
  const running = new Set<Promise<void>>()
  return {
    /** Resolves when a worker has started the job (back pressure). */
    async start(given: Work, take: (result: Result) => void) {
      while (free.length === 0) await Promise.race(running)
      const worker = free.pop()!
      const work = worker(given)
        .then(take)
        .finally(() => {
          free.push(worker)
          running.delete(work)
        })
      running.add(work)
    },
    end: () => Promise.all(running),
  }
}
