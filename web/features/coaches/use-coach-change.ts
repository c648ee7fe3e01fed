import { useQueryClient } from '@tanstack/react-query'
import { type CoachDetail, getCoach, type ListedCoach } from '#contract/coaches/coaches.ts'
import { queryFor } from '#web/lib/query.ts'

export const coachQuery = (id: string) => queryFor(getCoach, { params: { id } })

/** Toasts and cache update shared by all controls that change a coach's profile. */
export function useCoachChange(id: string) {
  const queries = useQueryClient()
  return {
    successToast: () => ({
      title: 'Coach updated',
      description: 'The coach has been successfully updated.',
    }),
    errorToast: 'Failed to update coach',
    onSuccess: (coach: ListedCoach) =>
      void queries.setQueryData<CoachDetail>(
        coachQuery(id).queryKey,
        (before) => before && { ...before, ...coach },
      ),
  }
}
