import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  type Questionnaire,
  listQuestionnaires,
  type Questionnaires,
} from '#contract/questionnaires/questionnaires.ts'
import type { Change } from '#contract/rules/reliable-change.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { queryFor } from '#web/lib/query.ts'
import type { PlanRow } from '../plan-rows.ts'

export type QuestionnaireRow = PlanRow<Questionnaire> & { of: Questionnaire['instrument'] }

/** One row per answered instrument; of several in one week the last answered one counts. */
export function questionnaireRows(
  all: readonly Questionnaire[],
  shown: readonly number[],
): QuestionnaireRow[] {
  const answered = all
    .filter((it) => it.state === 'answered')
    .toSorted((a, b) => Date.parse(a.endedAt ?? '') - Date.parse(b.endedAt ?? ''))
  return [...Map.groupBy(answered, (it) => it.instrument.key)].flatMap(([id, ofOne]) => {
    const latest = ofOne.at(-1)
    if (!latest) return []
    const weeks = new Map(ofOne.map((it) => [it.weekNumber ?? 1, it] as const))
    const points = shown.flatMap((week) => {
      const value = weeks.get(week)?.score
      return value == null ? [] : [{ week, value }]
    })
    return [{ id, label: latest.instrument.shortTitle, of: latest.instrument, weeks, points }]
  })
}

/** "reliably better, 7 points less" */
export function formatChange({ points, isReliable, isBetter }: Change) {
  if (points === 0) return 'unchanged'
  const size = Math.abs(points)
  const amount = `${formatDecimal(size)} ${size === 1 ? 'point' : 'points'} ${points > 0 ? 'more' : 'less'}`
  return isReliable ? `reliably ${isBetter ? 'better' : 'worse'}, ${amount}` : amount
}

const questionnairesQuery = (clientId: string) =>
  queryFor(listQuestionnaires, { params: { id: clientId } })

export const useQuestionnaires = (clientId: string) => useQuery(questionnairesQuery(clientId))

/** Replaces the cached list by the response of a write. */
export const setQuestionnaires = (
  queries: QueryClient,
  clientId: string,
  answered: Questionnaires,
) => queries.setQueryData(questionnairesQuery(clientId).queryKey, answered)
