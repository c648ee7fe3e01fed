import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AuditFilters } from '#contract/audit.ts'
import type { Db } from '../db/db.ts'
import { holds, userText, wordsOf } from '../lists/name-search.ts'
import { isOlder, type NewestPlace } from '../lists/newest-first.ts'

/** Some people: their ids where they are few, and what stands behind "any" in SQL. */
type People = { ids: readonly string[] | undefined; some: RawBuilder<unknown> }
export type Filters = Omit<AuditFilters, 'person'> & { people?: People | undefined }

/** People so few are gone through one by one in the indexes; of more, most of the log is theirs anyway. */
const fewPeople = 200

/** Puts the people of that name in place of the name. */
export async function withPeople(db: Db, { person, ...filters }: AuditFilters): Promise<Filters> {
  const words = wordsOf(person)
  if (!words.length) return filters
  const found = db.selectFrom('user').select('user.id').where(holds(userText, words))
  const some = await found.limit(sql.lit(fewPeople + 1)).execute()
  const ids = some.map(({ id }) => id)
  const people =
    ids.length > fewPeople
      ? { ids: undefined, some: sql`(${found})` }
      : { ids, some: sql`(${ids}::uuid[])` }
  return { ...filters, people }
}

/** Entries that the filters let through, whoever they are about. */
const matching = (db: Db, { action, row, from, to }: Filters) =>
  db
    .selectFrom('auditEntry')
    .$if(Boolean(action), (some) => some.where('auditEntry.action', '=', action ?? ''))
    .$if(row !== undefined, (some) => some.where('auditEntry.rowId', '=', row ?? null))
    .$if(from !== undefined, (some) => some.where('auditEntry.createdAt', '>=', from ?? ''))
    .$if(to !== undefined, (some) => some.where('auditEntry.createdAt', '<', to ?? ''))

const actedBy = (who: RawBuilder<unknown>) => sql<SqlBool>`audit_entry.user_id = ${who}`
const wasBehind = (who: RawBuilder<unknown>) => sql<SqlBool>`audit_entry.original_user_id = ${who}`
/** A person counts as who acted and as the administrator behind: asked for apart, each is found by an index of its own. */
const apart = (who: RawBuilder<unknown>, { some }: People) => [
  actedBy(who),
  // Without those who acted themselves, so that no entry is found twice.
  sql<SqlBool>`${wasBehind(who)} and (${actedBy(sql`any ${some}`)}) is not true`,
]

export async function countOf(db: Db, { people, ...filters }: Filters) {
  const all = matching(db, filters)
  const parts = people ? apart(sql`any ${people.some}`, people).map((is) => all.where(is)) : [all]
  const counts = parts.map((it) => sql`(${it.select(sql`count(*)`.as('count'))})`)
  const { count } = await db
    .selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The ids of the newest entries before the place, `most` of them. */
export function newest(
  db: Db,
  { people, ...filters }: Filters,
  most: number,
  place: NewestPlace | undefined,
) {
  // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
  const limit = sql.lit(most)
  const those = (are: RawBuilder<SqlBool>) =>
    sql<{ id: string }>`(${matching(db, filters)
      .select(['auditEntry.id', 'auditEntry.createdAt'])
      .where(are)
      .where(isOlder(sql`audit_entry.created_at`, sql`audit_entry.id`, place))
      .orderBy('auditEntry.createdAt', 'desc')
      .orderBy('auditEntry.id', 'desc')
      .limit(limit)})`
  if (!people) return those(sql`true`)
  if (!people.ids) {
    const any = sql`any ${people.some}`
    return those(sql`(${actedBy(any)} or ${wasBehind(any)})`)
  }
  // The newest of all are among the newest of each.
  const ofEach = apart(sql`person.id`, people).map(those)
  return sql<{ id: string }>`(
    select found.id from unnest(${people.ids}::uuid[]) as person (id)
    cross join lateral (${sql.join(ofEach, sql` union all `)}) as found
    order by found.created_at desc, found.id desc
    limit ${limit}
  )`
}
