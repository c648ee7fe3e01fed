import { sql } from 'kysely'
import { z } from 'zod'
import { type PlanCalendar, weekNumberAt, weekNumberOn } from '#contract/rules/weeks.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUntilCommit } from '../../platform/db/advisory-lock.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { saveFailedRecount } from '../settings/installation/settings.queries.ts'
import { moveToWeek } from '../questionnaires/questionnaires.queries.ts'
import { moveValues } from '../sessions/sessions.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'recount-weeks': Record<string, never>
  }
}

/**
 * Recounts the stored treatment weeks in the time zone of `week_recount`, some clients in each run.
 *
 * Values found in a session get the week of the session, home assignments that of their due date, questionnaires that of
 * their completion. Weeks that a person chose stay.
 */
export const recountWeeks = defineJob({
  name: 'recount-weeks',
  payload: z.object({}),
  queue: 'short',
  // Nobody could start it again.
  attempts: Infinity,
  run: ({ db }, _payload, job) =>
    inTransaction(db, async (tx) => {
      const isDone = await recountBatch(tx)
      await (isDone ? job.finish(tx) : job.runAgain(tx, 0))
    }),
  retried: (tx, _payload, { attempt }) => saveFailedRecount(tx, attempt),
})

/** Whether all are recounted. Locks the clients of the batch. */
export async function recountBatch(tx: Db, size = 100) {
  const count = await tx
    .selectFrom('weekRecount')
    .select(['timeZone', 'cursorId'])
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!count) return true
  const { timeZone, cursorId } = count
  const clients = await tx
    .selectFrom('client')
    .select(['id', 'createdAt'])
    .$if(cursorId !== null, (some) => some.where('id', '>', cursorId))
    .orderBy('id')
    .limit(size)
    .execute()
  for (const { id, createdAt } of clients) await recountClient(tx, id, { createdAt, timeZone })
  const isDone = clients.length < size
  await tx
    .updateTable('weekRecount')
    .set((eb) => ({
      counted: eb('counted', '+', clients.length),
      cursorId: clients.at(-1)?.id ?? cursorId,
      attempts: 0,
      ...(isDone && { finishedAt: sql<string>`now()` }),
    }))
    .execute()
  return isDone
}

async function recountClient(tx: Db, clientId: string, plan: PlanCalendar) {
  // The first day of the plan may move; anything before it belongs to W1.
  const getWeek = (instant: string) => Math.max(1, weekNumberAt(new Date(instant), plan))
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
    if (getWeek(at) !== week) await moveValues(tx, { id, clientId }, getWeek(at))

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
      : getWeek(sessionDate ?? createdAt)
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
    if (completedAt && getWeek(completedAt) !== weekNumber)
      await moveToWeek(tx, id, getWeek(completedAt))
}
