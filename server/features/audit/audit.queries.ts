import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AuditEntry, AuditFilters } from '#contract/audit.ts'
import type { Db } from '../../db/db.ts'
import { cut, keyOf } from '../../http/paging.ts'
import { holds, userText, wordsOf } from '../../name-search.ts'
import { isOlder, microseconds, newestPlace } from '../../newest-first.ts'

type PageOf = { limit: number; cursor?: string | undefined }

const entryAt = sql`audit_entry.created_at`
const entryId = sql`audit_entry.id`

type Filters = Omit<AuditFilters, 'person'> & { people?: RawBuilder<unknown> | undefined }

/** People so few are looked up one by one in the indexes; of more, most of the log is theirs anyway. */
const fewPeople = 200

/** Puts the people of that name in place of the name. */
async function withPeople(db: Db, { person, ...filters }: AuditFilters): Promise<Filters> {
  const words = wordsOf(person)
  if (!words.length) return filters
  const found = db.selectFrom('user').select('user.id').where(holds(userText, words))
  const some = await found.limit(sql.lit(fewPeople + 1)).execute()
  const ids = some.map(({ id }) => id)
  return { ...filters, people: ids.length > fewPeople ? sql`(${found})` : sql`(${ids}::uuid[])` }
}

/** Entries about which a list is. A person counts as who acted and as the administrator behind. */
const matching = (db: Db, { people, action, row, from, to }: Filters) =>
  db
    .selectFrom('auditEntry')
    .$if(people !== undefined, (some) =>
      some.where(
        sql<SqlBool>`audit_entry.id in (
          select id from audit_entry where user_id = any ${people}
          union all select id from audit_entry where original_user_id = any ${people})`,
      ),
    )
    .$if(Boolean(action), (some) => some.where('auditEntry.action', '=', action ?? ''))
    .$if(row !== undefined, (some) => some.where('auditEntry.rowId', '=', row ?? null))
    .$if(from !== undefined, (some) => some.where('auditEntry.createdAt', '>=', from ?? ''))
    .$if(to !== undefined, (some) => some.where('auditEntry.createdAt', '<', to ?? ''))

const nameOf = (table: 'who' | 'behind') =>
  sql<string | null>`case when ${sql.ref(`${table}.id`)} is not null
    then shown_name(${sql.ref(`${table}.first_name`)}, ${sql.ref(`${table}.last_name`)}, ${sql.ref(`${table}.email`)}) end`

/** Newest first. The page is cut before the names are joined to it. */
async function listed(db: Db, filters: Filters, { limit, cursor }: PageOf) {
  const place = keyOf(cursor, newestPlace)
  const rows = await db
    .selectFrom(
      matching(db, filters)
        .selectAll('auditEntry')
        .select(microseconds(entryAt).as('place'))
        .where(isOlder(entryAt, entryId, place))
        .orderBy('auditEntry.createdAt', 'desc')
        .orderBy('auditEntry.id', 'desc')
        // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
        .limit(sql.lit(limit + 1))
        .as('entry'),
    )
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
      'entry.place',
    ])
    .orderBy('entry.createdAt', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
  return cut(rows, limit, ({ place: at, id }) => [at, id])
}

const countOf = async (rows: ReturnType<typeof matching>) => {
  const { count } = await rows
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const entries = async (db: Db, filters: AuditFilters, page: PageOf) =>
  listed(db, await withPeople(db, filters), page)

export async function pageOfEntries(db: Db, asked: AuditFilters, page: PageOf) {
  const filters = await withPeople(db, asked)
  const isFiltered = Object.values(filters).some(Boolean)
  const [shown, total, match] = await Promise.all([
    listed(db, filters, page),
    countOf(matching(db, {})),
    isFiltered ? countOf(matching(db, filters)) : undefined,
  ])
  return { ...shown, total, match: match ?? total }
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
  const [rows, { count }] = await Promise.all([
    db
      .selectFrom('message')
      .select(['id', 'createdAt', 'recipient', 'subject', 'body'])
      .select(microseconds(messageAt).as('place'))
      .where(isOlder(messageAt, messageId, place))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(limit + 1))
      .execute(),
    db
      .selectFrom('message')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...cut(rows, limit, ({ place: at, id }) => [at, id]), total: count, match: count }
}
