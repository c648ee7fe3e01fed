import type { CalendarFeed, feedTitleForm } from '#contract/calendar-feeds/calendar-feeds.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/errors.ts'
import { linkOrigin } from '../../platform/http/origin.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { hashToken, newToken } from '../../platform/keys/keys.ts'
import { audit, type AuditAction } from '../audit/audit.ts'
import { neutralTitle, renderCalendarFeed } from '../plans/schedule/calendar-file.ts'
import {
  deleteFeed,
  type FeedSession,
  findFeed,
  getFeed,
  listFeedSessions,
  recordFetch,
  saveSecret,
  saveTitle,
} from './calendar-feeds.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

/** Returns the secret, of which only a hash is stored. An earlier one is unknown from now on. */
export const renewFeed = (db: Db, actor: Actor) =>
  inTransaction(db, async (tx) => {
    const secret = newToken()
    const isNew = await saveSecret(tx, actor.userId, hashToken(secret))
    await auditFeed(tx, actor, isNew ? 'calendar-feed-created' : 'calendar-feed-renewed')
    const feed = await getFeed(tx, actor.userId)
    if (!feed) throw notFound('calendar feed')()
    return { feed, secret }
  })

/** Throws not-found without a feed. */
export const changeTitle = (db: Db, actor: Actor, title: z.output<typeof feedTitleForm>) =>
  inTransaction(db, async (tx) => {
    if (!(await saveTitle(tx, actor.userId, title))) throw notFound('calendar feed')()
    await auditFeed(tx, actor, 'calendar-feed-changed')
    return { feed: await getFeed(tx, actor.userId) }
  })

/** Also where there is none. */
export const removeFeed = (db: Db, actor: Actor) =>
  inTransaction(db, async (tx) => {
    if (await deleteFeed(tx, actor.userId)) await auditFeed(tx, actor, 'calendar-feed-deleted')
    return { feed: null }
  })

const auditFeed = (tx: Db, actor: Actor, action: AuditAction) =>
  audit(tx, actor, { action, table: 'calendar_feed', rowId: actor.userId })

/** The file of a feed, the same bytes until a session or the title changes. Throws not-found for an unknown secret. */
export async function readFeed({ db, config }: Needs, secret: string) {
  const feed = await findFeed(db, hashToken(secret))
  if (!feed) throw notFound('calendar')()
  await recordFetch(db, feed.userId)
  const sessions = await listFeedSessions(db, feed.userId)
  return renderCalendarFeed(
    sessions.map((session) => ({
      ...{ id: session.id, sessionDate: session.sessionDate, changedAt: session.changedAt },
      durationMinutes: session.durationMinutes,
      sequence: session.dateVersion - 1,
      title: titleOf(feed, session),
      isJoinable: session.isJoinable,
    })),
    linkOrigin(config),
  )
}

type Title = Pick<CalendarFeed, 'title' | 'ownTitle'>
type Met = Pick<FeedSession, 'isCoach' | 'with' | 'clientLastName'>

/** A coach reads of a client's name what the coach chose, a client the coach's first name. */
function titleOf({ title, ownTitle }: Title, { isCoach, with: first, clientLastName }: Met) {
  if (title === 'appointment') return neutralTitle
  if (title === 'busy') return 'Busy'
  if (title === 'own') return ownTitle
  if (!first) return 'Session'
  if (!isCoach || title === 'firstName') return `Session with ${first}`
  const names = [first, clientLastName ?? ''].map(title === 'initials' ? initial : String)
  return `Session with ${names.join(' ').trim()}`
}

/** By character, so that no letter is split. */
const initial = ([letter]: string) => (letter ? `${letter}.` : '')
