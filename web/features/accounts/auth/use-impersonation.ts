import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { impersonate, stopImpersonation } from '#contract/accounts/users.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { paths } from '#web/paths.ts'
import { setCurrentUser } from './current-user.ts'

/**
 * Stores the returned user as the current one, drops all other cached data and goes to /app
 * (docs/product.md, "Data freshness"). The toasts are fixed.
 */
export function useStartImpersonation() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useApiMutation({
    mutationFn: (id: string, call) => call(impersonate, { params: { id } }),
    successToast: (user) => ({
      title: 'Impersonation started',
      description: `You are now logged in as ${formatPersonName(user)}`,
    }),
    errorToast: (error) => ({
      title: 'Error',
      description: serverMessage(error, 'Failed to start impersonation'),
    }),
    onSuccess: (user) => {
      void navigate(paths.app)
      setCurrentUser(queries, user)
    },
  })
}

/** "Stopping impersonation restores the returned user and likewise drops other cached data." */
export function useStopImpersonation() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useApiMutation({
    mutationFn: (_nothing: void, call) => call(stopImpersonation, {}),
    successToast: () => ({
      title: 'Impersonation ended',
      description: 'You have returned to your original account.',
    }),
    errorToast: () => ({
      title: 'Error',
      description: 'Failed to stop impersonation. Please try again.',
    }),
    onSuccess: (user) => {
      void navigate(paths.app)
      setCurrentUser(queries, user)
    },
  })
}
