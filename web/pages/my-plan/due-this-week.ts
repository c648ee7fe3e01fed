import type { Assignment } from '#contract/plans/assignments.ts'
import { addDays, calendarDay, type CalendarDay } from '#contract/rules/calendar.ts'

/** Days before and after today in which a home assignment is due this week. */
const days = 7

/** Whether a home assignment belongs to this week: due around today or undated, and not completed before today. */
export function isDueThisWeek(
  { dueDate, completedAt }: Pick<Assignment, 'dueDate' | 'completedAt'>,
  { today, timeZone }: { today: CalendarDay; timeZone: string },
) {
  if (completedAt !== null && calendarDay(new Date(completedAt), timeZone) < today) return false
  return dueDate === null || (dueDate >= addDays(today, -days) && dueDate <= addDays(today, days))
}
