import { useQueryClient } from '@tanstack/react-query'
import {
  type Coach,
  type CoachDetail,
  getCoach,
  listCoaches,
  listCoachPlaces,
} from '#contract/coaches.ts'
import { read } from '#web/lib/query.ts'

export const coachQuery = (id: string) => read(getCoach, { params: { id } })

/** What follows from a change of a coach's profile, whichever control makes it; the answer takes the place of what is in view. */
export function useCoachChange(id: string) {
  const queries = useQueryClient()
  return {
    refresh: [listCoaches, listCoachPlaces],
    done: () => ({
      title: 'Coach updated',
      description: 'The coach has been successfully updated.',
    }),
    failed: 'Failed to update coach',
    onSuccess: (coach: Coach) =>
      void queries.setQueryData<CoachDetail>(
        coachQuery(id).queryKey,
        (before) => before && { ...before, ...coach },
      ),
    /** Somebody else may have changed it: what is in view is to be what there is. */
    onError: () => void queries.invalidateQueries(coachQuery(id)),
  }
}
