import type { SessionsAndMetrics } from '#contract/sessions.ts'

export type OwnAssignment = SessionsAndMetrics['assignments'][number]
type Dated = Pick<OwnAssignment, 'dueDate' | 'completedAt'>

/** An assignment may be done until the end of its due day, in the reader's time zone. */
export function assignmentState({ dueDate, completedAt }: Dated, now: Date) {
  if (completedAt !== null) return 'completed'
  return dueDate !== null && now.getTime() >= endOf(dueDate) ? 'past due' : 'to do'
}

function endOf(calendarDay: string) {
  const day = new Date(`${calendarDay}T00:00`)
  day.setDate(day.getDate() + 1)
  return day.getTime()
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
