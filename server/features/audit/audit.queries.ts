import { sql } from 'kysely'
import type { AuditEntry, listAuditEntries } from '#contract/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { idIn, type List } from '../../platform/lists/list.ts'

const subjectName = sql<string | null>`case entry.table_name
  when 'user' then (select it.name from "user" as it where it.id = entry.row_id)
  when 'coach' then (
    select it.name from coach join "user" as it on it.id = coach.user_id where coach.id = entry.row_id
  )
  when 'organization' then (select it.name from organization as it where it.id = entry.row_id)
  when 'template' then (select it.name from template as it where it.id = entry.row_id)
  else about.name
end`
const isSubjectDeleted = sql<boolean>`case
  when entry.row_id is null then false
  when entry.table_name = 'session' then session.id is null
  when entry.table_name = 'recording' then not exists (select from recording as it where it.id = entry.row_id)
  when entry.table_name in ('user', 'coach', 'organization', 'template', 'client') then ${subjectName} is null
  else entry.client_id is not null and about.id is null
end`

const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const detailNames = sql<AuditEntry['detailNames']>`coalesce((
  select jsonb_object_agg(detail.name, named.name)
  from (
    select key as name, value::uuid as id from jsonb_each_text(entry.details)
    where case when value ~ ${uuid} then true end
  ) as detail
  left join lateral (
    select it.name from "user" as it where it.id = detail.id
    union all select it.name from coach join "user" as it on it.id = coach.user_id where coach.id = detail.id
    union all select it.name from client as it where it.id = detail.id
    union all select it.name from organization as it where it.id = detail.id
  ) as named on true
), '{}')`

const entries = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('auditEntry as entry')
    .leftJoin('user as who', 'who.id', 'entry.userId')
    .leftJoin('user as behind', 'behind.id', 'entry.originalUserId')
    .leftJoin('client as about', (join) =>
      join.on(
        'about.id',
        '=',
        sql`case entry.table_name when 'client' then entry.row_id else entry.client_id end`,
      ),
    )
    .leftJoin('session', 'session.id', 'entry.sessionId')
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
      subjectName.as('subjectName'),
      sql<string | null>`coalesce(session.session_date, entry.session_date)`.as('sessionDate'),
      isSubjectDeleted.as('isSubjectDeleted'),
      'entry.address',
      sql<AuditEntry['details']>`entry.details`.as('details'),
      detailNames.as('detailNames'),
    ])
    .where(idIn('entry.id', ids))
    .execute()

export const auditLog: List<typeof listAuditEntries> = {
  table: 'auditEntry',
  sorts: { time: { by: sql`audit_entry.created_at`, value: 'instant' } },
  defaultSort: '-time',
  filters: {
    person: (it) => sql`(audit_entry.user_id = ${it} or audit_entry.original_user_id = ${it})`,
    action: (it) => sql`audit_entry.action = ${it}`,
    row: (it) => sql`audit_entry.row_id = ${it}`,
    from: (it) => sql`audit_entry.created_at >= ${it}`,
    to: (it) => sql`audit_entry.created_at < ${it}`,
  },
  rows: entries,
}

/** Loose index scan: one index read per distinct action. */
export async function listActions(db: Db) {
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
