import { afterAll, describe, expect, inject, test } from 'vitest'
import { type Db, openDb } from '../../db/db.ts'
import { cloneDatabase } from '../../test/database.ts'
import type { Message, Messenger } from './messenger.ts'
import { outbox } from './outbox.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, () => {}, 2)
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

type Adapter = { messenger: Messenger; sent: (db: Db) => Promise<Message[]> }
/** What each adapter was asked to send, as its own side shows it. */
const adapters: [string, Adapter][] = [
  [
    'outbox',
    {
      messenger: outbox,
      sent: (it) =>
        it.selectFrom('message').select(['recipient', 'subject', 'body']).orderBy('id').execute(),
    },
  ],
]

describe.each(adapters)('%s', (_, { messenger, sent }) => {
  const message = (subject: string): Message => ({
    recipient: 'sarah@example.com',
    subject,
    body: 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n',
  })

  test('a message goes out as it was written', async () => {
    await messenger.send(db, message('one'))
    expect(await sent(db)).toContainEqual(message('one'))
  })

  test('a message of a transaction that is rolled back never goes out', async () => {
    const failed = db.transaction().execute(async (tx) => {
      await messenger.send(tx, message('never'))
      throw new Error('second thoughts')
    })
    await expect(failed).rejects.toThrow('second thoughts')
    expect((await sent(db)).map(({ subject }) => subject)).not.toContain('never')
  })

  test('messages go out in order', async () => {
    await db.transaction().execute(async (tx) => {
      await messenger.send(tx, message('two'))
      await messenger.send(tx, message('three'))
    })
    expect((await sent(db)).map(({ subject }) => subject).slice(-2)).toEqual(['two', 'three'])
  })
})
