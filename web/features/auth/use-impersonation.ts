import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { impersonate, stopImpersonation } from '#contract/users.ts'
import { call, sentenceOf } from '#web/lib/api.ts'
import { personName } from '#web/lib/person-names.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { paths } from '#web/paths.ts'
import { useToast } from '#web/ui/toast.tsx'
import { become } from './current-user.ts'

/**
 * "Starting impersonation stores the returned user as current, drops all other cached data and goes to /app"
 * (specification part 1, section 4). Toasts of section 8, word for word.
 */
export function useStartImpersonation() {
  const toast = useToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useSingleMutation({
    mutationFn: (id: string) => call(impersonate, { params: { id } }),
    onSuccess: (user) => {
      become(queries, user)
      void navigate(paths.app)
      toast({
        title: 'Impersonation started',
        description: `You are now logged in as ${personName(user)}`,
      })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: sentenceOf(error, 'Failed to start impersonation'),
        tone: 'destructive',
      }),
  })
}

/** "Stopping impersonation restores the returned user and likewise drops other cached data." */
export function useStopImpersonation() {
  const toast = useToast()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useSingleMutation<CurrentUser, void>({
    mutationFn: () => call(stopImpersonation, {}),
    onSuccess: (user) => {
      become(queries, user)
      void navigate(paths.app)
      toast({
        title: 'Impersonation ended',
        description: 'You have returned to your original account.',
      })
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to stop impersonation. Please try again.',
        tone: 'destructive',
      }),
  })
}
