import type { ScoreSource } from '../plans/plan-values.ts'
import { toRiskLevel } from './value-colours.ts'

type Assessed = { weekNumber: number; riskScore: number; source: ScoreSource; rank: number }

/** A week in which a questionnaire and another burnout score are in different risk bands. */
export type Disagreement = {
  week: number
  questionnaire: number
  other: { source: Exclude<ScoreSource, 'questionnaire'>; score: number }
}

/**
 * Weeks in which the questionnaire and a person or model disagree on the risk band, by the first score of each source,
 * latest week first.
 */
export function findDisagreements(assessments: readonly Assessed[]): Disagreement[] {
  const questionnaires = firstOfSource(assessments, 'questionnaire')
  const others = (['person', 'model'] as const).map(
    (source) => [source, firstOfSource(assessments, source)] as const,
  )
  return [...questionnaires]
    .flatMap(([week, { riskScore: questionnaire }]) =>
      others.flatMap(([source, byWeek]) => {
        const score = byWeek.get(week)?.riskScore
        const isOther = score !== undefined && toRiskLevel(score) !== toRiskLevel(questionnaire)
        return isOther ? [{ week, questionnaire, other: { source, score } }] : []
      }),
    )
    .toSorted((a, b) => b.week - a.week)
}

/** By week, the assessment of a source that would count without the others. */
export const firstOfSource = <T extends Assessed>(assessments: readonly T[], source: ScoreSource) =>
  new Map(
    assessments
      .filter((it) => it.source === source)
      .toSorted((a, b) => b.rank - a.rank)
      .map((it) => [it.weekNumber, it]),
  )
