import { type TranscriptionWarning, uncertainBelow } from '#contract/transcriptions.ts'
import type { DeclaredDuration } from './declared-duration.ts'
import type { RecognizedWord } from '../engines/vosk.ts'

/** Under this amplitude, of 32767, there is nothing but noise of the decoder. */
export const silentPeak = 100
/** English of any quality has 0.8 and more of its words certain; other languages about a half. */
const minCertain = 0.65
/** The share of fewer words says nothing. */
const minWords = 20

export function findWarnings({
  words,
  judged = words,
  peak,
  duration,
  stated,
  hasSpeakers = true,
  areVoicesUncertain,
}: {
  words: RecognizedWord[]
  /** Whose confidence tells of the language, where others do than those of the transcript. */
  judged?: RecognizedWord[]
  /** Highest amplitude in the recording. */
  peak: number
  /** Seconds that were decoded. */
  duration: number
  stated: DeclaredDuration | undefined
  /** Speakers could be told apart. */
  hasSpeakers?: boolean
  areVoicesUncertain: boolean
}) {
  const warnings: TranscriptionWarning[] = []
  if (words.length === 0) warnings.push(peak < silentPeak ? 'SILENT' : 'NO_SPEECH')
  if (stated && isShort(duration, stated)) warnings.push('TRUNCATED')
  if (words.length > 0 && !hasSpeakers) warnings.push('NO_SPEAKERS')
  if (areVoicesUncertain) warnings.push('SPEAKERS_UNCERTAIN')
  const certain = judged.filter(({ conf }) => conf >= uncertainBelow).length
  if (judged.length >= minWords && certain / judged.length < minCertain)
    warnings.push('LANGUAGE_OR_QUALITY')
  return warnings
}

/** Recorders round. */
const isShort = (seconds: number, { duration, isCutOff }: DeclaredDuration) =>
  isCutOff || seconds < duration * 0.98 - 1
