import { z } from 'zod'
import { idOnly, instant, rowId } from '../bounds.ts'
import { dayRange } from '../availability/availability.ts'
import { addDays, calendarDay, minutesOfDay, toInstant } from '../rules/calendar.ts'
import { endpoint } from '../endpoint.ts'
import { canJoin } from '../rules/join-address.ts'
import { weeklyRange } from '../rules/working-hours.ts'
import { staff } from '../roles.ts'
import { maxSessionMinutes } from '../definitions/session-definition.ts'
import { hasRecordingOrTranscript } from '../sessions/session-needs.ts'
import type { Session } from '../sessions/sessions.ts'
import { maxYearsAhead, type PlanCalendar, weekNumberAt, weekNumberOn } from '../rules/weeks.ts'

/** Number of recent sessions from which the usual slot is derived. */
export const maxRecentSessions = 20

type Slot = { weekday: number; minutes: number }
const toSlot = (at: Date, timeZone: string): Slot => ({
  weekday: new Date(calendarDay(at, timeZone)).getUTCDay(),
  minutes: minutesOfDay(at, timeZone),
})

const areSame = (one: Slot, other: Slot) =>
  one.weekday === other.weekday && one.minutes === other.minutes

/** Whether both are at the same weekday and time in the time zone of the installation. */
export const isSameSlot = (one: Date, other: Date, timeZone: string) =>
  areSame(toSlot(one, timeZone), toSlot(other, timeZone))

/** The most frequent weekday and time, the latest of several. `dates`: newest first. */
export function usualSlot(dates: readonly Date[], timeZone: string): Slot | undefined {
  const slots = dates.map((at) => toSlot(at, timeZone))
  const uses = (slot: Slot) => slots.filter((it) => areSame(it, slot)).length
  return slots.toSorted((a, b) => uses(b) - uses(a))[0]
}

type Search = {
  now: Date
  plan: PlanCalendar
  /** Treatment weeks that have a session. */
  taken: ReadonlySet<number>
  isFree: (at: Date) => boolean
}

/** The next occurrence of a slot that is free, in a treatment week without a session. */
export function nextFreeTime({ weekday, minutes }: Slot, { now, plan, taken, isFree }: Search) {
  const today = calendarDay(now, plan.timeZone)
  const until = (weekday - new Date(today).getUTCDay() + 7) % 7
  for (let day = addDays(today, until), weeks = 0; weeks < maxYearsAhead * 52; weeks++) {
    const at = toInstant(day, minutes, plan.timeZone)
    if (at > now && !taken.has(weekNumberOn(day, plan)) && isFree(at)) return at
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

/** Whether a session is on this day, or still runs after midnight. */
export const isOfDay = (
  { sessionDate, durationMinutes }: Pick<Session, 'sessionDate' | 'durationMinutes'>,
  now: Date,
  timeZone: string,
) =>
  calendarDay(new Date(sessionDate), timeZone) === calendarDay(now, timeZone) ||
  canJoin({ sessionDate, durationMinutes }, now.getTime())

export const getSuggestedTime = endpoint('GET /api/clients/{id}/suggested-time', {
  access: staff,
  shows: ['session', 'client', 'coach'],
  summary:
    "A time for the client's next session: the usual weekday and time in the next week without a session, else the coach's first free time; within half a year",
  freshness: 'while-shown',
  params: idOnly,
  response: z.object({
    /** Null: no free time was found. */
    sessionDate: z.string().nullable(),
    /** At the usual weekday and time. */
    isUsual: z.boolean(),
  }),
})

/** Maximum number of overlapping sessions in the response. */
export const maxConflicts = 5

const plannedTime = z.object({
  at: instant(),
  /** Length; default 50. */
  minutes: z.coerce.number().int().min(1).max(maxSessionMinutes).optional(),
  except: rowId().optional(),
})
export type PlannedTime = z.output<typeof plannedTime>

export const getConflicts = endpoint('GET /api/clients/{id}/conflicts', {
  access: staff,
  shows: ['session', 'client', 'coach'],
  summary:
    "What speaks against a time: overlapping sessions of the client or the client's coach (at most 5), and the coach's hours, time off and calendar",
  freshness: 'while-shown',
  params: idOnly,
  query: plannedTime,
  response: z.object({
    sessions: z.array(
      z.object({
        id: rowId(),
        sessionDate: z.string(),
        durationMinutes: z.number().int(),
        sessionDefinitionName: z.string(),
        clientName: z.string(),
      }),
    ),
    /** The working hours of that weekday, in their time zone; null: the time is within them. */
    outsideHours: z
      .object({ weekday: z.number().int(), hours: z.array(weeklyRange), timeZone: z.string() })
      .nullable(),
    /** The time off that it is in; null: none. */
    timeOff: dayRange.nullable(),
    /** The coach is on leave or inactive. */
    isCoachAway: z.boolean(),
    /** The coach's own calendar has something at that time. */
    isBusy: z.boolean(),
    /** A client's request holds that time. */
    isRequested: z.boolean(),
  }),
})
export type Conflicts = z.infer<typeof getConflicts.response>
