import { type Assignment, isOverdue } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'

type Dated = Pick<Assignment, 'dueDate' | 'completedAt'>
export type AssignmentState = 'completed' | 'overdue' | 'to do'

/** An assignment may be done until the end of its due day; `today` is that of the installation. */
export function assignmentState(assignment: Dated, today: CalendarDay): AssignmentState {
  if (assignment.completedAt !== null) return 'completed'
  return isOverdue(assignment, today) ? 'overdue' : 'to do'
}

/** What is to do comes first, by its date and undated ones last; then what is done, newest first. */
export function byUrgency(a: Dated, b: Dated) {
  if (a.completedAt !== null && b.completedAt !== null)
    return Date.parse(b.completedAt) - Date.parse(a.completedAt)
  if (a.completedAt !== null || b.completedAt !== null) return a.completedAt === null ? -1 : 1
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null || b.dueDate === null) return a.dueDate === null ? 1 : -1
  return a.dueDate < b.dueDate ? -1 : 1
}
