import { dayMs } from '#contract/calendar.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
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
} from './session-reminders.queries.ts'
import { formatWhen } from './format-when.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'queue'>
type Run = { signal: AbortSignal; onError: (error: Error) => void; now?: Date }

/** Reminders per run; the next run follows within a minute. */
const maxPerRun = 1_000

/**
 * Reminds client and coach a day before each session, and notifies those who were reminded when it is moved, cancelled or
 * restored. Notifications are recorded in the same transaction, so that several processes can run this and crash.
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
    const of = { about: 'session' as const, rowId: sessionId, userId, version: dateVersion }
    const isRestored = await undoCancelled(tx, of)
    const id = await recordNotified(tx, { ...of, step: 'ahead', at: sessionDate })
    if (!id && !isRestored) return
    // After a cancellation, calendars only accept a later version.
    const reminder = isRestored ? { ...it, dateVersion: dateVersion + 1 } : it
    const isNotified = await sendMessage(
      tx,
      deps,
      messageOf(deps, reminder, 'sessionReminder', now),
    )
    if (!isNotified && id) await markNotNotified(tx, id)
  })

const notifyOfChange = (deps: Needs, it: ChangedSession, now: Date) =>
  inTransaction(deps.db, async (tx) => {
    const { sessionId, userId, isAhead, sessionDate, notifiedAt, notifiedVersion, dateVersion } = it
    const notification = { about: 'session' as const, rowId: sessionId, userId }
    const note = isAhead
      ? { ...notification, version: dateVersion, step: 'moved' as const, at: sessionDate }
      : { ...notification, version: notifiedVersion, step: 'cancelled' as const, at: notifiedAt }
    if (!(await recordNotified(tx, note))) return
    if (!isAhead) {
      const cancelled = { ...it, sessionDate: notifiedAt, dateVersion: notifiedVersion }
      await sendMessage(tx, deps, messageOf(deps, cancelled, 'sessionCancelled', now))
      return
    }
    await sendMessage(tx, deps, messageOf(deps, it, 'sessionMoved', now))
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
  const method: CalendarMethod = kind === 'sessionCancelled' ? 'CANCEL' : 'PUBLISH'
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
