import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { userList } from '../accounts/users.queries.ts'
import { clientList } from '../clients/clients.queries.ts'
import { coachList } from '../coaches/coaches.queries.ts'
import { openDb } from '../db/db.ts'
import { newId } from '../ids.ts'
import { organizationList } from '../organizations/organizations.queries.ts'
import { cloneDatabase } from '../test/database.ts'
import { walkList } from '../test/walk-list.ts'
import type { List, ListEndpoint, PageQuery, QueryOf, Scope } from './list.ts'
import type { Sort } from './order.ts'
import { idsOf, readerOf } from './read-list.ts'
import { leadOf } from './search.ts'
import { wordsOf } from './typed-words.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

/** Signs of names, and what is left of them without capitals and accents. */
const plainSigns: Record<string, string> = {
  ...{ Å: 'a', ø: 'o', é: 'e', ß: 'ss', Æ: 'ae', ł: 'l', S: 's', N: 'n' },
}
const plain = (text: string) => Array.from(text, (sign) => plainSigns[sign] ?? sign).join('')

type Row = { text: string; words: string[]; role: string }
const rowOf = (beginnings: string, rest = '', role = 'client_user'): Row => ({
  role,
  text: plain(`${beginnings}${rest}`),
  words: plain(beginnings).match(/[a-z0-9]+|[^a-z0-9\s]/g) ?? [],
})

/** By looking at all that there is: three letters or digits anywhere, one or two where a word begins, a sign where it is one. */
const isFound = ({ text, words }: Row, q: string) =>
  plain(q)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .every((typed) => {
      const begins = (part: string) => words.some((word) => word.startsWith(part))
      const parts = typed.match(/[a-z0-9]+|[^a-z0-9]/g) ?? []
      if (parts.length === 1 && typed.length < 3) return begins(typed)
      if (!text.includes(typed)) return false
      if (parts.some((part) => part.length >= 3)) return true
      const signs = typed.match(/[^a-z0-9@]/g)
      // Nothing begins with the sign of an e-mail: what stands before it does, or behind it where nothing stands before.
      return signs?.every(begins) ?? begins(typed.split('@').find(Boolean) ?? '@')
    })

const oneOf = (signs: string) => fc.constantFrom(...Array.from(signs))
const sign = oneOf("aesonSNÅøéßÆł14 -'")
const name = fc.string({ unit: sign, minLength: 1, maxLength: 9 })
const local = fc.string({ unit: oneOf('aeson14.+-'), minLength: 1, maxLength: 9 })
const domain = fc.string({ unit: oneOf('aeson14.-'), minLength: 3, maxLength: 8 })
const people = fc.array(fc.record({ first: name, last: name, local, domain }), { maxLength: 8 })
const firms = fc.array(fc.record({ name, description: fc.option(fc.string({ unit: sign })) }), {
  maxLength: 6,
})
/** Where a piece is cut out of all that was written, and what is typed besides. */
const searches = fc.array(
  fc.record({
    ...{ from: fc.nat(400), length: fc.integer({ min: 1, max: 9 }) },
    // A word that all of `manySons` bear, too: of those with many rows each is gone along.
    more: fc.option(
      fc.constantFrom('s', 'so', 'son', 'nes', '14', 'xq', "'", "o'", 's@', 'xample'),
      {
        freq: 2,
      },
    ),
  }),
  { minLength: 3, maxLength: 6 },
)

const addPerson = async (row: { first: string; last: string; email: string; role: string }) => {
  const [id, userId] = [newId(), newId()]
  await db
    .insertInto('user')
    .values({
      ...{ id: userId, firstName: row.first, lastName: row.last, email: row.email },
      ...{ passwordHash: 'none', roles: [row.role] },
    })
    .execute()
  await db.insertInto('coach').values({ id, userId }).execute()
  await db.insertInto('client').values({ id, userId }).execute()
  return { id, userId }
}

const remove = async (ids: string[]) => {
  for (const table of ['client', 'coach', 'user'] as const)
    await db
      .deleteFrom(table)
      .where('id', 'in', [...ids, newId()])
      .execute()
  await db.deleteFrom('organization').execute()
}

/** So many words hold "son", half of them at the beginning, that they are not put together one by one. */
const manySons = Array.from({ length: 70 }, (_, index) => {
  const other = [1, 6, 36].map((at) => 'aelnos'[Math.floor(index / at) % 6]).join('')
  return index % 2 ? `son${other}` : `${other}son`
})
const always = new Map<string, Row>()
beforeAll(async () => {
  for (const [index, last] of manySons.entries()) {
    const email = `p${index}@x.example`
    const { id, userId } = await addPerson({ first: 'a', last, email, role: 'client_user' })
    for (const one of [id, userId]) always.set(one, rowOf(`a ${last} p${index}`, '@x.example'))
  }
})

type Found = { sorts: string[]; rows: ReadonlyMap<string, Row> }

/** Everything that is asked of a list answers what a look at all of its rows finds, in its order. */
async function expectFound<E extends ListEndpoint>(
  list: List<E>,
  { rows, sorts }: Found,
  query: PageQuery & { q: string; role?: string },
) {
  const ask = (sort: string, scope?: Scope) =>
    readerOf(db, list, { ...query, sort } as QueryOf<E> & PageQuery, scope)
  const walk = async (sort: string, limit: number, scope?: Scope) =>
    (await walkList(await ask(sort, scope), limit)).map((row) => (row as { id: string }).id)
  const { by } = (list.sorts as Record<string, Sort>)['name'] as Sort
  const all = await sql<{ id: string }>`
    select id from ${sql.table(list.table)} order by ${by}, id`.execute(db)
  const expected = all.rows
    .map(({ id }) => id)
    .filter((id) => {
      const row = rows.get(id)
      return row && isFound(row, query.q) && (!query.role || row.role === query.role)
    })

  // What was asked for stands beside each answer, so that a failure tells it.
  expect([query, await walk('name', 4)]).toEqual([query, expected])
  expect([query, await walk('-name', 3)]).toEqual([query, expected.toReversed()])
  for (const sort of sorts) {
    const found = await walk(sort, 50)
    expect([query, sort, found.toSorted()]).toEqual([query, sort, expected.toSorted()])
  }
  const [hidden = newId(), ...seen] = expected
  const where = () => sql<boolean>`${sql.ref(`${list.table}.id`)} <> ${hidden}`
  for (const isFew of [true, false])
    expect([query, await walk('name', 5, { where, value: '', isFew })]).toEqual([query, seen])

  const { match } = await (await ask('name')).size()
  expect([query, match]).toEqual([query, { number: expected.length, isAbout: false }])
  const ids = await sql<{ id: string }>`${await idsOf(db, list, query as QueryOf<E>)}`.execute(db)
  expect([query, new Set(ids.rows.map(({ id }) => id))]).toEqual([query, new Set(expected)])
}

test('a search finds what a look at every row finds, in the order of the list and counted', async () => {
  await fc.assert(
    fc.asyncProperty(people, firms, searches, async (persons, companies, pieces) => {
      const users = new Map(always)
      const organizations = new Map<string, Row>()
      for (const [index, { first, last, ...at }] of persons.entries()) {
        const email = `${at.local}${index}@${at.domain}`
        const role = index % 2 ? 'org_user' : 'client_user'
        const { id, userId } = await addPerson({ first, last, email, role })
        for (const one of [id, userId])
          users.set(one, rowOf(`${first} ${last} ${at.local}${index}`, `@${at.domain}`, role))
        // A family member, who has no e-mail.
        const familyId = newId()
        await db
          .insertInto('client')
          .values({ id: familyId, guardianId: id, firstName: last, lastName: first })
          .execute()
        users.set(familyId, rowOf(`${last} ${first}`))
      }
      for (const { name: called, description } of companies) {
        const id = newId()
        const values = { id, name: called, description, inviteToken: id }
        await db.insertInto('organization').values(values).execute()
        organizations.set(id, rowOf(called, ` ${description ?? ''}`))
      }
      const written = [...users.values(), ...organizations.values()]
        .slice(-20)
        .map(({ text }) => text)
        .join(' ')
      try {
        for (const { from, length, more } of pieces) {
          const at = from % written.length
          const q = `${written.slice(at, at + length)} ${more ?? ''}`
          if (!q.trim()) continue
          const rows = users
          await expectFound(userList, { rows, sorts: ['email', '-created'] }, { q })
          await expectFound(userList, { rows, sorts: ['-email'] }, { q, role: 'org_user' })
          await expectFound(coachList, { rows, sorts: ['experience'] }, { q })
          await expectFound(clientList, { rows, sorts: ['-openSessions'] }, { q })
          await expectFound(organizationList, { rows: organizations, sorts: ['-created'] }, { q })
        }
      } finally {
        await remove([...users.keys()].filter((id) => !always.has(id)))
      }
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 120_000)

test('what stands in a description without any space is found, also by more than anybody types', async () => {
  const id = newId()
  // Letters that hardly repeat, so that nothing makes them shorter.
  const signs = Array.from({ length: 2000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * at * 7) % 9001)),
  )
  const description = signs.join('')
  await db
    .insertInto('organization')
    .values({ id, name: 'Long', description, inviteToken: id })
    .execute()
  const found = async (q: string) => {
    const { page } = await readerOf(db, organizationList, { q })
    return (await page(undefined, 5, false)).rows.length
  }
  for (const [from, to] of [
    [0, 3],
    [70, 120],
    [99, 149],
    [640, 900],
    [1997, 2000],
  ] as const)
    expect([from, to, await found(signs.slice(from, to).join(''))]).toEqual([from, to, 1])
  expect(await found(`${signs.slice(300, 380).join('')}x`)).toBe(0)
  await remove([])
})

test.each([
  ['many words hold it', 'son', undefined],
  ['few of these', 'sonea', { words: ['soneaa', 'soneae'], areRare: true }],
  ['one that many bear', 'xample', { words: [' example'], areRare: false }],
  ['none does', 'sonqs', { words: [], areRare: true }],
  ['it is short', 'so', undefined],
])(
  'the words that lead to the rows are known unless they are too many: %s',
  async (_what, q, known) => {
    const led = await leadOf(db, 'user', await wordsOf(db, q))
    expect(led?.known && { ...led.known, words: led.known.words.toSorted() }).toEqual(known)
  },
)
