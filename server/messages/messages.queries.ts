import { sql } from 'kysely'
import type { listMessages, Message } from '#contract/messages.ts'
import type { Db } from '../db/db.ts'
import { prepared } from '../db/prepared.ts'
import { notFound } from '../errors.ts'
import { among, type Ids, type List } from '../lists/list.ts'

const messages = (db: Db) =>
  db
    .selectFrom('message')
    .select(['id', 'createdAt', 'recipient', 'subject', 'attempts', 'error'])
    .select([
      sql<Message['kind']>`kind`.as('kind'),
      sql<Message['status']>`status`.as('status'),
      sql<string | null>`case when status = 'waiting' then next_try_at end`.as('nextTryAt'),
    ])

export const messageList: List<typeof listMessages> = {
  table: 'message',
  sorts: { time: { by: sql`message.created_at`, value: 'instant' } },
  usual: '-time',
  filters: {
    status: (it) => sql`message.status = ${it}`,
    kind: (it) => sql`message.kind = ${it}`,
  },
  tally: { all: 'message', status: 'message-status', kind: 'message-kind' },
  rows: prepared((db, ids: Ids) => messages(db).where(among('id', ids))),
}

export const messageRow = (db: Db, id: string) =>
  messages(db).where('id', '=', id).executeTakeFirstOrThrow(notFound('message'))

export const messageWithBody = (db: Db, id: string) =>
  messages(db).select('body').where('id', '=', id).executeTakeFirstOrThrow(notFound('message'))

/** Lets one that failed, or was kept, wait for its first try again; false where it is neither. */
export async function waitAgain(tx: Db, id: string) {
  const again = await tx
    .updateTable('message')
    .set({
      ...{ status: 'waiting', attempts: 0, error: null },
      nextTryAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'kept'])
    .returning('id')
    .executeTakeFirst()
  return again !== undefined
}
