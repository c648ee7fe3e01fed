import { sql } from 'kysely'
import type { AuditEntry, AuditFilters } from '#contract/audit.ts'
import type { Db } from '../db/db.ts'
import { cut, keyOf, type ListSize } from '../http/paging.ts'
import { isOlder, microseconds, newestPlace } from '../lists/newest-first.ts'
import { countOf, newest, withPeople } from './matching.queries.ts'

type PageOf = { limit: number; cursor?: string | undefined }

const nameOf = (table: 'who' | 'behind') =>
  sql<string | null>`case when ${sql.ref(`${table}.id`)} is not null
    then shown_name(${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)}, ${sql.ref(`${table}.email`)}) end`

/** Newest first. The page is cut before the entries and names are joined to it. */
export async function pageOfEntries(db: Db, asked: AuditFilters, { limit, cursor }: PageOf) {
  const place = keyOf(cursor, newestPlace)
  const filters = await withPeople(db, asked)
  const rows = await db
    .selectFrom(newest(db, filters, limit + 1, place).as('page'))
    .innerJoin('auditEntry as entry', 'entry.id', 'page.id')
    .leftJoin('user as who', 'who.id', 'entry.userId')
    .leftJoin('user as behind', 'behind.id', 'entry.originalUserId')
    .select([
      'entry.id',
      'entry.createdAt',
      'entry.action',
      'entry.userId',
      nameOf('who').as('userName'),
      'entry.originalUserId',
      nameOf('behind').as('originalUserName'),
      'entry.tableName',
      'entry.rowId',
      'entry.address',
      sql<AuditEntry['details']>`entry.details`.as('details'),
      microseconds(sql`entry.created_at`).as('place'),
    ])
    .orderBy('entry.createdAt', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
  return cut(rows, limit, ({ place: at, id }) => [at, id])
}

export async function sizeOfLog(db: Db, asked: AuditFilters): Promise<ListSize> {
  const isFiltered = Object.values(asked).some(Boolean)
  const [total, match] = await Promise.all([
    countOf(db, {}),
    isFiltered ? withPeople(db, asked).then((filters) => countOf(db, filters)) : undefined,
  ])
  return { total, match: match ?? total }
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

const messageAt = sql`message.created_at`
const messageId = sql`message.id`

export async function pageOfMessages(db: Db, { limit, cursor }: PageOf) {
  const place = keyOf(cursor, newestPlace)
  const rows = await db
    .selectFrom('message')
    .select(['id', 'createdAt', 'recipient', 'subject', 'body'])
    .select(microseconds(messageAt).as('place'))
    .where(isOlder(messageAt, messageId, place))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit + 1))
    .execute()
  return cut(rows, limit, ({ place: at, id }) => [at, id])
}

export async function sizeOfOutbox(db: Db): Promise<ListSize> {
  const { count } = await db
    .selectFrom('message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { total: count, match: count }
}
