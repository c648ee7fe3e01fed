import { findWarnings } from '../local/sound/warnings.ts'
import { segmentsOf } from '../chunks/segments.ts'
import { placeInRecording, type Spoken } from '../chunks/spoken.ts'
import { mergeSpeakerLabels, assignSpeakers } from '../chunks/speakers.ts'
import type { Transcript } from '../transcriber.ts'
import type { Plan } from './plan.ts'

/** The pieces put together, under the service's names where it told some, else under the voices that were heard here. */
export function transcriptOf(
  { pieces, turns, isUncertain, duration, peak, stated, language }: Plan,
  heard: readonly Spoken[][],
): Transcript {
  const spoken = pieces.map((piece, index) => placeInRecording(heard[index] ?? [], piece))
  const hasNames = spoken.flat().every(({ label }) => label !== undefined)
  const segments = segmentsOf(
    hasNames ? mergeSpeakerLabels(spoken, turns) : assignSpeakers(spoken.flat(), turns),
  )
  const words = segments.map(({ start, end, text }) => ({ start, end, word: text, conf: 1 }))
  const areVoicesUncertain = isUncertain && (!hasNames || pieces.length > 1)
  return {
    ...{ engine: 'google-speech', language: language ?? 'und', segments },
    duration: Math.round(duration * 100) / 100,
    warnings: findWarnings({ words, peak, duration, stated, areVoicesUncertain }),
  }
}
