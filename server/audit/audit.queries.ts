import { sql } from 'kysely'
import type { AuditEntry, listAuditEntries } from '#contract/audit.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { among, type Ids, type List } from '../lists/list.ts'
import { byPerson } from './by-person.ts'

const entries = prepared((db, ids: Ids) =>
  db
    .selectFrom('auditEntry as entry')
    .leftJoin('user as who', 'who.id', 'entry.userId')
    .leftJoin('user as behind', 'behind.id', 'entry.originalUserId')
    .select([
      'entry.id',
      'entry.createdAt',
      'entry.action',
      'entry.userId',
      'who.name as userName',
      'entry.originalUserId',
      'behind.name as originalUserName',
      'entry.tableName',
      'entry.rowId',
      'entry.address',
      sql<AuditEntry['details']>`entry.details`.as('details'),
    ])
    .where(among('entry.id', ids)),
)

export const auditLog: List<typeof listAuditEntries> = {
  table: 'auditEntry',
  sorts: { time: { by: sql`audit_entry.created_at`, value: 'instant' } },
  usual: '-time',
  filters: {
    person: byPerson,
    action: (it) => sql`audit_entry.action = ${it}`,
    row: (it) => sql`audit_entry.row_id = ${it}`,
    from: (it) => sql`audit_entry.created_at >= ${it}`,
    to: (it) => sql`audit_entry.created_at < ${it}`,
  },
  tally: { all: 'audit-entry', action: 'action' },
  rows: entries,
}

/** Steps from one action to the next along the index, instead of reading the whole log. */
export async function actions(db: Db) {
  const { rows } = await sql<{ action: string }>`
    with recursive step (action) as (
      (select action from audit_entry order by action limit 1)
      union all
      select (select audit_entry.action from audit_entry where audit_entry.action > step.action order by audit_entry.action limit 1)
      from step where step.action is not null
    )
    select action from step where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}
