import { addDays, calendarDay, type CalendarDay, daysBetween } from './calendar.ts'

/** Start of a client's plan, and the time zone in which weeks are counted. */
export type PlanCalendar = { createdAt: string | Date; timeZone: string }

const firstDay = ({ createdAt, timeZone }: PlanCalendar) =>
  calendarDay(new Date(createdAt), timeZone)

/**
 * Treatment week of an instant: W1 begins on the day the client was created (docs/product.md, "Weeks"). Zero and
 * below are before the plan.
 */
export const weekNumberAt = (at: Date, plan: PlanCalendar) =>
  weekNumberOn(calendarDay(at, plan.timeZone), plan)

/** Treatment week of a calendar day. */
export const weekNumberOn = (day: CalendarDay, plan: PlanCalendar) =>
  Math.floor(daysBetween(firstDay(plan), day) / 7) + 1

/** The first of the seven days of a treatment week. */
export const weekStart = (week: number, plan: PlanCalendar): CalendarDay =>
  addDays(firstDay(plan), (week - 1) * 7)

const named = (before: string) => (week: number) => (week < 1 ? 'Before W1' : `${before}${week}`)
/** "W3"; weeks before the plan have no number. */
export const weekName = named('W')
/** "Week 3" */
export const longWeekName = named('Week ')

/** The week-range filter of a plan (docs/product.md, "Weeks"). */
export const weekRanges = ['all', 4, 8, 12, 16, 20] as const
export type WeekRange = (typeof weekRanges)[number]

/**
 * Which weeks a plan shows (docs/product.md, "Weeks"): "All" shows max(12, weeks + 2) from W1,
 * "Last N" the min(N, weeks) weeks that end now, where `weeks` counts the weeks begun since creation.
 */
export function visibleWeeks(range: WeekRange, now: Date, plan: PlanCalendar) {
  const weeks = Math.max(1, weekNumberAt(now, plan))
  const count = range === 'all' ? Math.max(12, weeks + 2) : Math.min(range, weeks)
  const first = range === 'all' ? 1 : weeks - count + 1
  return Array.from({ length: count }, (_, index) => first + index)
}

/** Dates further ahead, in years, are treated as typing errors. */
export const maxYearsAhead = 5

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function latestFrom(now: Date) {
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + maxYearsAhead)
  return latest
}
export const tooFarAhead = `The date must be within ${maxYearsAhead} years from now.`
const planStart = (plan: PlanCalendar) =>
  `The plan began on ${dateFormat.format(new Date(firstDay(plan)))}: `

/** Error message for a session date; undefined if valid. */
export function sessionDateError(at: Date, now: Date, plan: PlanCalendar) {
  if (!(at <= latestFrom(now))) return tooFarAhead
  if (calendarDay(at, plan.timeZone) >= firstDay(plan)) return undefined
  return `${planStart(plan)}a session cannot be before that day.`
}

/** Error message for a due date; undefined if valid. */
export function dueDateError(day: CalendarDay, now: Date, plan: PlanCalendar) {
  if (day > calendarDay(latestFrom(now), plan.timeZone)) return tooFarAhead
  if (day >= firstDay(plan)) return undefined
  return `${planStart(plan)}nothing can be due before that day.`
}

/** Error message for the week of a value; undefined if valid. */
export function valueWeekError(week: number, now: Date, plan: PlanCalendar) {
  if (week < 1) return 'The plan begins with W1: you cannot enter values for earlier weeks.'
  const current = Math.max(1, weekNumberAt(now, plan))
  if (week <= current) return undefined
  return `W${week} has not begun: you can enter values up to W${current}.`
}
