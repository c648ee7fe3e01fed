import { isNotice, type MessageKind } from '#contract/messages/kinds.ts'
import { type MyNotices, maxNotices } from '#contract/messages/notices.ts'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RunningJob } from '../../../platform/jobs/job.ts'
import { deleteMessage } from '../messages.queries.ts'
import type { Told } from './notice-kind.ts'
import { msOfQuiet, wordNotice } from './word-notice.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'installation'>

/** Not shown: their links open the account. */
const accountKinds: MessageKind[] = ['passwordReset', 'invitation']

const noticesOf = (db: Db, userId: string) =>
  db
    .selectFrom('message')
    .select(['id', 'createdAt', 'short', 'bell', 'readAt', 'rowIds', 'closedAt', 'status'])
    .select([
      sql<MessageKind>`kind`.as('kind'),
      sql<string | null>`placeholder_values ->> 'link'`.as('link'),
      sql<string>`placeholder_values ->> 'brandName'`.as('brandName'),
    ])
    .where('userId', '=', userId)

type Row = Awaited<ReturnType<ReturnType<typeof noticesOf>['execute']>>[number]

/** The notification list: what was sent, and what waits or is for the list only, in the words of this moment. */
export async function listNotices(deps: Needs, userId: string): Promise<MyNotices> {
  const rows = await noticesOf(deps.db, userId)
    .where('kind', 'not in', accountKinds)
    .orderBy(sql`read_at is not null`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxNotices)
    .execute()
  const notices: MyNotices['notices'] = []
  for (const row of rows) {
    const { id, createdAt, readAt } = row
    const said = await say(deps, userId, row)
    if (said) notices.push({ ...{ id, createdAt, isRead: readAt !== null }, ...said })
  }
  return { notices, unread: notices.filter(({ isRead }) => !isRead).length }
}

/** Undefined: nothing of it is true any more. */
async function say(deps: Needs, userId: string, row: Row) {
  const { kind, rowIds, closedAt, createdAt, short, bell, link, brandName } = row
  if (rowIds && isNotice(kind) && closedAt === null) {
    const worded = await wordNotice(deps.db, deps, { kind, userId, rowIds, createdAt })
    return worded && { text: worded.told.bell, path: worded.told.path }
  }
  return {
    text: bell ?? noticeText(short, brandName, link ?? ''),
    path: link === null ? null : pathOf(link),
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

/** What is for the list only keeps the words in which it was read. */
export const markRead = (deps: Needs, userId: string, ids: readonly string[]) =>
  inTransaction(deps.db, async (tx) => {
    const rows = await noticesOf(tx, userId)
      .where('id', 'in', ids)
      .where('readAt', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    for (const { id, kind, rowIds, createdAt, status } of rows) {
      const worded =
        status === 'bell' && rowIds && isNotice(kind)
          ? await wordNotice(tx, deps, { kind, userId, rowIds, createdAt })
          : undefined
      await tx
        .updateTable('message')
        .set({ readAt: sql<string>`now()`, ...(worded && closed(worded.row)) })
        .where('id', '=', id)
        .execute()
    }
  })

const closed = <Worded>(row: Worded) => ({
  ...row,
  closedAt: sql<string>`coalesce(closed_at, now())`,
})

/**
 * Words a waiting notice for this attempt, after which others of its kind are another one. Ended: it waits for the morning, or
 * nothing of it is true any more, and it is gone.
 */
export const closeNotice = (
  deps: Needs,
  id: string,
  job: RunningJob,
): Promise<{ isEnded: boolean; told?: Told }> =>
  inTransaction(deps.db, async (tx) => {
    await job.requireClaim(tx)
    const found = await tx
      .selectFrom('message')
      .select(['userId', 'rowIds', 'createdAt'])
      .select(sql<MessageKind>`kind`.as('kind'))
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found?.rowIds || found.userId === null || !isNotice(found.kind)) return { isEnded: false }
    const { kind, userId, rowIds, createdAt } = found
    const worded = await wordNotice(tx, deps, { kind, userId, rowIds, createdAt })
    if (!worded) {
      await job.finish(tx)
      await deleteMessage(tx, id)
      return { isEnded: true }
    }
    const { told, timeZone, row } = worded
    const quietMs = msOfQuiet(told, timeZone)
    if (quietMs > 0) {
      await job.runAgain(tx, quietMs)
      return { isEnded: true }
    }
    await tx.updateTable('message').set(closed(row)).where('id', '=', id).execute()
    return { isEnded: false, told }
  })
