import { useState } from 'react'
import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { byUrgency } from '#web/features/plans/assignments/assignment-state.ts'
import { OwnAssignment } from './own-assignment.tsx'

type OwnAssignmentsProps = {
  clientId: string
  assignments: readonly Assignment[]
  today: CalendarDay
}

/** Home assignments, the next thing first, then what is done. */
export function OwnAssignments({ clientId, assignments, today }: OwnAssignmentsProps) {
  // What is completed stays in its place until the page is opened again: nothing moves away from under a press.
  const [order] = useState(() => assignments.toSorted(byUrgency).map(({ id }) => id))
  return (
    <ul>
      {assignments
        .toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
        .map((assignment) => (
          <OwnAssignment
            key={assignment.id}
            clientId={clientId}
            assignment={assignment}
            today={today}
          />
        ))}
    </ul>
  )
}
