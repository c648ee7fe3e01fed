import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { foundBy } from './found-values.ts'
import { dataSource, weekNumberInQuery } from './plan-values.ts'
import { planReaders } from './roles.ts'

export const metricValueHistory = endpoint('GET /api/clients/{id}/metric-values/history', {
  access: planReaders,
  shows: ['client', 'session'],
  summary:
    'What a metric is in a week, for staff what it was too, the newest first: each value with who or what it came from',
  params: z.object({ id: rowId() }),
  query: z.object({
    metricDefinitionId: rowId(),
    weekNumber: weekNumberInQuery,
  }),
  response: z.array(
    z.object({
      key: z.string(),
      at: z.string(),
      /** Null: it was cleared. */
      numericValue: z.number().nullable(),
      source: dataSource,
      /** Who noted or cleared it. */
      author: z.string().nullable(),
      session: z.object({ name: z.string(), date: z.string() }).nullable(),
      /** How it was found, where an analysis found it. */
      found: foundBy.nullable(),
      /** It stands in the plan; the others are what was before. */
      isPresent: z.boolean(),
    }),
  ),
})
export type ValueHistory = z.infer<typeof metricValueHistory.response>
