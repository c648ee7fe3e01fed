import type { Questionnaire } from '../questionnaires/questionnaires.ts'

type Answered = Pick<Questionnaire, 'id' | 'endedAt' | 'score'> & {
  instrument: Pick<Questionnaire['instrument'], 'key' | 'reliableChange' | 'isMoreBetter'>
}

export type Change = { points: number; isReliable: boolean; isBetter: boolean }
/** Change since the previous and since the first one; none for the first. */
export type Changes = { sinceBefore?: Change; sinceFirst?: Change }

/**
 * Changes between scored questionnaires of the same instrument, by questionnaire id. A change is reliable from the
 * points that the instrument defines (PHQ-9: 6, GAD-7: 4).
 */
export function findChanges(answered: readonly Answered[]): Map<string, Changes> {
  const scored = answered
    .flatMap((it) =>
      it.score === null || it.endedAt === null ? [] : [{ ...it, score: it.score, at: it.endedAt }],
    )
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const changes = new Map<string, Changes>()
  for (const ofOne of Map.groupBy(scored, (it) => it.instrument.key).values()) {
    const [first] = ofOne
    for (const [index, it] of ofOne.entries()) {
      const before = ofOne[index - 1]
      const changed = (from: { score: number }) =>
        toChange(it.instrument, rounded(it.score - from.score))
      changes.set(it.id, {
        ...(before && { sinceBefore: changed(before) }),
        ...(first && before && { sinceFirst: changed(first) }),
      })
    }
  }
  return changes
}

/** Two decimals, like scores: avoids floating-point noise. */
const rounded = (points: number) => Math.round(points * 100) / 100

const toChange = (
  { reliableChange, isMoreBetter }: Answered['instrument'],
  points: number,
): Change => ({
  points,
  isReliable: reliableChange !== null && Math.abs(points) >= reliableChange,
  isBetter: points !== 0 && points > 0 === isMoreBetter,
})
