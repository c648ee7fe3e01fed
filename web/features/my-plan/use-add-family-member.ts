import { useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { addFamilyMember, type familyMemberForm, getMyClientData } from '#contract/my-plan.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useToast } from '#web/ui/toast.tsx'

export type FamilyMember = z.output<typeof familyMemberForm>

/** The answer is the whole list, which takes the place of the one in view. */
export function useAddFamilyMember({ onSuccess }: { onSuccess: () => void }) {
  const toast = useToast()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: FamilyMember) => call(addFamilyMember, { body }),
    onSuccess: (plans, { firstName }) => {
      queries.setQueryData(read(getMyClientData, {}).queryKey, plans)
      toast({
        title: 'Family member added',
        description: `${firstName} now has a plan of their own.`,
      })
      onSuccess()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to add family member'),
        tone: 'destructive',
      }),
  })
}
