import { useQueryClient } from '@tanstack/react-query'
import { logout } from '#contract/accounts/auth.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { setCurrentUser } from './current-user.ts'

/**
 * Clears the current user and the whole cache (docs/product.md, "Data freshness"). The toasts are fixed
 * (docs/product.md, "Sign-in page").
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
