import { useQueryClient } from '@tanstack/react-query'
import { type Assignment, completeAssignment } from '#contract/plans/assignments.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { storeAssignments, planQuery } from '#web/lib/session-queries.ts'
import type { ToastMessage } from '#web/ui/toast-card.tsx'

type Completion = { isCompleted: boolean }

/** Completes or reopens a home assignment, optimistically; a failed write restores what was shown. */
export function useAssignmentCompletion(
  clientId: string,
  assignment: Assignment,
  done?: (sent: Completion) => ToastMessage,
) {
  const queries = useQueryClient()
  const { id } = assignment
  return useApiMutation({
    mutationFn: ({ isCompleted }: Completion, call) =>
      call(completeAssignment, { params: { id }, body: { isCompleted } }),
    optimisticUpdate: ({ isCompleted }) => {
      const at = new Date().toISOString()
      return optimisticUpdate(planQuery(clientId).queryKey, (plan) => ({
        ...plan,
        assignments: plan.assignments.map((it) =>
          it.id === id ? withCompletion(it, isCompleted, at) : it,
        ),
      }))
    },
    ...(done && { successToast: (_all: Assignment[], sent: Completion) => done(sent) }),
    errorToast: 'Failed to update the home assignment. Please try again.',
    onSuccess: (all) => storeAssignments(queries, clientId, all),
    onError: () => void refetchAffected(queries, completeAssignment.changes),
  })
}

const withCompletion = (it: Assignment, isCompleted: boolean, at: string): Assignment =>
  isCompleted
    ? { ...it, completedAt: it.completedAt ?? at }
    : { ...it, completedAt: null, completedBy: null, completionNote: null }
