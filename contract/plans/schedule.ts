import { z } from 'zod'
import { idOnly, instant, rowId } from '../bounds.ts'
import { addDays, calendarDay, minutesOfDay, toInstant } from '../rules/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { maxSessionMinutes } from '../definitions/session-definition.ts'
import { hasRecordingOrTranscript } from '../sessions/session-needs.ts'
import type { Session } from '../sessions/sessions.ts'
import { maxYearsAhead, type PlanCalendar, weekNumberAt, weekNumberOn } from '../rules/weeks.ts'

/** Number of recent sessions from which the usual slot is derived. */
export const maxRecentSessions = 20

type Slot = { weekday: number; minutes: number }
const slotOf = (at: Date, timeZone: string): Slot => ({
  weekday: new Date(calendarDay(at, timeZone)).getUTCDay(),
  minutes: minutesOfDay(at, timeZone),
})

const areSame = (one: Slot, other: Slot) =>
  one.weekday === other.weekday && one.minutes === other.minutes

/** Whether both are at the same weekday and time in the time zone of the installation. */
export const isSameSlot = (one: Date, other: Date, timeZone: string) =>
  areSame(slotOf(one, timeZone), slotOf(other, timeZone))

/** The most frequent weekday and time, the latest of several. `dates`: newest first. */
export function usualSlot(dates: readonly Date[], timeZone: string): Slot | undefined {
  const slots = dates.map((at) => slotOf(at, timeZone))
  const uses = (slot: Slot) => slots.filter((it) => areSame(it, slot)).length
  return slots.toSorted((a, b) => uses(b) - uses(a))[0]
}

/** The next occurrence of a slot in a treatment week without a session. */
export function nextFreeTime(
  { weekday, minutes }: Slot,
  { now, plan, taken }: { now: Date; plan: PlanCalendar; taken: ReadonlySet<number> },
) {
  const today = calendarDay(now, plan.timeZone)
  const until = (weekday - new Date(today).getUTCDay() + 7) % 7
  for (let day = addDays(today, until), weeks = 0; weeks < maxYearsAhead * 52; weeks++) {
    const at = toInstant(day, minutes, plan.timeZone)
    if (at > now && !taken.has(weekNumberOn(day, plan))) return at
    day = addDays(day, 7)
  }
  return undefined
}

/** The same weekday and time in another treatment week. */
export function sameSlotInWeek(at: Date, week: number, plan: PlanCalendar) {
  const day = addDays(calendarDay(at, plan.timeZone), 7 * (week - weekNumberAt(at, plan)))
  return toInstant(day, minutesOfDay(at, plan.timeZone), plan.timeZone)
}

type Movable = Pick<
  Session,
  'status' | 'recordingUrl' | 'hasRawTranscript' | 'hasConversation' | 'metrics'
>

/** Error message for moving a session; undefined if allowed. */
export function moveError(session: Movable, to: Date, now: Date) {
  if (session.status === 'archived') return 'An archived session cannot be moved. Reopen it first.'
  if (to <= now) return undefined
  if (hasRecordingOrTranscript(session))
    return 'A session with a recording or transcript cannot be moved into the future.'
  if (session.metrics.length) return 'A session with values cannot be moved into the future.'
  if (session.status === 'completed')
    return 'A completed session cannot be moved into the future. Reopen it first.'
  return undefined
}

/** Whether a session is on a later day, so that it cannot have a recording yet. */
export const isOfLaterDay = (sessionDate: string, now: Date, timeZone: string) =>
  calendarDay(new Date(sessionDate), timeZone) > calendarDay(now, timeZone)

export const getUsualSlot = endpoint('GET /api/clients/{id}/usual-slot', {
  access: staff,
  shows: ['session', 'client'],
  summary: 'The usual weekday and time of the client in the next week without a session',
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({ sessionDate: z.string().nullable() }),
})

/** Maximum number of conflicts. */
export const maxConflicts = 5

export const listConflictingSessions = endpoint('GET /api/clients/{id}/conflicting-sessions', {
  access: staff,
  shows: ['session', 'client'],
  summary: "Sessions of the client or the client's coach that overlap the given time; at most 5",
  freshness: 'while-shown',
  params: idOnly,
  query: z.object({
    at: instant(),
    /** Length; default 50. */
    minutes: z.coerce.number().int().min(1).max(maxSessionMinutes).optional(),
    except: rowId().optional(),
  }),
  response: z.array(
    z.object({
      id: rowId(),
      sessionDate: z.string(),
      durationMinutes: z.number().int(),
      sessionDefinitionName: z.string(),
      clientName: z.string(),
    }),
  ),
})
