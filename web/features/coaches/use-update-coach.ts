import { useQueryClient } from '@tanstack/react-query'
import {
  type CoachDetail,
  getCoach,
  listCoaches,
  listCoachPlaces,
  updateCoach,
} from '#contract/coaches.ts'
import type { Sent } from '#contract/endpoint.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useToast } from '#web/ui/toast.tsx'

export const coachQuery = (id: string) => read(getCoach, { params: { id } })

/** Changes what is named of a coach's profile; the answer takes the place of what is in view. */
export function useUpdateCoach(id: string, { onSuccess }: { onSuccess?: () => void } = {}) {
  const toast = useToast()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: Sent<typeof updateCoach>['body']) =>
      call(updateCoach, { params: { id }, body }),
    onSuccess: (coach) => {
      queries.setQueryData<CoachDetail>(
        coachQuery(id).queryKey,
        (before) => before && { ...before, ...coach },
      )
      for (const { path } of [listCoaches, listCoachPlaces])
        void queries.invalidateQueries({ queryKey: [path] })
      toast({ title: 'Coach updated', description: 'The coach has been successfully updated.' })
      onSuccess?.()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to update coach'),
        tone: 'destructive',
      }),
  })
}
