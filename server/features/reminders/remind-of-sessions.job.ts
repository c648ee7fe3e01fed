import { z } from 'zod'
import { calendarDay, daysBetween, minutesOfDay } from '#contract/rules/calendar.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Deps } from '../../deps.ts'
import { notify } from '../messages/notices/notify.ts'
import { recordReminded } from '../messages/reminded.queries.ts'
import {
  type DueReminder,
  listCoachesToday,
  listSessionsAhead,
  type CoachToday,
} from './remind-of-sessions.queries.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'remind-of-sessions': Record<string, never>
  }
}

export const remindOfSessions = defineJob({
  name: 'remind-of-sessions',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps, _payload, job) => sendSessionReminders(deps, job),
})

type Needs = Pick<Deps, 'db' | 'installation' | 'queue'>
type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** Reminders per run; the next run follows within a minute. */
const maxPerRun = 1_000

/**
 * Reminds clients a day before each session, and an hour before if they chose so; sends coaches who chose so the list of their day.
 * Reminders are recorded in the same transaction, so that several processes can run this and crash.
 */
export async function sendSessionReminders(
  deps: Needs,
  { signal, onError, now = new Date() }: Run,
) {
  for (const step of ['ahead', 'soon'] as const)
    for (const it of await listSessionsAhead(deps.db, { step, now, limit: maxPerRun }))
      if (!signal.aborted) await remind(deps, it, step).catch(onError)
  for (const it of await listCoachesToday(deps.db, now))
    if (!signal.aborted) await sendDay(deps, it, now).catch(onError)
}

const remind = (deps: Needs, it: DueReminder, step: 'ahead' | 'soon') =>
  inTransaction(deps.db, async (tx) => {
    const { id: rowId, userId, dateVersion: version, sessionDate: at } = it
    if (!(await recordReminded(tx, { about: 'session', rowId, userId, version, step, at }))) return
    const kind = step === 'ahead' ? 'sessionReminder' : 'sessionSoon'
    await notify(tx, deps, {
      kind,
      userId,
      by: null,
      rowId,
      ...(step === 'soon' && { delayMs: 0 }),
    })
  })

/** In the coach's time zone. */
const [dayFrom, dayUntil] = [7 * 60, 12 * 60]

async function sendDay(deps: Needs, { userId, timeZone: own }: CoachToday, now: Date) {
  const timeZone = own ?? deps.installation.timeZone
  const minute = minutesOfDay(now, timeZone)
  if (minute < dayFrom || minute >= dayUntil) return
  await inTransaction(deps.db, async (tx) => {
    const version = daysBetween('1970-01-01', calendarDay(now, timeZone))
    const day = { about: 'day', rowId: userId, userId, version, step: 'day' } as const
    if (await recordReminded(tx, { ...day, at: now.toISOString() }))
      await notify(tx, deps, { kind: 'sessionsToday', userId, by: null, delayMs: 0 })
  })
}
