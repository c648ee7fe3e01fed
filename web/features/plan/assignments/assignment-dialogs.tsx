import { addDays, calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { AddAssignment } from './assignment-form.tsx'
import { AssignQuestionnaire } from '../questionnaires/assign-questionnaire.tsx'
import { type AssignmentSelection, WeekAssignments } from './week-assignments.tsx'

/** Without a selection, the form for a new home assignment. */
export type OpenedDialog = {
  selection: AssignmentSelection | 'questionnaire' | undefined
  openedAt: number
  isOpen: boolean
}

type AssignmentDialogsProps = OpenedDialog & {
  plan: SessionsAndMetrics
  today: CalendarDay
  onClose: () => void
}

export function AssignmentDialogs({
  selection,
  openedAt,
  today,
  ...dialog
}: AssignmentDialogsProps) {
  if (selection === 'questionnaire')
    return <AssignQuestionnaire {...dialog} client={dialog.plan.client} openedAt={openedAt} />
  if (selection) return <WeekAssignments {...dialog} today={today} selection={selection} />
  return (
    <AddAssignment {...dialog} dueDate={addDays(calendarDay(new Date(openedAt), timeZone), 7)} />
  )
}
