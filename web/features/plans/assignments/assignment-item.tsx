import { CircleCheck, CircleDashed, Clock, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { formatCalendarDay, formatDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { assignmentState } from './assignment-state.ts'

type AssignmentItemProps = {
  assignment: Assignment
  today: CalendarDay

  reader: 'client' | 'staff'

  actions: ReactNode
}

export function AssignmentItem({ assignment, today, reader, actions }: AssignmentItemProps) {
  const { assignmentTypeName, dueDate, weekNumber, note, completionNote } = assignment
  const isOwn = reader === 'client'
  const state = <State assignment={assignment} today={today} reader={reader} />
  return (
    <li className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p dir="auto" className="font-semibold">
            {assignmentTypeName}
          </p>
          <p className="text-muted">
            {dueDate ? (
              <time dateTime={dueDate}>Due {formatCalendarDay(dueDate)}</time>
            ) : (
              'No due date'
            )}
            {weekNumber > 0 && !isOwn && ` · Week ${weekNumber}`}
          </p>
          {isOwn && state}
        </div>
        {isOwn ? <div className="flex flex-wrap gap-2">{actions}</div> : state}
      </div>
      {note && <Note from={isOwn ? 'Your coach' : 'To the client'}>{note}</Note>}
      {completionNote && (
        <Note from={isOwn ? 'Your note' : 'From the client'}>{completionNote}</Note>
      )}
      {!isOwn && <div className="flex flex-wrap gap-2">{actions}</div>}
    </li>
  )
}

const Note = ({ from, children }: { from: string; children: string }) => (
  <p className="flex max-w-prose gap-2 rounded-md bg-sunken px-3 py-2">
    <MessageSquareText aria-hidden size={16} className="mt-1 shrink-0 text-muted" />
    <span className="min-w-0 break-words whitespace-pre-line">
      <span className="block text-xs text-muted">{from}</span>
      <span dir="auto" className="block">
        {children}
      </span>
    </span>
  </p>
)

type StateProps = Pick<AssignmentItemProps, 'assignment' | 'today' | 'reader'>

function State({ assignment, today, reader }: StateProps) {
  const { completedAt, completedBy } = assignment
  switch (assignmentState(assignment, today)) {
    case 'completed':
      return (
        <Badge tone="green" icon={CircleCheck}>
          Completed {completedAt && formatDate(completedAt)}
          {completedBy?.isStaff && ` by ${completedBy.name}`}
        </Badge>
      )
    case 'overdue':
      return (
        <Badge tone="amber" icon={Clock}>
          Overdue
        </Badge>
      )
    case 'to do':
      // The client's button says it already.
      return reader === 'client' ? null : (
        <Badge tone="blue" icon={CircleDashed}>
          To do
        </Badge>
      )
  }
}
