import { maxRecentSessions } from '#contract/plans/schedule.ts'
import type { Db } from '../../../platform/db/db.ts'

const selectSessions = (db: Db, clientId: string) =>
  db
    .selectFrom('session')
    .select('sessionDate')
    .where('clientId', '=', clientId)
    .where('archivedAt', 'is', null)

/** Recent and planned dates of the client, newest first. */
export const listLastDates = (db: Db, clientId: string) =>
  selectSessions(db, clientId).orderBy('sessionDate', 'desc').limit(maxRecentSessions).execute()

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
