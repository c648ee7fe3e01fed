import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readerOf } from '../lists/read-list.ts'
import { newId } from '../ids.ts'
import { testApp } from '../test/test-app.ts'
import { walkList } from '../test/walk-list.ts'
import { auditLog } from './audit.queries.ts'
import { byPerson } from './by-person.ts'

const { db } = await testApp()

/** As many people as a name says, each with two entries of their own and one behind somebody else. */
const names: Record<string, number> = {
  Onlyone: 1,
  Somefew: 3,
  "O'Many": 5,
  'Many Ågot': 6,
  Mostly: 9,
}
const people = Object.entries(names).flatMap(([lastName, count]) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), lastName, firstName: index % 2 ? 'Bo' : 'Kim', passwordHash: 'none' },
    ...{ email: `${newId()}@example.com`, roles: ['coach_user'] },
  })),
)
await db.insertInto('user').values(people).execute()
const entries = people.flatMap(({ id }, index) => {
  const other = people[(index * 7 + 3) % people.length]?.id ?? null
  const rows = [
    { userId: id, originalUserId: null },
    { userId: id, originalUserId: null },
    { userId: other, originalUserId: id },
  ]
  return rows.map((row, at) => ({
    ...{ id: newId(), action: 'plan-opened', ...row },
    createdAt: new Date(Date.UTC(2026, 2, 1, 12, at * 17, index)).toISOString(),
  }))
})
await db.insertInto('auditEntry').values(entries).execute()
const nameOf = new Map(
  people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
)

test.each([
  ...[
    'Onlyone',
    'Somefew',
    "O'Many",
    "o'man",
    'many',
    'agot many',
    'Mostly',
    'kim many',
    'bo mostly',
  ],
  ...['k', 'k m', 'm k', 'ome', 'nobody'],
])('the entries of "%s" are found in their order, however many people are called so', async (q) => {
  const typed = q.toLowerCase().split(' ')
  const isCalledSo = (id: string | null) => {
    const name = (id && nameOf.get(id)?.toLowerCase().replace('å', 'a')) || ''
    return typed.every((word) =>
      word.length < 3
        ? name.split(/[^a-z]/).some((it) => it.startsWith(word))
        : name.includes(word),
    )
  }
  const expected = entries
    .filter(({ userId, originalUserId }) => isCalledSo(userId) || isCalledSo(originalUserId))
    .toSorted((a, b) =>
      a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? 1 : -1,
    )
    .map(({ id }) => id)

  // More than none is always expected.
  for (const [surelyMore, remembered] of [
    [1000, 0],
    [1000, 1000],
    [0, 1000],
  ] as const) {
    const sizes = { few: 2, many: 4, surelyMore, remembered }
    const filters = { ...auditLog.filters, person: (it: string) => byPerson(it, db, sizes) }
    const list: typeof auditLog = { ...auditLog, filters }
    const walk = async (sort: 'time' | '-time') => {
      const reader = await readerOf(db, list, { person: q, sort, limit: 4 })
      return (await walkList(reader, 4)).map(({ id }) => id)
    }
    expect(await walk('-time')).toEqual(expected)
    expect(await walk('time')).toEqual(expected.toReversed())
    const { match } = await (await readerOf(db, list, { person: q, limit: 4 })).size()
    expect(match).toEqual({ number: expected.length, isAbout: false })
  }
})

test.each(['mostly', 'k m', "o'many k"])(
  'the people of "%s" are counted as those that are met',
  async (name) => {
    const sizes = { few: 1, many: 1, surelyMore: 1000, remembered: 1000 }
    const narrowing = await byPerson(name, db, sizes)
    if (!('apart' in narrowing)) throw new Error('They are gone through in several ways.')
    const idsBy = async (conditions: typeof narrowing.apart) => {
      const found = await sql<{ id: string }>`
      select id from audit_entry where ${sql.join(conditions, sql` or `)}`.execute(db)
      return found.rows.map(({ id }) => id).toSorted()
    }
    expect(narrowing.inNoOrder).toBeDefined()
    expect(await idsBy(narrowing.inNoOrder ?? [])).toEqual(await idsBy(narrowing.apart))
  },
)
