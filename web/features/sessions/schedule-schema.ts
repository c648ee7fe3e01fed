import { z } from 'zod'
import { sessionMinutes, sessionType } from '#contract/definitions/session-definition.ts'
import { listInstants } from '#contract/rules/calendar.ts'
import { joinAddress, meetingPlace } from '#contract/rules/join-address.ts'
import { tooFarAhead } from '#contract/rules/weeks.ts'
import { minutesIn } from '#contract/rules/working-hours.ts'
import { ownTimeZone, toDateAndTimeFields } from '#web/lib/dates.ts'

export const scheduleFields = z.object({
  scheduledDate: z.string().min(1, 'Date is required'),
  scheduledTime: z.string().min(1, 'Time is required'),
  /** Which of the two, where the clock shows the time twice. */
  clockChange: z.enum(['before', 'after']).default('before'),
  durationMinutes: sessionMinutes,
  sessionType,
  joinAddress,
  place: meetingPlace,
})
type When = Pick<z.output<typeof scheduleFields>, 'scheduledDate' | 'scheduledTime' | 'clockChange'>
type Clock = Pick<When, 'scheduledDate' | 'scheduledTime'>

/** Also for a time that the clock skips. */
const isDate = ({ scheduledDate, scheduledTime }: Clock) =>
  !Number.isNaN(new Date(`${scheduledDate}T${scheduledTime}`).getTime())

/** When the reader's clock shows it; none while incomplete, or where the clock is put forward. */
export const listTimes = (clock: Clock) =>
  isDate(clock)
    ? listInstants(clock.scheduledDate, minutesIn(clock.scheduledTime), ownTimeZone)
    : []

/** An instant in ISO 8601. The fields were validated. */
export function parseSchedule({ clockChange, ...clock }: When) {
  const [before, after] = listTimes(clock)
  const at = clockChange === 'after' ? (after ?? before) : before
  if (!at) throw new Error('The form accepts no time that does not exist.')
  return at.toISOString()
}

/** The fields of an instant. */
export function toScheduleFields(at: Date) {
  const { date, time } = toDateAndTimeFields(at)
  const clock = { scheduledDate: date, scheduledTime: time }
  const isSecond = (listTimes(clock)[1] ?? Number.NaN) <= at
  return { ...clock, clockChange: isSecond ? ('after' as const) : ('before' as const) }
}

/** Reports an invalid time, once all parts are filled in. */
export const requireValidTime =
  (faultAt: (at: Date) => string | undefined) => (fields: When, context: z.RefinementCtx<When>) => {
    if (!fields.scheduledDate || !fields.scheduledTime) return
    const report = (path: keyof Clock, message: string | undefined) =>
      message && context.addIssue({ code: 'custom', path: [path], message })
    // Such as a year of more than four digits.
    if (!isDate(fields)) report('scheduledDate', tooFarAhead)
    else if (!listTimes(fields).length)
      report('scheduledTime', 'The clock skips this time on that day. Choose another.')
    else report('scheduledDate', faultAt(new Date(parseSchedule(fields))))
  }
