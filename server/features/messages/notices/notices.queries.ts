import { sql } from 'kysely'
import type { MessageKind } from '#contract/messages/messages.ts'
import { type MyNotices, maxNotices } from '#contract/messages/notices.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Not shown: their links open the account. */
const accountKinds: MessageKind[] = ['passwordReset', 'invitation']

const noticesOf = (db: Db, userId: string) =>
  db.selectFrom('message').where('userId', '=', userId).where('kind', 'not in', accountKinds)

/** Messages to the user, sent or not. */
export async function myNotices(db: Db, userId: string): Promise<MyNotices> {
  const rows = await noticesOf(db, userId)
    .select(['id', 'createdAt', 'short', 'readAt'])
    .select([
      sql<string | null>`placeholder_values ->> 'link'`.as('link'),
      sql<string>`placeholder_values ->> 'brandName'`.as('brandName'),
    ])
    .orderBy(sql`read_at is not null`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxNotices)
    .execute()
  return {
    notices: rows.map(({ id, createdAt, short, brandName, link, readAt }) => ({
      id,
      createdAt,
      text: noticeText(short, brandName, link ?? ''),
      path: link === null ? null : pathOf(link),
      isRead: readAt !== null,
    })),
    unread: rows.filter(({ readAt }) => readAt === null).length,
  }
}

/** The text message without the brand name and the link. */
function noticeText(short: string, brandName: string, link: string) {
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
