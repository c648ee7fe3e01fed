import type { Transcript } from '../transcriber.ts'
import type { Works } from './messages.ts'
import { modelPaths } from './model-sources.ts'
import { decode, recentAudio, sampleRate } from './pcm.ts'
import { recogniserPool } from './recogniser-pool.ts'
import { toSegments } from './segments.ts'
import { diarizer } from './speakers/diarizer.ts'
import { loadVoiceModel } from './speakers/xvector.ts'
import { statedLength } from './stated-length.ts'
import { joiner, type Piece, speechFinder } from './speech.ts'
import { loadVosk, type RecognisedWord } from './vosk.ts'
import { warningsOf } from './warnings.ts'

/** Seconds of audio around what is recognised, and of silence behind it: words at the edges come out better. */
const margin = 0.15
const silenceBehind = 0.3
/** Seconds that are kept to cut from; a join of pieces is cut out after 40 at most. */
const keptSeconds = 120
/** The rest is for telling the speakers apart. */
const progressWhenHeard = 0.98

/**
 * The whole work on one recording: decode, find speech, recognise it on threads while listening to the voices, and at
 * the end tell the speakers apart. Memory does not grow with the recording. Throws Rejected or Unavailable.
 */
export async function transcribe(
  { path, modelsDir, voices, threads }: Works['transcribe']['job'],
  onProgress: (progress: number) => void,
): Promise<Transcript> {
  const stated = await statedLength(path)

  const models = modelPaths(modelsDir)
  const pool = recogniserPool(loadVosk(models.vosk, models.english), threads)
  const speakers = diarizer(loadVoiceModel(models.speakers))
  const finder = speechFinder(models.vad)
  const speech = joiner()
  const audio = recentAudio(keptSeconds)
  const results: { start: number; words: RecognisedWord[] }[] = []
  let peak = 0

  const recognise = async (pieces: Piece[]) => {
    for (const { start: from, end } of pieces) {
      const { start, samples } = audio.cut(from - margin, end + margin, silenceBehind)
      await pool.start(samples, (words) => {
        results.push({ start, words: words.map((word) => shifted(word, start)) })
        if (stated) onProgress(Math.min(1, end / stated.duration) * progressWhenHeard)
      })
    }
  }
  const hear = async (pieces: Piece[]) => {
    for (const piece of pieces) {
      speakers.add(piece.start, audio.cut(piece.start, piece.end).samples)
      await recognise(speech.add(piece))
    }
  }

  for await (const samples of decode(path)) {
    audio.push(samples)
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
    await hear(finder.push(samples))
    await recognise(speech.endBefore(audio.total / sampleRate))
  }
  await hear(finder.end())
  await recognise(speech.end())
  await pool.end()

  const words = results.toSorted((a, b) => a.start - b.start).flatMap((it) => it.words)
  const { turns, isUncertain } = speakers.finish(voices)
  const duration = audio.total / sampleRate
  return {
    engine: 'local-vosk',
    language: 'en',
    duration: hundredths(duration),
    segments: toSegments(words, turns),
    warnings: warningsOf({ words, peak, duration, stated, areVoicesUncertain: isUncertain }),
  }
}

const hundredths = (seconds: number) => Math.round(seconds * 100) / 100

const shifted = (word: RecognisedWord, by: number) => ({
  word: word.word,
  start: hundredths(by + word.start),
  end: hundredths(by + word.end),
  conf: hundredths(word.conf),
})
