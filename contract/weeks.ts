import { addDays, calendarDay, type CalendarDay, daysBetween } from './calendar.ts'

/** The plan of a client: when it began, and the installation's time zone, in which its weeks are counted. */
export type PlanCalendar = { createdAt: string | Date; timeZone: string }

const firstDay = ({ createdAt, timeZone }: PlanCalendar) =>
  calendarDay(new Date(createdAt), timeZone)

/**
 * Treatment week of an instant: seven calendar days each, W1 begins with the day on which the client was created
 * (product decisions, section 5). Zero and below lie before the plan.
 */
export const weekNumberAt = (at: Date, plan: PlanCalendar) =>
  weekNumberOn(calendarDay(at, plan.timeZone), plan)

/** Treatment week of a day of the calendar. */
export const weekNumberOn = (day: CalendarDay, plan: PlanCalendar) =>
  Math.floor(daysBetween(firstDay(plan), day) / 7) + 1

/** The first of the seven days of a treatment week. */
export const weekStart = (week: number, plan: PlanCalendar): CalendarDay =>
  addDays(firstDay(plan), (week - 1) * 7)

const named = (before: string) => (week: number) => (week < 1 ? 'Before W1' : `${before}${week}`)
/** How a week is called; what lies before the first has no number to show. */
export const weekName = named('W')
/** The same where there is room. */
export const longWeekName = named('Week ')

/** The week-range filter of a plan (specification part 2, section 2.2). */
export const weekRanges = ['all', 4, 8, 12, 16, 20] as const
export type WeekRange = (typeof weekRanges)[number]

/**
 * Which weeks a plan shows (specification part 2, section 9): "All" shows max(12, weeks + 2) from W1,
 * "Last N" the min(N, weeks) weeks that end now, where `weeks` counts the weeks begun since creation.
 */
export function shownWeeks(range: WeekRange, now: Date, plan: PlanCalendar) {
  const weeks = Math.max(1, weekNumberAt(now, plan))
  const count = range === 'all' ? Math.max(12, weeks + 2) : Math.min(range, weeks)
  const first = range === 'all' ? 1 : weeks - count + 1
  return Array.from({ length: count }, (_, index) => first + index)
}

/** A session further ahead than this, in years, is a slip of the keyboard. */
export const maxYearsAhead = 5

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function latestFrom(now: Date) {
  const latest = new Date(now)
  latest.setUTCFullYear(now.getUTCFullYear() + maxYearsAhead)
  return latest
}
export const tooFarAhead = `The date must lie within ${maxYearsAhead} years from now.`
const planBegan = (plan: PlanCalendar) =>
  `The plan began on ${dateFormat.format(new Date(firstDay(plan)))}: `

/** Why no session can be planned at an instant, as a sentence for the field; undefined where one can. */
export function sessionDateError(at: Date, now: Date, plan: PlanCalendar) {
  if (!(at <= latestFrom(now))) return tooFarAhead
  if (calendarDay(at, plan.timeZone) >= firstDay(plan)) return undefined
  return `${planBegan(plan)}a session cannot lie before that day.`
}

/** Why nothing can be due on a day, as a sentence for the field; undefined where it can. */
export function dueDateError(day: CalendarDay, now: Date, plan: PlanCalendar) {
  if (day > calendarDay(latestFrom(now), plan.timeZone)) return tooFarAhead
  if (day >= firstDay(plan)) return undefined
  return `${planBegan(plan)}nothing can be due before that day.`
}

/** Why nothing can be noted for a week, as a sentence; undefined where it can. */
export function valueWeekError(week: number, now: Date, plan: PlanCalendar) {
  if (week < 1) return 'The plan begins with W1: nothing can be noted for a week before it.'
  const current = Math.max(1, weekNumberAt(now, plan))
  if (week <= current) return undefined
  return `W${week} has not begun: values can be noted up to W${current}.`
}
