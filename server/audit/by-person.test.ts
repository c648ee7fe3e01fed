import { sql } from 'kysely'
import { mostCounted } from '#contract/paging.ts'
import { beforeAll, describe, expect, test } from 'vitest'
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
  for (const [few, share, surelyMore, remembered] of [
    [4, 1, 1000, 0],
    [4, 1, 1000, 1000],
    [2, 0, 1000, 1000],
    [4, 1, 0, 1000],
  ] as const) {
    const sizes = { few, share, many: 4, surelyMore, remembered, begun: remembered }
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
    const sizes = { few: 1, share: 1, many: 1, surelyMore: 1000, remembered: 1000, begun: 1000 }
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

describe('a few who did much', () => {
  /** Together more than are counted, none of them by themselves. */
  const each = Math.ceil((mostCounted + 50) / 3)
  const theirs: { id: string; createdAt: string; action: string }[] = []
  beforeAll(async () => {
    const ids = [newId(), newId(), newId()]
    await db
      .insertInto('user')
      .values(
        ids.map((id, index) => ({
          ...{ id, firstName: `Busy${index}`, lastName: 'Muchdone', passwordHash: 'none' },
          ...{ email: `${id}@example.com`, roles: ['coach_user'] },
        })),
      )
      .execute()
    const rows = Array.from({ length: 3 * each }, (_, index) => ({
      ...{ id: newId(), userId: ids[index % 3] ?? null },
      // Of each ten one is another, and some happen at the same moment.
      action: index % 10 ? 'plan-opened' : 'plan-printed',
      createdAt: new Date(Date.UTC(2026, 3, 1, 12, 0, Math.floor(index / 4))).toISOString(),
    }))
    await db.insertInto('auditEntry').values(rows).execute()
    theirs.push(
      ...rows.toSorted((a, b) =>
        a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? 1 : -1,
      ),
    )
  })

  test.each([
    ['looked up', 'muchdone', 3],
    ['met along the log', 'muchdone', 2],
    ['met, and those of some are as many as are counted', 'muchdone busy', 2],
    ['met, and those of some are not', 'muchdone busy', 1],
  ])(
    'are %s: in order, counted up to a bound, and exactly where it is less',
    async (_, person, many) => {
      const sizes = { few: 1, share: 1, many, surelyMore: 1000, remembered: 1000, begun: 1000 }
      const filters = { ...auditLog.filters, person: (it: string) => byPerson(it, db, sizes) }
      const list: typeof auditLog = { ...auditLog, filters }
      const all = { person, limit: 100 }
      const reader = await readerOf(db, list, all)
      expect((await walkList(reader, 100)).map(({ id }) => id)).toEqual(theirs.map(({ id }) => id))
      const { match } = await reader.size()
      expect(match.isAbout).toBe(true)
      expect(match.number).toBeGreaterThanOrEqual(mostCounted)

      const printed = theirs.filter(({ action }) => action === 'plan-printed')
      const narrowed = await readerOf(db, list, { ...all, action: 'plan-printed' })
      expect((await walkList(narrowed, 30)).map(({ id }) => id)).toEqual(
        printed.map(({ id }) => id),
      )
      expect((await narrowed.size()).match).toEqual({ number: printed.length, isAbout: false })
    },
  )
})

test('how much a few did is counted, whatever somebody else did', async () => {
  const { id } = await db
    .insertInto('user')
    .values({
      ...{ id: newId(), firstName: 'Busiest', lastName: 'Ofall', passwordHash: 'none' },
      ...{ email: 'busiest@example.com', roles: ['coach_user'] },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into audit_entry (id, user_id, action)
    select uuidv7(), ${id}, 'plan-opened' from generate_series(1, 40000)`.execute(db)
  await sql`analyze audit_entry`.execute(db)
  const theirs = await db
    .selectFrom('auditEntry')
    .select('id')
    .where((eb) =>
      eb.or(
        (['userId', 'originalUserId'] as const).map((column) =>
          eb(
            column,
            'in',
            people.filter(({ lastName }) => lastName === 'Mostly').map((it) => it.id),
          ),
        ),
      ),
    )
    .execute()
  const { size } = await readerOf(db, auditLog, { person: 'mostly', limit: 4 })
  expect((await size()).match).toEqual({ number: theirs.length, isAbout: false })
})
