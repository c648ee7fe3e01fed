import type { Questionnaire } from './questionnaires.ts'

type Answered = Pick<Questionnaire, 'id' | 'endedAt' | 'score'> & {
  instrument: Pick<Questionnaire['instrument'], 'key' | 'reliableChange' | 'isMoreBetter'>
}

export type Change = { points: number; isReliable: boolean; isBetter: boolean }
/** From the one before, and from the first: missing for the first itself. */
export type Changes = { sinceBefore?: Change; sinceFirst?: Change }

/**
 * How each scored questionnaire differs from those before it of the same instrument, by its id. A change is reliable from
 * so many points on as the instrument says (PHQ-9: 6, GAD-7: 4); one that says nothing has none.
 */
export function changesOf(answered: readonly Answered[]): Map<string, Changes> {
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
        changeOf(it.instrument, rounded(it.score - from.score))
      changes.set(it.id, {
        ...(before && { sinceBefore: changed(before) }),
        ...(first && before && { sinceFirst: changed(first) }),
      })
    }
  }
  return changes
}

/** Scores have two decimals; their difference is no more exact than they are: 2.9 - 2.6 is 0.3. */
const rounded = (points: number) => Math.round(points * 100) / 100

const changeOf = (
  { reliableChange, isMoreBetter }: Answered['instrument'],
  points: number,
): Change => ({
  points,
  isReliable: reliableChange !== null && Math.abs(points) >= reliableChange,
  isBetter: points !== 0 && points > 0 === isMoreBetter,
})
