import { z } from 'zod'
import { dayMs } from '#contract/rules/calendar.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { Deps } from '../../deps.ts'
import { linkOrigin } from '../../platform/http/origin.ts'
import { sendMessage } from '../messages/send-message.ts'
import { recordNotified, markNotNotified, undoCancelled } from '../messages/notified.queries.ts'
import { renderCalendarFile, type CalendarMethod } from '../plans/schedule/calendar-file.ts'
import {
  type ChangedSession,
  listChangedSessions,
  type DueReminder,
  listSessionsAhead,
} from './remind-of-sessions.queries.ts'
import { formatWhen } from './format-when.ts'

declare module '../../platform/jobs/job.ts' {
  interface JobPayloads {
    'remind-of-sessions': Record<string, never>
  }
}

export const remindOfSessionsJob = defineJob({
  name: 'remind-of-sessions',
  payload: z.object({}),
  queue: 'short',
  // The next minute tries again.
  attempts: 1,
  schedule: { cron: '* * * * *' },
  run: (deps, _payload, job) => remindOfSessions(deps, job),
})

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'queue'>
type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** Reminders per run; the next run follows within a minute. */
const maxPerRun = 1_000

/**
 * Reminds client and coach a day before each session, and notifies whoever could have it in a calendar when it is moved,
 * cancelled or restored. Notifications are recorded in the same transaction, so that several processes can run this and
 * crash.
 */
export async function remindOfSessions(deps: Needs, { signal, onError, now = new Date() }: Run) {
  for (const it of await listChangedSessions(deps.db, now, maxPerRun))
    if (!signal.aborted) await notifyOfChange(deps, it, now).catch(onError)
  for (const it of await listSessionsAhead(deps.db, now, maxPerRun))
    if (!signal.aborted) await remind(deps, it, now).catch(onError)
}

const remind = (deps: Needs, it: DueReminder, now: Date) =>
  inTransaction(deps.db, async (tx) => {
    const { sessionId, userId, dateVersion, sessionDate } = it
    const id = await recordNotified(tx, {
      ...{ about: 'session', rowId: sessionId, userId, version: dateVersion },
      ...{ step: 'ahead', at: sessionDate },
    })
    if (!id) return
    const isNotified = await sendMessage(tx, deps, messageOf(deps, it, 'sessionReminder', now))
    if (!isNotified) await markNotNotified(tx, id)
  })

const notifyOfChange = (deps: Needs, it: ChangedSession, now: Date) =>
  inTransaction(deps.db, async (tx) => {
    const { sessionId, userId, isAhead, sessionDate, notifiedAt, notifiedVersion, dateVersion } = it
    const notification = { about: 'session' as const, rowId: sessionId, userId }
    const earlier = { ...notification, version: notifiedVersion }
    if (!isAhead) {
      if (!(await recordNotified(tx, { ...earlier, step: 'cancelled', at: notifiedAt }))) return
      const cancelled = { ...it, sessionDate: notifiedAt, dateVersion: notifiedVersion }
      await sendMessage(tx, deps, messageOf(deps, cancelled, 'sessionCancelled', now))
      return
    }
    const note = { ...notification, version: dateVersion, at: sessionDate }
    if (it.isCancelled && !(await undoCancelled(tx, earlier))) return
    const isMoved = dateVersion !== notifiedVersion
    if (isMoved && !(await recordNotified(tx, { ...note, step: 'moved' }))) return
    // After a cancellation, calendars only accept a later version.
    const planned = it.isCancelled ? { ...it, dateVersion: dateVersion + 1 } : it
    const kind = isMoved ? 'sessionMoved' : 'sessionReminder'
    await sendMessage(tx, deps, messageOf(deps, planned, kind, now))
    // So soon that it replaces the reminder.
    if (Date.parse(sessionDate) - now.getTime() <= dayMs)
      await recordNotified(tx, { ...note, step: 'ahead' })
  })

type Kind = 'sessionReminder' | 'sessionMoved' | 'sessionCancelled'

function messageOf({ config, installation }: Needs, it: DueReminder, kind: Kind, now: Date) {
  const { sessionId, userId, clientId, isCoach, sessionDate, durationMinutes, dateVersion } = it
  const name = it.with ?? (isCoach ? 'your client' : 'your coach')
  const page =
    clientId === null
      ? '/app'
      : isCoach
        ? `/app/clients/${clientId}?session=${sessionId}`
        : `/app/my-plan/${clientId}`
  const method: CalendarMethod = kind === 'sessionCancelled' ? 'CANCEL' : 'REQUEST'
  const entry = { id: sessionId, sessionDate, durationMinutes, dateVersion, coachName: name }
  return {
    kind,
    userId,
    values: {
      with: name,
      link: `${linkOrigin(config)}${page}`,
      ...formatWhen(new Date(sessionDate), it.timeZone ?? installation.timeZone),
    },
    calendar: renderCalendarFile(entry, now, method),
    // A cancellation is still useful after the session time.
    ...(kind !== 'sessionCancelled' && { expiresAt: new Date(sessionDate) }),
  }
}
