import { sql } from 'kysely'
import type { MessageKind } from '#contract/messages.ts'
import { type MyNotices, mostNotices } from '#contract/notices.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Their links open the account, and whoever reads notices is in it. */
const ofAccounts: MessageKind[] = ['passwordReset', 'invitation']

const noticesOf = (db: Db, userId: string) =>
  db.selectFrom('message').where('userId', '=', userId).where('kind', 'not in', ofAccounts)

/** What this person was told of, whether or not a message could leave. */
export async function myNotices(db: Db, userId: string): Promise<MyNotices> {
  const rows = await noticesOf(db, userId)
    .select(['id', 'createdAt', 'short', 'readAt'])
    .select([
      sql<string | null>`given ->> 'link'`.as('link'),
      sql<string>`given ->> 'brandName'`.as('brandName'),
    ])
    .orderBy(sql`read_at is not null`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(mostNotices)
    .execute()
  return {
    notices: rows.map(({ id, createdAt, short, brandName, link, readAt }) => ({
      ...{ id, createdAt },
      text: sentenceIn(short, brandName, link ?? ''),
      path: link === null ? null : pathOf(link),
      isRead: readAt !== null,
    })),
    unread: rows.filter(({ readAt }) => readAt === null).length,
  }
}

/** The text message without the sender before it and the link behind it. */
function sentenceIn(short: string, brandName: string, link: string) {
  const said = short.replace(`${brandName}: `, '').replace(link, '').trim().replace(/:$/, '.')
  return said.charAt(0).toUpperCase() + said.slice(1)
}

function pathOf(link: string) {
  const { pathname, search } = new URL(link)
  return pathname + search
}

export const markRead = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .updateTable('message')
    .set({ readAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .where('readAt', 'is', null)
    .execute()
