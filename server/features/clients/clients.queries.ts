import { sql } from 'kysely'
import {
  type ClientCounts,
  type listClients,
  type listMyCoachClients,
  riskLevel,
  type WaitingFor,
  waitingFor,
  waitingWork,
} from '#contract/clients/clients.ts'
import type { Db } from '../../platform/db/db.ts'
import { idIn, type List } from '../../platform/lists/list.ts'
import { clientRows } from './client-rows.ts'

export const clientList: List<typeof listClients> = {
  table: 'client',
  sorts: {
    name: { by: sql`client.name`, value: 'text' },
    created: { by: sql`client.created_at`, value: 'instant' },
    risk: { by: sql`client.risk`, value: 'integer', isNullable: true },
    lastSession: { by: sql`client.last_session_at`, value: 'instant', isNullable: true },
    nextSession: { by: sql`client.next_session_at`, value: 'instant', isNullable: true },
    coach: { by: sql`client.coach_name`, value: 'text', isNullable: true },
    openSessions: { by: sql`client.open_sessions`, value: 'integer' },
    burnout: { by: sql`client.burnout_score`, value: 'number', isNullable: true },
    trend: { by: sql`client.burnout_change`, value: 'number', isNullable: true },
  },
  defaultSort: 'name',
  filters: {
    waitingFor: (it) =>
      it === 'coach'
        ? sql`client.coach_id is null`
        : it === 'session'
          ? sql`client.next_session_at is null`
          : sql`client.waiting_for @> array[${it}]`,
    organizationId: (it) => sql`client.organization_id = ${it}::uuid`,
    coachId: (it) => sql`client.coach_id = ${it}::uuid`,
  },
  rows: (db, ids) => clientRows(db).where(idIn('client.id', ids)).execute(),
}

const hasOpenMark = sql`exists (
  select 1 from safety_mark as mark where mark.client_id = client.id and mark.acknowledged_at is null
)`
/** Urgency: an open safety mark outweighs any risk, a risk any pending work, and that any score. */
const need = sql`(
  10000 * ${hasOpenMark}::integer + 1000 * coalesce(client.risk, 0)
  + 200 * (client.waiting_for && array[${sql.join(waitingWork.options.map((it) => sql.lit(it)))}])::integer
  + coalesce(client.burnout_score, 0)
)`

/** The clients of one coach are few, so these sorts need no index. */
export const ownClientList: List<typeof listMyCoachClients> = {
  ...clientList,
  sorts: { ...clientList.sorts, need: { by: need, value: 'number' } },
  defaultSort: '-need',
  filters: {
    ...clientList.filters,
    risk: (it) => sql`client.risk = ${riskLevel.options.indexOf(it) + 1}`,
  },
}

export const getClientCounts = (db: Db): Promise<ClientCounts> =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from client)`.as('total'),
      waitingCounts(waitingFor.options).as('waitingFor'),
    ])
    .executeTakeFirstOrThrow()

/** Number of clients per kind of pending work. */
export const waitingCounts = <Waiting extends WaitingFor>(each: readonly Waiting[]) =>
  sql<Record<Waiting, number>>`jsonb_build_object(${sql.join(
    each.flatMap((it) => [
      sql.lit(it),
      sql`(select count(*) from client where ${clientList.filters.waitingFor(it)})`,
    ]),
  )})`
