import { sql } from 'kysely'
import { maxConflicts, maxRecentSessions } from '#contract/plans/schedule.ts'
import { maxSessionMinutes } from '#contract/definitions/session-definition.ts'
import type { Db } from '../../../platform/db/db.ts'
import { durationMinutes } from '../../sessions/session-rows.ts'

const sessionsOf = (db: Db, clientId: string) =>
  db
    .selectFrom('session')
    .select('sessionDate')
    .where('clientId', '=', clientId)
    .where('archivedAt', 'is', null)

/** Recent and planned dates of the client, newest first. */
export const listLastDates = (db: Db, clientId: string) =>
  sessionsOf(db, clientId).orderBy('sessionDate', 'desc').limit(maxRecentSessions).execute()

/** Includes archived sessions: their week is not free. */
export const listDatesFrom = (db: Db, clientId: string, from: string) =>
  db
    .selectFrom('session')
    .select('sessionDate')
    .where('clientId', '=', clientId)
    .where('sessionDate', '>=', from)
    .orderBy('sessionDate')
    .limit(1_000)
    .execute()

type Around = { clientId: string; at: string; minutes: number; except: string | undefined }

/** Sessions of the client and of the client's coach that overlap the given time. */
export function listConflicts(db: Db, { clientId, at, minutes, except }: Around) {
  const ms = Date.parse(at)
  const [first, end] = [ms - maxSessionMinutes * 60_000, ms + minutes * 60_000].map((it) =>
    new Date(it).toISOString(),
  )
  return (
    db
      .selectFrom('session')
      .innerJoin('client', 'client.id', 'session.clientId')
      .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
      .select([
        'session.id',
        'session.sessionDate',
        durationMinutes.as('durationMinutes'),
        'sessionDefinition.name as sessionDefinitionName',
        'client.name as clientName',
      ])
      // The first bound is for the index.
      .where('session.sessionDate', '>', first ?? at)
      .where('session.sessionDate', '<', end ?? at)
      .where(
        sql<boolean>`session.session_date + make_interval(mins => ${durationMinutes}) > ${at}::timestamptz`,
      )
      .where('session.archivedAt', 'is', null)
      .where('session.clientId', 'in', (eb) =>
        eb
          .selectFrom('client as planned')
          .select('planned.id')
          .where('planned.id', '=', clientId)
          .union(
            eb
              .selectFrom('client as planned')
              .innerJoin('client as other', 'other.coachId', 'planned.coachId')
              .select('other.id')
              .where('planned.id', '=', clientId),
          ),
      )
      .$if(except !== undefined, (query) => query.where('session.id', '<>', except ?? ''))
      .orderBy('session.sessionDate')
      .orderBy('session.id')
      .limit(maxConflicts)
      .execute()
  )
}
