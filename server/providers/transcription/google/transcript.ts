import { warningsOf } from '../local/warnings.ts'
import { linesOf } from '../pieces/lines.ts'
import { placed, type Spoken } from '../pieces/spoken.ts'
import { byNames, byVoices } from '../pieces/who.ts'
import type { Transcript } from '../transcriber.ts'
import type { Plan } from './plan.ts'

/** The pieces put together, under the service's names where it told some, else under the voices that were heard here. */
export function transcriptOf(
  { pieces, turns, isUncertain, duration, peak, stated, language }: Plan,
  heard: readonly Spoken[][],
): Transcript {
  const spoken = pieces.map((piece, index) => placed(heard[index] ?? [], piece))
  const hasNames = spoken.flat().every(({ label }) => label !== undefined)
  const segments = linesOf(hasNames ? byNames(spoken, turns) : byVoices(spoken.flat(), turns))
  const words = segments.map(({ start, end, text }) => ({ start, end, word: text, conf: 1 }))
  const areVoicesUncertain = isUncertain && (!hasNames || pieces.length > 1)
  return {
    ...{ engine: 'google-speech', language: language ?? 'und', segments },
    duration: Math.round(duration * 100) / 100,
    warnings: warningsOf({ words, peak, duration, stated, areVoicesUncertain }),
  }
}
