import { mostAround, sessionMinutes, usualAmong } from '#contract/schedule.ts'
import type { Db } from '../db/db.ts'

const sessionsOf = (db: Db, clientId: string) =>
  db
    .selectFrom('session')
    .select('sessionDate')
    .where('clientId', '=', clientId)
    .where('archivedAt', 'is', null)

/** When the client came lately or is to come, newest first. */
export const lastDates = (db: Db, clientId: string) =>
  sessionsOf(db, clientId).orderBy('sessionDate', 'desc').limit(usualAmong).execute()

/** When sessions lie from a moment on, archived ones too: their week is not free. */
export const datesFrom = (db: Db, clientId: string, from: string) =>
  db
    .selectFrom('session')
    .select('sessionDate')
    .where('clientId', '=', clientId)
    .where('sessionDate', '>=', from)
    .orderBy('sessionDate')
    .limit(1_000)
    .execute()

type Around = { clientId: string; at: string; except: string | undefined }

/** Sessions of the client's coach, and of the client, that begin less than an hour before or after. */
export function sessionsAround(db: Db, { clientId, at, except }: Around) {
  const ms = Date.parse(at)
  const [from, to] = [ms - sessionMinutes * 60_000, ms + sessionMinutes * 60_000].map((it) =>
    new Date(it).toISOString(),
  )
  return db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('sessionDefinition', 'sessionDefinition.id', 'session.sessionDefinitionId')
    .select([
      'session.id',
      'session.sessionDate',
      'sessionDefinition.name as sessionDefinitionName',
      'client.name as clientName',
    ])
    .where('session.sessionDate', '>', from ?? at)
    .where('session.sessionDate', '<', to ?? at)
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
    .limit(mostAround)
    .execute()
}
