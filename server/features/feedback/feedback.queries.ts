import { sql, type SqlBool } from 'kysely'
import { feedbackDays, helpfulFrom, type Rating } from '#contract/feedback/feedback.ts'
import { isCoach } from '#contract/roles.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { mayReadCoach } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { notFound } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { followerUserId } from '../clients/find-follower.ts'
import { durationMinutes } from '../sessions/session-rows.ts'

const sessionEnd = sql<string>`session.session_date + make_interval(mins => ${durationMinutes})`
const isOver = sql<SqlBool>`session.archived_at is null and (session.completed_at is not null or ${sessionEnd} <= now())`
const canChange = sql<boolean>`(${isOver} and ${sessionEnd} > now() - make_interval(days => ${sql.lit(feedbackDays)}))`

/** Whoever was the coach at the time of the session. */
const coachOfSession = sql<string | null>`coalesce(
  feedback.coach_id,
  (select it.coach_id from client_coach as it
    where it.client_id = session.client_id and it.since <= session.session_date
      and coalesce(it.until > session.session_date, true)
    order by it.since desc limit 1),
  client.coach_id
)`

/** Of the user, and of family members without an account. */
const ratedSessions = (db: Db, userId: string) =>
  db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .leftJoin('feedback', 'feedback.sessionId', 'session.id')
    .where(followerUserId, '=', userId)

/** Sessions that can be rated, newest first, with what was answered. */
export const listRatable = (db: Db, userId: string) =>
  ratedSessions(db, userId)
    .leftJoin('coach', (join) =>
      join.onRef('coach.id', '=', 'client.coachId').on('coach.id', '=', coachOfSession),
    )
    .select([
      'session.id as sessionId',
      'session.clientId',
      sql<string | null>`case when client.user_id is null then client.first_name end`.as(
        'familyName',
      ),
      'sessionDefinition.name as sessionName',
      'session.sessionDate',
      'coach.name as coachName',
      sql<Rating | null>`feedback.rating`.as('rating'),
      'feedback.words',
      sql<boolean>`feedback.session_id is not null and feedback.rating is null`.as('isSkipped'),
    ])
    .where(canChange)
    .orderBy('session.sessionDate', 'desc')
    .orderBy('session.id')
    .execute()

/** Throws not-found for a session that the user does not rate. */
export const lockRatable = (tx: Db, userId: string, sessionId: string) =>
  ratedSessions(tx, userId)
    .select(['session.clientId', 'feedback.rating', 'feedback.words'])
    .select([canChange.as('canChange'), coachOfSession.as('coachId')])
    .where('session.id', '=', sessionId)
    .forNoKeyUpdate('session')
    .executeTakeFirstOrThrow(notFound('session'))

type Given = {
  sessionId: string
  coachId: string | null
  rating: Rating | null
  words: string | null
}

export const saveFeedback = (tx: Db, { rating, words, ...of }: Given) =>
  tx
    .insertInto('feedback')
    .values({ ...of, rating, words })
    .onConflict((on) =>
      on.column('sessionId').doUpdateSet({ rating, words, givenAt: sql<string>`now()` }),
    )
    .execute()

/** What the client answered, for the coach in person who held the session; null for everybody else. */
export const feedbackForCoach = ({ userId, originalUserId, roles }: Actor) =>
  sql<SessionDetail['feedback']>`(
    select jsonb_build_object('rating', it.rating, 'words', it.words, 'givenAt', to_json(it.given_at))
    from feedback as it join coach on coach.id = it.coach_id
    where it.session_id = session.id and it.rating is not null and coach.user_id = ${userId}
      and ${sql.lit(originalUserId === null && isCoach({ roles }))}
  )`

/** Throws not-found for a coach whose profile the actor may not read. */
export const getCoachUser = (db: Db, actor: Actor, coachId: string) =>
  db
    .selectFrom('coach')
    .select('userId')
    .where('id', '=', coachId)
    .where((eb) => mayReadCoach(actor)(eb as never))
    .executeTakeFirstOrThrow(notFound('coach'))

/** Answers about the sessions of a coach from the beginning of a month (YYYY-MM) on, by session date. */
export const listAnswers = (db: Db, coachId: string, sinceMonth: string) =>
  db
    .selectFrom('feedback')
    .innerJoin('session', 'session.id', 'feedback.sessionId')
    .select([
      'session.clientId',
      sql<string>`to_char(session.session_date at time zone 'UTC', 'YYYY-MM')`.as('month'),
      sql<boolean>`feedback.rating >= ${sql.lit(helpfulFrom)}`.as('isHelpful'),
    ])
    .where('feedback.coachId', '=', coachId)
    .where('feedback.rating', 'is not', null)
    .where('session.archivedAt', 'is', null)
    .where('session.sessionDate', '>=', `${sinceMonth}-01T00:00:00Z`)
    .orderBy('session.sessionDate')
    .execute()
