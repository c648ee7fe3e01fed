import { effectiveByWeek } from './scores.ts'
import type { ScoreSource } from './plan-values.ts'
import { riskLevelOf } from './value-colours.ts'

type Assessed = { weekNumber: number; riskScore: number; source: ScoreSource; createdAt: string }

/** A week in which a questionnaire and another estimate of the burnout risk lie in different bands. */
export type Disagreement = {
  week: number
  questionnaire: number
  other: { source: Exclude<ScoreSource, 'questionnaire'>; score: number }
}

/**
 * Where what a client answered differs from what a person or a model found for the same week by a band of the burnout risk
 * or more: of each source its newest, the latest week first.
 */
export function disagreementsOf(assessments: readonly Assessed[]): Disagreement[] {
  const newestOf = (source: ScoreSource) =>
    effectiveByWeek(assessments.filter((it) => it.source === source))
  const answered = newestOf('questionnaire')
  const others = (['person', 'model'] as const).map((source) => [source, newestOf(source)] as const)
  return [...answered]
    .flatMap(([week, { riskScore: questionnaire }]) =>
      others.flatMap(([source, byWeek]) => {
        const score = byWeek.get(week)?.riskScore
        const isOther = score !== undefined && riskLevelOf(score) !== riskLevelOf(questionnaire)
        return isOther ? [{ week, questionnaire, other: { source, score } }] : []
      }),
    )
    .toSorted((a, b) => b.week - a.week)
}
