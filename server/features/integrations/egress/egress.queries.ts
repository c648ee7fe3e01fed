import { sql } from 'kysely'
import type { CallOutcome, listEgress } from '#contract/integrations/integrations.ts'
import type { Db } from '../../../platform/db/db.ts'
import { idIn, type List } from '../../../platform/lists/list.ts'

const isSuccess: Record<CallOutcome, ReturnType<typeof sql<boolean>>> = {
  success: sql`egress.is_success = true`,
  failure: sql`egress.is_success = false`,
  open: sql`egress.is_success is null`,
}

const calls = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('egress')
    .leftJoin('client', 'client.id', 'egress.clientId')
    .select([
      ...(['egress.id', 'egress.createdAt', 'egress.provider', 'egress.host'] as const),
      ...(['egress.purpose', 'egress.sessionId', 'egress.clientId', 'egress.bytesOut'] as const),
      ...(['egress.sessionDate', 'client.name as clientName'] as const),
      ...(['egress.bytesIn', 'egress.status', 'egress.error', 'egress.durationMs'] as const),
      sql<CallOutcome>`case when egress.is_success is null then 'open' when egress.is_success then 'success' else 'failure' end`.as(
        'outcome',
      ),
    ])
    .where(idIn('egress.id', ids))
    .execute()

export const egressList: List<typeof listEgress> = {
  table: 'egress',
  sorts: { time: { by: sql`egress.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: {
    provider: (it) => sql`egress.provider = ${it}`,
    sessionId: (it) => sql`egress.session_id = ${it}`,
    outcome: (it) => isSuccess[it],
  },
  rows: calls,
}
