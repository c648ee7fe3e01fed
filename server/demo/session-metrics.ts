import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/ids.ts'

/**
 * Metrics of every session, under the same keys as in the plan. The analysis finds only the metrics of the session type
 * (server/features/analysis/evidence/requested-metrics.queries.ts).
 */
const inPlans = [
  ['stress_level', 'Stress level'],
  ['energy', 'Energy'],
] as const

/** Additional metrics by session type, in the order of the types. */
const ofTypes: readonly (readonly (readonly [key: string, label: string])[])[] = [
  [
    ['expectations', 'Expectations of coaching'],
    ['motivation', 'Motivation to begin'],
    ['trust', 'Trust in the setting'],
  ],
  [
    ['goal_progress', 'Progress towards the goal'],
    ['openness', 'Openness'],
    ['working_alliance', 'Working alliance'],
  ],
  [
    ['stability', 'How well it holds'],
    ['confidence', 'Confidence for the weeks ahead'],
  ],
  [
    ['goal_reached', 'Goal reached'],
    ['satisfaction', 'Satisfaction with coaching'],
  ],
]

export async function insertSessionMetrics(db: Db) {
  const types = await db
    .selectFrom('sessionDefinition')
    .select('id')
    .orderBy('displayOrder')
    .execute()
  const rows = types.flatMap(({ id: sessionDefinitionId }, place) =>
    [...(ofTypes[place] ?? []), ...inPlans].map(([key, label], index) => ({
      id: newId(),
      sessionDefinitionId,
      key,
      label,
      position: index + 1,
    })),
  )
  if (rows.length) await db.insertInto('sessionMetric').values(rows).execute()
}
