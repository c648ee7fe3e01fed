import { useQueryClient } from '@tanstack/react-query'
import { logout } from '#contract/auth.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { setCurrentUser } from './current-user.ts'

/**
 * "Logout clears the current user and empties the whole client cache" (specification part 1, section 4). The toasts are
 * those of the catalogue (section 8).
 */
export function useLogout() {
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: (_nothing: void, call) => call(logout, {}),
    successToast: () => ({
      title: 'Logged out',
      description: 'You have been successfully logged out.',
    }),
    errorToast: () => ({ title: 'Error', description: 'Failed to log out. Please try again.' }),
    onSuccess: ({ providerUrl }) => {
      setCurrentUser(queries, null)
      queries.getMutationCache().clear()
      if (providerUrl) location.assign(providerUrl)
    },
  })
}
