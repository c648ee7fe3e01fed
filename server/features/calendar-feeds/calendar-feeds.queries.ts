import { sql } from 'kysely'
import type { FeedTitle } from '#contract/calendar-feeds/calendar-feeds.ts'
import type { Db } from '../../platform/db/db.ts'
import { fromParticipants, type Participation, participation } from '../sessions/participants.ts'

export const getFeed = async (db: Db, userId: string) =>
  (await db
    .selectFrom('calendarFeed')
    .select(['ownTitle', 'createdAt', 'lastFetchedAt'])
    .select(sql<FeedTitle>`title`.as('title'))
    .where('userId', '=', userId)
    .executeTakeFirst()) ?? null

/** Creates the feed, or replaces its secret. Returns whether it is a new one. */
export async function saveSecret(tx: Db, userId: string, secretHash: string) {
  const { isNew } = await tx
    .insertInto('calendarFeed')
    .values({ userId, secretHash })
    .onConflict((it) =>
      it
        .column('userId')
        .doUpdateSet({ secretHash, createdAt: sql<string>`now()`, lastFetchedAt: null }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
  return isNew
}

/** Undefined without a feed. */
export const saveTitle = (tx: Db, userId: string, title: { title: FeedTitle; ownTitle: string }) =>
  tx
    .updateTable('calendarFeed')
    .set(title)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst()

/** Undefined without a feed. */
export const deleteFeed = (tx: Db, userId: string) =>
  tx.deleteFrom('calendarFeed').where('userId', '=', userId).returning('userId').executeTakeFirst()

/** Undefined for an unknown secret, or if the account is deactivated. */
export const findFeed = (db: Db, secretHash: string) =>
  db
    .selectFrom('calendarFeed')
    .innerJoin('user', 'user.id', 'calendarFeed.userId')
    .select(['calendarFeed.userId', 'ownTitle'])
    .select(sql<FeedTitle>`calendar_feed.title`.as('title'))
    .where('secretHash', '=', secretHash)
    .where('user.deactivatedAt', 'is', null)
    .executeTakeFirst()

/** At most once a minute, so that most fetches cost no write. */
export const recordFetch = (db: Db, userId: string) =>
  db
    .updateTable('calendarFeed')
    .set({ lastFetchedAt: sql<string>`now()` })
    .where('userId', '=', userId)
    .where(sql<boolean>`coalesce(last_fetched_at < now() - interval '1 minute', true)`)
    .execute()

export type FeedSession = Participation & {
  changedAt: string
  /** Last name of the client. */
  clientLastName: string | null
}

/** Of the own plan, the family's, and the clients of a coach. */
export async function listFeedSessions(db: Db, userId: string) {
  const { rows } = await sql<FeedSession>`
    select ${participation}, session.schedule_changed_at as changed_at,
      coalesce((select last_name from "user" where id = client.user_id), client.last_name) as client_last_name
    ${fromParticipants}
    where person.user_id = ${userId} and session.archived_at is null
      and session.session_date between now() - interval '3 months' and now() + interval '1 year'
      and session.client_id in (
        select id from client where user_id = ${userId}
        union all
        select member.id from client as member join client as guardian on guardian.id = member.guardian_id
        where guardian.user_id = ${userId}
        union all
        select theirs.id from client as theirs join coach on coach.id = theirs.coach_id where coach.user_id = ${userId}
      )
    order by session.session_date, session.id`.execute(db)
  return rows
}
