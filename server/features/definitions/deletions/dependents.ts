import { type RawBuilder, sql } from 'kysely'
import type { DefinitionKind, CascadeKind } from '#contract/definitions/definitions.ts'
import { auditEach } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { deleteLockedSessions } from '../../sessions/sessions.service.ts'

/** Rows deleted in one statement. */
const deleteChunkSize = 500

/** Who deletes, for the audit log. */
export type DeletedBy = Partial<Pick<Actor, 'userId' | 'originalUserId' | 'address'>>

type Step = {
  /** Ids of the dependents of a definition, in order. */
  ids: (definitionId: string) => RawBuilder<unknown>
  /** Returns the number of deleted rows. */
  remove: (tx: Db, queue: Queue, by: DeletedBy, ids: readonly string[]) => Promise<number>
}

type Dependents = {
  /** Queries that count what will be deleted. */
  counted: Partial<Record<CascadeKind, (definitionId: string) => RawBuilder<unknown>>>
  steps: readonly Step[]
}

const metricIds = (categoryId: string) =>
  sql`select id from metric_definition where category_id = ${categoryId}`

const selectValues = (
  table: 'metric_value' | 'metric_value_history',
  idType: RawBuilder<unknown>,
  metrics: (id: string) => unknown,
) => {
  const of = (id: string) =>
    sql`select id from ${sql.table(table)} where metric_definition_id in (${metrics(id)})`
  const step: Step = {
    ids: (id) => sql`${of(id)} order by id`,
    async remove(tx, _queue, by, ids) {
      const { rows } = await sql<{ clientId: string; count: number }>`
        with held as (
          select id from ${sql.table(table)} where id = any(${ids}::${idType}) order by id for update),
        gone as (
          delete from ${sql.table(table)} as it using held where it.id = held.id returning it.client_id)
        select client_id, count(*)::integer as count from gone group by client_id`.execute(tx)
      const counts = new Map(rows.map((it) => [it.clientId, it.count]))
      await auditEach(tx, by, [...counts.keys()], (clientId) => ({
        action: 'values-changed',
        table: 'client',
        rowId: clientId,
        clientId,
        details: { deleted: counts.get(clientId) ?? 0 },
      }))
      return ids.length
    },
  }
  return { of, step }
}

const ofMetrics = (metrics: (id: string) => unknown) => {
  const values = selectValues('metric_value', sql`uuid[]`, metrics)
  const earlier = selectValues('metric_value_history', sql`bigint[]`, metrics)
  return {
    counted: { values: values.of, earlierValues: earlier.of },
    steps: [values.step, earlier.step],
  }
}

const sessionIds = (typeId: string) =>
  sql`select id from session where session_definition_id = ${typeId}`

/** As when a person deletes each session: with recording, transcripts, values, audit entry and notification. */
const sessions: Step = {
  ids: (id) => sql`${sessionIds(id)} order by id`,
  async remove(tx, queue, by, ids) {
    await lockClientsOfSessions(tx, ids)
    const locked = await tx
      .selectFrom('session')
      .select(['id', 'clientId'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    return locked.length ? deleteLockedSessions(tx, queue, by, locked) : 0
  },
}

/** Clients are locked before sessions (db/transaction.ts), because deleting sessions updates their summaries. */
const lockClientsOfSessions = (tx: Db, ids: readonly string[]) =>
  sql`select from client where id in (select client_id from session where id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx)

const assignmentIds = (typeId: string) =>
  sql`select id from assignment where assignment_definition_id = ${typeId}`

const assignments: Step = {
  ids: (id) => sql`${assignmentIds(id)} order by id`,
  async remove(tx, _queue, by, ids) {
    const gone = await tx
      .selectFrom('assignment')
      .select(['id', 'clientId'])
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute()
    await tx.deleteFrom('assignment').where('id', 'in', ids).execute()
    const clientBySession = new Map(gone.map(({ id, clientId }) => [id, clientId]))
    await auditEach(tx, by, [...clientBySession.keys()], (id) => ({
      action: 'assignment-deleted',
      table: 'assignment',
      rowId: id,
      clientId: clientBySession.get(id) ?? '',
    }))
    return gone.length
  },
}

/** Dependents of each kind (docs/product.md, "Definitions"). Child definitions are deleted by cascade. */
export const dependents: Record<DefinitionKind, Dependents> = {
  metricCategory: {
    counted: { metrics: metricIds, ...ofMetrics(metricIds).counted },
    steps: ofMetrics(metricIds).steps,
  },
  metricDefinition: ofMetrics((id) => sql`${id}::uuid`),
  sessionMetric: { counted: {}, steps: [] },
  sessionDefinition: {
    counted: {
      sessions: sessionIds,
      recordings: (id) => sql`select id from recording where session_id in (${sessionIds(id)})`,
      values: (id) => sql`select id from metric_value where session_id in (${sessionIds(id)})`,
      assessments: (id) => sql`select burnout_assessment.id from burnout_assessment
        join analysis_value on analysis_value.id = burnout_assessment.analysis_value_id
        where analysis_value.session_id in (${sessionIds(id)})`,
      sessionMetrics: (id) =>
        sql`select id from session_metric where session_definition_id = ${id}`,
    },
    steps: [sessions],
  },
  assignmentDefinition: { counted: { assignments: assignmentIds }, steps: [assignments] },
}

export async function countDependents(db: Db, kind: DefinitionKind, id: string) {
  const going: { what: CascadeKind; count: number }[] = []
  for (const [what, rows] of Object.entries(dependents[kind].counted)) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::integer as count from (${rows(id)}) as going`.execute(db)
    going.push({ what: what as CascadeKind, count: found[0]?.count ?? 0 })
  }
  return going
}

/** Call it before locking the definition, for the lock order. */
export async function lockClientsFirst(tx: Db, kind: DefinitionKind, id: string) {
  if (kind !== 'sessionDefinition') return
  const { rows } = await sql<{ id: string }>`${sessionIds(id)}`.execute(tx)
  await lockClientsOfSessions(
    tx,
    rows.map((it) => it.id),
  )
}

export type DependentsDeletion = {
  kind: DefinitionKind
  definitionId: string
  queue: Queue
  by: DeletedBy
}

/** Returns the number of deleted rows, undefined if none were left. */
export async function deleteSomeDependents(
  tx: Db,
  { kind, definitionId, queue, by }: DependentsDeletion,
  limit: number,
) {
  for (const { ids, remove } of dependents[kind].steps) {
    const { rows } = await sql<{ id: string }>`${ids(definitionId)} limit ${limit}`.execute(tx)
    const found = rows.map(({ id }) => String(id))
    if (found.length) return remove(tx, queue, by, found)
  }
  return undefined
}

export async function deleteAllDependents(tx: Db, removal: DependentsDeletion) {
  while ((await deleteSomeDependents(tx, removal, deleteChunkSize)) !== undefined);
}
