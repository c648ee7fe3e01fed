import { useQueryClient } from '@tanstack/react-query'
import { type CoachDetail, getCoach, type ListedCoach } from '#contract/coaches.ts'
import { queryFor } from '#web/lib/query.ts'

export const coachQuery = (id: string) => queryFor(getCoach, { params: { id } })

/** What follows from a change of a coach's profile, whichever control makes it; the answer takes the place of what is in view. */
export function useCoachChange(id: string) {
  const queries = useQueryClient()
  return {
    done: () => ({
      title: 'Coach updated',
      description: 'The coach has been successfully updated.',
    }),
    failed: 'Failed to update coach',
    onSuccess: (coach: ListedCoach) =>
      void queries.setQueryData<CoachDetail>(
        coachQuery(id).queryKey,
        (before) => before && { ...before, ...coach },
      ),
  }
}
