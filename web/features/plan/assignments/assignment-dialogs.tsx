import { addDays, calendarDay, type CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { GiveAssignment } from './assignment-form.tsx'
import { GiveQuestionnaire } from '../questionnaires/give-questionnaire.tsx'
import { type Chosen, WeekAssignments } from './week-assignments.tsx'

/** What was pressed, and when: some of them, or that one is to be given, or a questionnaire. */
export type Asked = { chosen: Chosen | 'questionnaire' | undefined; at: number; isOpen: boolean }

type AssignmentDialogsProps = Asked & {
  plan: SessionsAndMetrics
  today: CalendarDay
  onClose: () => void
}

/** What can be done with home assignments; it keeps what it shows while it closes. */
export function AssignmentDialogs({ chosen, at, today, ...dialog }: AssignmentDialogsProps) {
  if (chosen === 'questionnaire')
    return <GiveQuestionnaire {...dialog} client={dialog.plan.client} at={at} />
  if (chosen) return <WeekAssignments {...dialog} today={today} chosen={chosen} />
  return <GiveAssignment {...dialog} dueDate={addDays(calendarDay(new Date(at), timeZone), 7)} />
}
