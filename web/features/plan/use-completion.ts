import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Assignment, completeAssignment } from '#contract/assignments.ts'
import { useWrite } from '#web/form/use-write.ts'
import { refresh } from '#web/lib/freshness.ts'
import { keepAssignments } from '#web/lib/session-reads.ts'
import type { ToastMessage } from '#web/ui/toast-card.tsx'

type Completion = { isCompleted: boolean }

/**
 * Completes a home assignment or takes that back. It is shown at once, and as it was where the server refuses or cannot
 * be reached.
 */
export function useCompletion(
  clientId: string,
  assignment: Assignment,
  done?: (sent: Completion) => ToastMessage,
) {
  const queries = useQueryClient()
  const { id } = assignment
  const before = useRef(assignment)
  const show = (shown: Assignment) =>
    keepAssignments(queries, clientId, (all) => all.map((it) => (it.id === id ? shown : it)))
  return useWrite({
    write: ({ isCompleted }: Completion, call) => {
      before.current = assignment
      show(guess(assignment, isCompleted))
      return call(completeAssignment, { params: { id }, body: { isCompleted } })
    },
    ...(done && { done: (_all: Assignment[], sent: Completion) => done(sent) }),
    failed: 'Failed to update the home assignment. Please try again.',
    onSuccess: (all) => keepAssignments(queries, clientId, () => all),
    onError: () => {
      show(before.current)
      void refresh(queries, completeAssignment.changes)
    },
  })
}

const guess = (it: Assignment, isCompleted: boolean): Assignment =>
  isCompleted
    ? { ...it, completedAt: it.completedAt ?? new Date().toISOString() }
    : { ...it, completedAt: null, completedBy: null, completionNote: null }
