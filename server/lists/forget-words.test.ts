import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { userList } from '../accounts/users.queries.ts'
import { type Db, openDb } from '../db/db.ts'
import { newId } from '../ids.ts'
import { cloneDatabase } from '../test/database.ts'
import { forgetWords } from './forget-words.ts'
import { readerOf } from './read-list.ts'
import { searched } from './search.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})
const never = new AbortController().signal

async function add(tx: Db, firstName: string, email = `${newId()}@people.example`) {
  const [id, userId] = [newId(), newId()]
  const names = { firstName, lastName: 'Any' }
  await tx
    .insertInto('user')
    .values({ ...names, id: userId, email, passwordHash: 'none', roles: ['client_user'] })
    .execute()
  await tx.insertInto('client').values({ id, userId }).execute()
  return { id, userId }
}

const remove = async ({ id, userId }: { id: string; userId: string }) => {
  await db.deleteFrom('client').where('id', '=', id).execute()
  await db.deleteFrom('user').where('id', '=', userId).execute()
}

const found = async (q: string) => {
  const { page } = await readerOf(db, userList, { q })
  return (await page(undefined, 50, false)).rows.map(({ firstName }) => firstName)
}
const isKnown = async (
  word: string,
  table: 'userKnownWord' | 'clientKnownWord' = 'userKnownWord',
) => (await db.selectFrom(table).select('word').where('word', '=', word).execute()).length > 0

// Whatever happened: a word that a row has and nobody knows would not be found.
afterEach(async () => {
  for (const table of searched) {
    const { rows } = await sql<{ word: string }>`
      select word from ${sql.table(`${table}Word`)} where length(word) > 2
      except select word from ${sql.table(`${table}KnownWord`)}`.execute(db)
    expect([table, rows]).toEqual([table, []])
  }
})

test('a word that nobody has any more is forgotten, and one that somebody has is not', async () => {
  const gone = await add(db, 'Bartholomew', 'bart4711@old-firm.example')
  const renamed = await add(db, 'Bartholdy', 'b@other.example')
  await remove(gone)
  await db
    .updateTable('user')
    .set({ firstName: 'Felix' })
    .where('id', '=', renamed.userId)
    .execute()
  expect(await found('arthol')).toEqual([])
  expect(await isKnown('bartholomew')).toBe(true)
  await forgetWords(db, never, 2)
  for (const word of ['bartholomew', 'bartholdy', 'bart4711', ' bart', ' 4711', ' firm', ' old'])
    expect([word, await isKnown(word), await isKnown(word, 'clientKnownWord')]).toEqual([
      ...[word, false, false],
    ])
  for (const word of ['felix', 'any', ' other', ' example'])
    expect([word, await isKnown(word), await isKnown(word, 'clientKnownWord')]).toEqual([
      ...[word, true, true],
    ])
  expect(await found('elix')).toEqual(['Felix'])
  await add(db, 'Bartholomew')
  expect(await found('rtholo')).toEqual(['Bartholomew'])
})

test('a change of what is behind the @ alone is followed', async () => {
  const { userId } = await add(db, 'Ottilie', 'ottilie@before.example')
  await db
    .updateTable('user')
    .set({ email: 'ottilie@afterwards.example' })
    .where('id', '=', userId)
    .execute()
  expect([await found('efore.'), await found('fterwar')]).toEqual([[], ['Ottilie']])
})

test('two who add the same new word at the same moment both have it, also where the first gives up', async () => {
  for (const [name, isKept] of [
    ['Quintessa', true],
    ['Quirinius', false],
  ] as const) {
    let second: Promise<unknown> | undefined
    await db
      .transaction()
      .execute(async (tx) => {
        await add(tx, name)
        second = add(db, name)
        await sleep(50)
        if (!isKept) throw new Error('gives up')
      })
      .catch((error: Error) => expect(error.message).toBe('gives up'))
    await second
    expect(await found(name.slice(2))).toEqual(isKept ? [name, name] : [name])
  }
})

test('who adds a word that is known waits for nobody who adds it too', async () => {
  await add(db, 'Wilhelmina', 'w@people.example')
  await db.transaction().execute(async (tx) => {
    await add(tx, 'Wilhelmina', 'x@people.example')
    await add(db, 'Wilhelmina', 'y@people.example')
  })
  expect(await found('ilhelm')).toHaveLength(3)
})

test.each([
  ['soon enough to be waited for', 50],
  ['too late for that', 500],
])('a word that somebody is about to add stays known: %s', async (_when, more) => {
  await remove(await add(db, 'Zacharias'))
  let forgetting: Promise<void> | undefined
  await db.transaction().execute(async (tx) => {
    await add(tx, 'Zacharias')
    forgetting = forgetWords(db, never)
    await sleep(more)
  })
  await forgetting
  expect(await found('charia')).toContain('Zacharias')
})

test('who adds a word while it is being forgotten makes it known anew', async () => {
  const [word, name] = ['yolanthe', 'Yolanthe']
  await remove(await add(db, name))
  let added: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await sql`lock table user_word in share row exclusive mode`.execute(tx)
    await tx.deleteFrom('userKnownWord').where('word', '=', word).execute()
    added = add(db, name)
    await sleep(50)
  })
  await added
  expect(await found('olanth')).toEqual([name])
})

test('many who add, rename, remove and forget at the same moment lose no word', async () => {
  const names = ['Amaryllis', 'Belladonna', 'Calendula', 'Dianthus']
  const writers = names.map(async (name, index) => {
    for (let turn = 0; turn < 12; turn++) {
      const one = await add(db, name)
      await db
        .updateTable('user')
        .set({ firstName: names[(index + turn) % names.length] ?? name })
        .where('id', '=', one.userId)
        .execute()
      if (turn % 3) await remove(one)
    }
  })
  let isDone = false
  const forgetting = (async () => {
    while (!isDone) await forgetWords(db, never, 3)
  })()
  await Promise.all(writers)
  isDone = true
  await forgetting
  const left = await db
    .selectFrom('user')
    .select('firstName')
    .where('firstName', 'in', names)
    .execute()
  for (const name of names)
    expect(await found(name.slice(2).toLowerCase())).toHaveLength(
      left.filter(({ firstName }) => firstName === name).length,
    )
})
