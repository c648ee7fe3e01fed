import { effectiveByWeek } from './scores.ts'
import type { ScoreSource } from './plan-values.ts'
import { riskLevelOf } from './value-colours.ts'

type Assessed = { weekNumber: number; riskScore: number; source: ScoreSource; createdAt: string }

/** A week in which a questionnaire and another burnout score are in different risk bands. */
export type Disagreement = {
  week: number
  questionnaire: number
  other: { source: Exclude<ScoreSource, 'questionnaire'>; score: number }
}

/**
 * Weeks in which the questionnaire and a person or model disagree on the risk band, by the newest score of each source,
 * latest week first.
 */
export function findDisagreements(assessments: readonly Assessed[]): Disagreement[] {
  const newestOf = (source: ScoreSource) =>
    effectiveByWeek(assessments.filter((it) => it.source === source))
  const questionnaires = newestOf('questionnaire')
  const others = (['person', 'model'] as const).map((source) => [source, newestOf(source)] as const)
  return [...questionnaires]
    .flatMap(([week, { riskScore: questionnaire }]) =>
      others.flatMap(([source, byWeek]) => {
        const score = byWeek.get(week)?.riskScore
        const isOther = score !== undefined && riskLevelOf(score) !== riskLevelOf(questionnaire)
        return isOther ? [{ week, questionnaire, other: { source, score } }] : []
      }),
    )
    .toSorted((a, b) => b.week - a.week)
}
