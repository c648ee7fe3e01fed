import { sql } from 'kysely'
import { type PlanCalendar, weekNumberAt, weekNumberOn } from '#contract/weeks.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { msFromNow } from '../../platform/db/lease.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import {
  releaseWeekRecount,
  postponeWeekRecount,
} from '../settings/installation/week-recount.queries.ts'
import { moveToWeek } from '../questionnaires/questionnaires.queries.ts'
import { moveValues } from '../sessions/sessions.queries.ts'

type Run = {
  times: { leaseMs: number; retryMs: number }
  signal: AbortSignal
  onError: (error: Error) => void
}

/** Retries with increasing delay after a failure. */
export async function recountWeeksInBackground(
  db: Db,
  { times: { leaseMs, retryMs }, signal, onError }: Run,
) {
  try {
    await recountWeeks(db, signal, { leaseMs })
    if (signal.aborted) await releaseWeekRecount(db)
  } catch (error) {
    onError(error as Error)
    await postponeWeekRecount(db, retryMs).catch(onError)
  }
}

/** Clients locked in one transaction. */
const defaultBatchSize = 100

/**
 * Recounts the stored treatment weeks in the time zone of `week_recount`, client by client, resuming an earlier run.
 *
 * Values found in a session get the week of the session, home assignments that of their due date, questionnaires that of
 * their completion. Weeks that a person chose stay.
 */
export async function recountWeeks(
  db: Db,
  signal: AbortSignal,
  { batch = defaultBatchSize, leaseMs = 0 } = {},
) {
  while (!signal.aborted && (await recountBatch(db, batch, leaseMs)));
}

/** False when done. */
const recountBatch = (db: Db, batch: number, leaseMs: number) =>
  inTransaction(db, async (tx) => {
    const count = await tx
      .selectFrom('weekRecount')
      .select(['timeZone', 'cursorId'])
      .where('finishedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!count) return false
    const { timeZone, cursorId } = count
    const clients = await tx
      .selectFrom('client')
      .select(['id', 'createdAt'])
      .$if(cursorId !== null, (some) => some.where('id', '>', cursorId))
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, createdAt } of clients) await recountClient(tx, id, { createdAt, timeZone })
    const isDone = clients.length < batch
    await tx
      .updateTable('weekRecount')
      .set((eb) => ({
        counted: eb('counted', '+', clients.length),
        cursorId: clients.at(-1)?.id ?? cursorId,
        attempts: 0,
        notBefore: msFromNow(leaseMs),
        ...(isDone && { finishedAt: sql<string>`now()` }),
      }))
      .execute()
    return !isDone
  })

async function recountClient(tx: Db, clientId: string, plan: PlanCalendar) {
  // The first day of the plan may move; anything before it belongs to W1.
  const weekOf = (instant: string) => Math.max(1, weekNumberAt(new Date(instant), plan))
  await lockUntilCommit(tx, `values ${clientId}`)
  const { rows: found } = await sql<{ id: string; at: string; week: number }>`
    select distinct session.id, session.session_date as at, kept.week_number as week
    from (
      select session_id, week_number from metric_value
      where client_id = ${clientId} and session_id is not null
      union
      select session_id, week_number from burnout_assessment
      where client_id = ${clientId} and session_id is not null
    ) as kept join session on session.id = kept.session_id
    order by session.id`.execute(tx)
  for (const { id, at, week } of found)
    if (weekOf(at) !== week) await moveValues(tx, { id, clientId }, weekOf(at))

  await lockUntilCommit(tx, `assignments ${clientId}`)
  const assignments = await tx
    .selectFrom('assignment')
    .leftJoin('session', 'session.id', 'assignment.sessionId')
    .select(['assignment.id', 'assignment.dueDate', 'assignment.weekNumber', 'session.sessionDate'])
    .select('assignment.createdAt')
    .where('assignment.clientId', '=', clientId)
    .orderBy('assignment.id')
    .execute()
  for (const { id, dueDate, weekNumber, sessionDate, createdAt } of assignments) {
    const week = dueDate
      ? Math.max(1, weekNumberOn(dueDate, plan))
      : weekOf(sessionDate ?? createdAt)
    // A time zone moves a week by at most one; a larger difference was chosen by a person.
    if (week === weekNumber || (!dueDate && Math.abs(week - weekNumber) > 1)) continue
    await tx.updateTable('assignment').set({ weekNumber: week }).where('id', '=', id).execute()
  }

  const answered = await tx
    .selectFrom('questionnaire')
    .select(['id', 'completedAt', 'weekNumber'])
    .where('clientId', '=', clientId)
    .where('completedAt', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id, completedAt, weekNumber } of answered)
    if (completedAt && weekOf(completedAt) !== weekNumber)
      await moveToWeek(tx, id, weekOf(completedAt))
}
