import { type Assignment, isOverdue } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'

type Dated = Pick<Assignment, 'dueDate' | 'completedAt'>
export type AssignmentState = 'completed' | 'overdue' | 'to do'

/** An assignment is due at the end of its due day; `today` is in the installation's time zone. */
export function assignmentState(assignment: Dated, today: CalendarDay): AssignmentState {
  if (assignment.completedAt !== null) return 'completed'
  return isOverdue(assignment, today) ? 'overdue' : 'to do'
}

/** Sorts open ones first, by due date with undated ones last; then completed ones, newest first. */
export function byUrgency(a: Dated, b: Dated) {
  if (a.completedAt !== null && b.completedAt !== null)
    return Date.parse(b.completedAt) - Date.parse(a.completedAt)
  if (a.completedAt !== null || b.completedAt !== null) return a.completedAt === null ? -1 : 1
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null || b.dueDate === null) return a.dueDate === null ? 1 : -1
  return a.dueDate < b.dueDate ? -1 : 1
}
