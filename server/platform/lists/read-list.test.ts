import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { maxCounted } from '#contract/paging.ts'
import type { listUsers } from '#contract/accounts/users.ts'
import { userList } from '../../features/accounts/users/users.queries.ts'
import { clientList } from '../../features/clients/clients.queries.ts'
import { coachList } from '../../features/coaches/coaches.queries.ts'
import { openDb } from '../db/db.ts'
import { newId } from '../ids.ts'
import { organizationList } from '../../features/organizations/organizations.queries.ts'
import { cloneDatabase } from '../../test/database.ts'
import type { Reader } from './list.ts'
import { makeRow, updateRow } from '../../test/make.ts'
import { createReader } from './read-list.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

/** All rows of a list in pages of `limit`; `meanwhile` runs after each page. */
async function walkList<Row>(
  { page }: Pick<Reader<Row>, 'page'>,
  limit: number,
  meanwhile?: () => Promise<unknown>,
) {
  const found: Row[] = []
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await page(cursor, limit, false)
    found.push(...rows)
    await meanwhile?.()
    if (next === undefined) return found
    cursor = next
  }
}

type UserQuery = Parameters<typeof createReader<typeof listUsers>>[2]

const sizeOf = async (query: UserQuery) => createReader(db, userList, query).size()

const walk = async (query: UserQuery, limit = 7, meanwhile?: () => Promise<unknown>) =>
  walkList(createReader(db, userList, query), limit, meanwhile)
const namesOf = (rows: readonly { firstName: string; lastName: string }[]) =>
  rows.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())
const found = async (q: string) => namesOf(await walk({ q }))

let email = 0
async function addUsers(people: [firstName: string, lastName: string, email?: string][]) {
  const rows = people.map(([firstName, lastName, address]) => ({
    ...{ id: newId(), firstName, lastName, passwordHash: 'none', roles: ['client_user'] },
    email: address ?? `${++email}@people.example`,
  }))
  await db.insertInto('user').values(rows).execute()
  return rows.map(({ id }) => id)
}

describe('pages', () => {
  test('contain each row once, also with equal names and timestamps', async () => {
    await addUsers(Array.from({ length: 30 }, () => ['Same', 'Name']))
    for (const sort of ['name', '-name', 'created', '-created', 'email', '-email'] as const) {
      const rows = await walk({ q: 'same', sort })
      expect(new Set(rows.map(({ id }) => id)).size).toBe(30)
      expect(rows).toHaveLength(30)
    }
  })

  test('neither skip nor repeat rows while others are added and deleted', async () => {
    const ids = await addUsers(Array.from({ length: 20 }, (_, index) => ['Stays', `Nr ${index}`]))
    const deleted = await addUsers(
      Array.from({ length: 10 }, (_, index) => ['Stays', `Nr ${index}b`]),
    )
    let turn = 0
    const rows = await walk({ q: 'stays' }, 4, async () => {
      await addUsers([
        ['Stays', `Bb early ${turn}`],
        ['Stays', `Zz late ${turn}`],
      ])
      await db
        .deleteFrom('user')
        .where('id', '=', deleted[turn++] ?? newId())
        .execute()
    })
    const seen = rows.map(({ id }) => id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(ids.filter((id) => !seen.includes(id))).toEqual([])
  })

  test('omit a row that is deleted between the two statements of a page', async () => {
    const [gone] = await addUsers([['Goes', 'Away']])
    const racingList: typeof userList = {
      ...userList,
      rows: async (...given) => {
        await db
          .deleteFrom('user')
          .where('id', '=', gone ?? '')
          .execute()
        return userList.rows(...given)
      },
    }
    const users = createReader(db, racingList, { q: 'goes' })
    const page = await users.page(undefined, 5, false)
    expect(page).toEqual({ rows: [], next: undefined })
  })
})

test('a page and its counts contain only rows that the caller may see', async () => {
  await addUsers([
    ['Own', 'First', 'one@own.example'],
    ['Own', 'Second', 'two@own.example'],
    ['Own', 'Third', 'three@own.example'],
  ])
  const seenBy = async (part: string, limit: number) => {
    const isSeen = sql<boolean>`"user".email like ${part} || '%@own.example'`
    const reader = createReader(db, userList, {}, isSeen)
    const first = await reader.page(undefined, limit, false)
    const next = first.next === undefined ? [] : (await reader.page(first.next, 9, false)).rows
    const { total, match } = await reader.size()
    return { names: namesOf([...first.rows, ...next]), counts: [total.number, match.number] }
  }
  const [t, o, all] = [
    { names: ['Own Second', 'Own Third'], counts: [2, 2] },
    { names: ['Own First'], counts: [1, 1] },
    { names: ['Own First', 'Own Second', 'Own Third'], counts: [3, 3] },
  ]
  for (const limit of [1, 2, 5]) {
    expect(await Promise.all([seenBy('t', limit), seenBy('o', limit)])).toEqual([t, o])
    expect(await seenBy('', limit)).toEqual(all)
    expect(await seenBy('nobody', limit)).toEqual({ names: [], counts: [0, 0] })
  }
})

describe('rows without a value', () => {
  const years = [2003, 1999, null, 2010, null, 2003, null, 1991]
  beforeAll(async () => {
    const ids = await addUsers(years.map((_, index) => ['Coach', `Nr ${index}`]))
    await db
      .insertInto('coach')
      .values(
        ids.map((userId, index) => ({
          id: newId(),
          userId,
          experiencedSince: years[index] ?? null,
        })),
      )
      .execute()
  })
  const walkCoaches = async (sort: 'experience' | '-experience', limit: number) => {
    const coaches = createReader(db, coachList, { sort })
    const seen = []
    for (let cursor: string | undefined; ;) {
      const page = await coaches.page(cursor, limit, false)
      seen.push(...page.rows.map((it) => it.experiencedSince))
      if (page.next === undefined) return seen
      cursor = page.next
    }
  }

  test.each([1, 2, 3, 5, 8])('come last in both directions, in pages of %i', async (limit) => {
    const up = [1991, 1999, 2003, 2003, 2010]
    expect(await walkCoaches('experience', limit)).toEqual([...up, null, null, null])
    expect(await walkCoaches('-experience', limit)).toEqual([...up.toReversed(), null, null, null])
  })
})

describe('a cursor', () => {
  const id = newId()
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  test.each([
    ['no JSON', 'x', 'name'],
    ['no content', cursor([]), 'name'],
    ['another sort', cursor(['created', '1', id]), 'name'],
    ['the other direction', cursor(['name', 'a', id]), '-name'],
    ['another type of value', cursor(['name', 1, id]), 'name'],
    ['null for a required value', cursor(['name', null, id]), 'name'],
    ['an invalid timestamp', cursor(['created', 'yesterday', id]), 'created'],
    ['an invalid id', cursor(['name', 'a', 'b']), 'name'],
    ['an extra element', cursor(['name', 'a', id, 1]), 'name'],
  ])('with %s is refused', async (_what, given, sort) => {
    const users = createReader(db, userList, { sort: sort as 'name' })
    await expect(async () => users.page(given, 5, false)).rejects.toMatchObject({
      code: 'invalid',
      fields: { cursor: expect.any(String) },
    })
  })
})

describe('a search', () => {
  beforeAll(() =>
    addUsers([
      ['Søren', 'Ågård', 'soeren.agaard@firm.example'],
      ['Lorenz', 'Sorensen', 'lorenz@firm.example'],
      ['Ana María', 'de la Cruz-Ortiz', 'amc+work@other.example'],
      ['Conan', "O'Brien", 'co@other.example'],
      ['100%', 'Sure_thing', 'back\\slash@other.example'],
      ['李', '小龙', 'li@other.example'],
      ['Łukasz', 'Ærø', 'x9@other.example'],
      ['Ida', 'Holm', 'jessen0911@mail42.example'],
      ['Maria', 'Müller', 'mm@other.example'],
    ]),
  )
  test.each([
    ['two letters', 'so', ['Lorenz Sorensen', 'Søren Ågård']],
    ['part of a word', 'ore', ['Lorenz Sorensen', 'Søren Ågård']],
    ['case and accents are ignored', 'LUK', ['Łukasz Ærø']],
    ['a letter that is transliterated to two', 'ærø', ['Łukasz Ærø']],
    ['words come in any order', 'cruz ana', ['Ana María de la Cruz-Ortiz']],
    ['a hyphenated name', 'cruz-ort', ['Ana María de la Cruz-Ortiz']],
    ['punctuation within a word counts', "o'brien", ["Conan O'Brien"]],
    ['last name first', 'Müller, Maria', ['Maria Müller']],
    ['an umlaut written as two letters', 'mueller', ['Maria Müller']],
    ['å written as two letters', 'aagaard', ['Søren Ågård']],
    ['SQL wildcards are literal', '%', ['100% Sure_thing']],
    ['a backslash is literal', '\\sl', ['100% Sure_thing']],
    ['the email', 'amc+w', ['Ana María de la Cruz-Ortiz']],
    ['one character of another script', '李', ['李 小龙']],
    ['no match', 'zzzzz', []],
    ['a match for only one of two words', 'søren zz', []],
    ['a combining accent by itself is ignored', 'luk \u0301', ['Łukasz Ærø']],
  ])('%s: %s', async (_what, q, names) => {
    expect((await found(q)).toSorted()).toEqual(names.toSorted())
    expect(await sizeOf({ q })).toMatchObject({
      match: { number: names.length, isCapped: false },
    })
  })

  test('finds clients and coaches by name and email of their account, organizations by their description', async () => {
    const [userId = ''] = await addUsers([['Grete', 'Ødegård', 'g.o@fjell.example']])
    const ids = { client: newId(), coach: newId(), family: newId(), organization: newId() }
    await makeRow(db, 'client', { id: ids.client, userId })
    await makeRow(db, 'coach', { id: ids.coach, userId })
    const family = {
      id: ids.family,
      guardianId: ids.client,
      firstName: 'Lars',
      lastName: 'Ødegård',
    }
    await db.insertInto('client').values(family).execute()
    await makeRow(db, 'organization', {
      id: ids.organization,
      name: 'Fjell',
      description: 'Møbler',
      inviteToken: newId(),
    })
    const idsIn = async (rows: Promise<readonly { id: string }[]>) =>
      (await rows).map(({ id }) => id)
    const clients = (q: string) => idsIn(walkList(createReader(db, clientList, { q }), 5))
    const coaches = (q: string) => idsIn(walkList(createReader(db, coachList, { q }), 5))
    const organizations = (q: string) =>
      idsIn(walkList(createReader(db, organizationList, { q }), 5))
    expect(await clients('odegard')).toEqual([ids.client, ids.family])
    expect(await clients('fjell odeg')).toEqual([ids.client])
    expect(await coaches('odegard fjell.ex')).toEqual([ids.coach])
    expect(await organizations('fjell mobler')).toEqual([ids.organization])
    await updateRow(db, 'user', userId, { lastName: 'Berg' })
    expect(await clients('berg')).toEqual([ids.client])
    expect(await coaches('odegard')).toEqual([])
  })

  test('finds a changed name and no deleted rows', async () => {
    const [id = ''] = await addUsers([['Before', 'Marriage']])
    await updateRow(db, 'user', id, { lastName: 'Afterwards' })
    expect(await found('marriage')).toEqual([])
    expect(await found('afterw')).toEqual(['Before Afterwards'])
    await db.deleteFrom('user').where('id', '=', id).execute()
    expect(await found('afterw')).toEqual([])
  })
})

describe('the size', () => {
  test('is exact up to 10,000 and capped beyond', async () => {
    await addUsers(Array.from({ length: maxCounted }, () => ['Counted', 'Person']))
    const { total, match } = await sizeOf({ q: 'counted' })
    expect(total).toEqual({ number: maxCounted, isCapped: true })
    expect(match).toEqual({ number: maxCounted, isCapped: false })
    await addUsers([['Counted', 'Too']])
    expect((await sizeOf({ q: 'counted' })).match).toEqual({ number: maxCounted, isCapped: true })
  })

  test('has the same total and match without filters', async () => {
    const { total, match } = await sizeOf({})
    expect(match).toBe(total)
  })
})
