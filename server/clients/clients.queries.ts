import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { WaitingFor } from '#contract/clients.ts'
import { clientRows } from './client-rows.ts'
import type { Db } from '../db/db.ts'
import type { DB } from '../db/schema.ts'
import { cut, keyOf, type ListSize, type PageQuery } from '../http/paging.ts'
import {
  holds,
  isBehind,
  namePlace,
  type NamePlace,
  userName,
  userText,
  wordsOf,
} from '../lists/name-search.ts'
import { clientWaits } from './waiting.ts'

type Clients = ExpressionBuilder<DB, 'client'>
/** Which clients a list is about, whoever searches in it. */
export type Scope = (eb: Clients) => ExpressionWrapper<DB, 'client', SqlBool>

/** As in the index of migration 0003, to the letter. */
const familyName = sql<string>`shown_name(client.first_name, client.last_name, null) collate "und-x-icu"`
const familyText = sql<string>`client.search_text`
const clientId = sql`client.id`

/** Clients who are users themselves. */
const users = (db: Db, scope: Scope, words: string[]) =>
  db
    .selectFrom('client')
    .innerJoin('user', 'user.id', 'client.userId')
    .where((eb) => scope(eb as unknown as Clients))
    .where(holds(userText, words))

/** Family members, who have names of their own and no user. */
const families = (db: Db, scope: Scope, words: string[]) =>
  db
    .selectFrom('client')
    .where('client.userId', 'is', null)
    .where(scope)
    .where(holds(familyText, words))

/**
 * Clients by name, at most `limit`. Each half walks along an index and stops early, and what is derived is worked
 * out for the listed rows only: a page costs the same in a long list as in a short one.
 */
function listed(db: Db, scope: Scope, words: string[], after?: NamePlace, limit?: number) {
  // In the text of the statement, because PostgreSQL plans for a tenth of the table when it is a parameter.
  const most = sql.lit(limit ?? null)
  const half = { users: users(db, scope, words), families: families(db, scope, words) }
  const names = db
    .selectFrom(
      half.users
        .select(['client.id', userName.as('name')])
        .where(isBehind(userName, clientId, after))
        .orderBy(userName)
        .orderBy('client.id')
        .limit(most)
        .as('a'),
    )
    .selectAll()
    .unionAll(
      db
        .selectFrom(
          half.families
            .select(['client.id', familyName.as('name')])
            .where(isBehind(familyName, clientId, after))
            .orderBy(familyName)
            .orderBy('client.id')
            .limit(most)
            .as('b'),
        )
        .selectAll(),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(most)
  return clientRows(db)
    .innerJoin(names.as('listed'), 'listed.id', 'client.id')
    .select('listed.name')
    .orderBy('listed.name')
    .orderBy('client.id')
    .execute()
}

async function countOf(db: Db, scope: Scope) {
  const all = db.selectFrom('client').where(scope)
  const { count } = await all
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countOfMatches(db: Db, scope: Scope, words: string[]) {
  const { count } = await db
    .selectNoFrom([
      sql<number>`(${users(db, scope, words).select(sql`count(*)`.as('count'))})
        + (${families(db, scope, words).select(sql`count(*)`.as('count'))})`.as('count'),
    ])
    .executeTakeFirstOrThrow()
  return count
}

export type ClientQuery = PageQuery & { waitingFor?: WaitingFor | undefined }

/** The scope without those for whom nothing of that kind is to be done. */
const narrowed =
  (scope: Scope, waitingFor: WaitingFor | undefined): Scope =>
  (eb) =>
    waitingFor === undefined ? scope(eb) : eb.and([scope(eb), clientWaits(waitingFor)])

export async function pageOfClients(
  db: Db,
  scope: Scope,
  { q, limit, cursor, waitingFor }: ClientQuery,
) {
  const after = keyOf(cursor, namePlace)
  const rows = await listed(db, narrowed(scope, waitingFor), wordsOf(q), after, limit && limit + 1)
  return cut(rows, limit, ({ name, id }) => [name, id])
}

export async function sizeOfClientList(
  db: Db,
  scope: Scope,
  { q, waitingFor }: ClientQuery,
): Promise<ListSize> {
  const words = wordsOf(q)
  const [total, match] = await Promise.all([
    countOf(db, scope),
    words.length || waitingFor ? countOfMatches(db, narrowed(scope, waitingFor), words) : undefined,
  ])
  return { total, match: match ?? total }
}
