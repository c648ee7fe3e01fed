import {
  type TranscriptionWarning,
  uncertainBelow,
} from '#contract/transcriptions/transcriptions.ts'
import type { DeclaredDuration } from './declared-duration.ts'
import type { RecognizedWord } from '../engines/vosk.ts'

/** Of 32767; lower values are decoder noise. */
export const silentPeak = 100
/** The share of certain words is at least 0.8 in English and about 0.5 in other languages. */
const minCertain = 0.65
/** With fewer words the share is meaningless. */
const minWords = 20

export function findWarnings({
  words,
  judged = words,
  peak,
  duration,
  stated,
  hasSpeakers = true,
  hasOthers = false,
  areVoicesUncertain,
}: {
  words: RecognizedWord[]
  /** The words that indicate the language, if not those of the transcript. */
  judged?: RecognizedWord[]
  /** The highest amplitude. */
  peak: number
  /** Seconds that could be decoded. */
  duration: number
  stated: DeclaredDuration | undefined
  hasSpeakers?: boolean
  /** Besides `words` there is speech in another language. */
  hasOthers?: boolean
  areVoicesUncertain: boolean
}) {
  const warnings: TranscriptionWarning[] = []
  if (words.length === 0 && !hasOthers) warnings.push(peak < silentPeak ? 'SILENT' : 'NO_SPEECH')
  if (stated && isShort(duration, stated)) warnings.push('TRUNCATED')
  if (words.length > 0 && !hasSpeakers) warnings.push('NO_SPEAKERS')
  if (areVoicesUncertain) warnings.push('SPEAKERS_UNCERTAIN')
  const certain = judged.filter(({ conf }) => conf >= uncertainBelow).length
  if (
    (words.length === 0 && hasOthers) ||
    (judged.length >= minWords && certain / judged.length < minCertain)
  )
    warnings.push('LANGUAGE_OR_QUALITY')
  else if (hasOthers) warnings.push('OTHER_LANGUAGE')
  return warnings
}

/** With a tolerance, because recorders round durations. */
const isShort = (seconds: number, { duration, isCutOff }: DeclaredDuration) =>
  isCutOff || seconds < duration * 0.98 - 1
