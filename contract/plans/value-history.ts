import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { foundBy } from '../analysis/found-values.ts'
import { dataSource, weekNumberInQuery } from './plan-values.ts'
import { planReaders } from '../roles.ts'

export const metricValueHistory = endpoint('GET /api/clients/{id}/metric-values/history', {
  access: planReaders,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['client', 'session'],
  summary:
    'Values of a metric in a week with their sources; for staff also earlier ones, newest first',
  params: idOnly,
  query: z.object({
    metricDefinitionId: rowId(),
    weekNumber: weekNumberInQuery,
  }),
  response: z.array(
    z.object({
      key: z.string(),
      at: z.string(),
      /** Null if cleared. */
      numericValue: z.number().nullable(),
      source: dataSource,
      /** Who entered or cleared it. */
      author: z.string().nullable(),
      session: z.object({ name: z.string(), date: z.string() }).nullable(),
      /** How an analysis found it; null for other sources. */
      found: foundBy.nullable(),
      /** False for earlier values. */
      isPresent: z.boolean(),
    }),
  ),
})
export type ValueHistory = z.infer<typeof metricValueHistory.response>
