import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { logout } from '#contract/auth.ts'
import { useWrite } from '#web/form/use-write.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { become } from './current-user.ts'

/** In the sidebar's footer. */
export function LogoutButton() {
  const leaving = useLogout()
  return (
    <IconButton
      label="Log out"
      icon={LogOut}
      isPending={leaving.isPending}
      onClick={() => leaving.run()}
    />
  )
}

/** On a page that is for people who are not signed in. */
export function LogoutHere() {
  const leaving = useLogout()
  return (
    <Button variant="secondary" isPending={leaving.isPending} onClick={() => leaving.run()}>
      Log out
    </Button>
  )
}

/**
 * "Logout clears the current user and empties the whole client cache" (specification part 1, section 4). The toasts are
 * those of the catalogue (section 8).
 */
function useLogout() {
  const queries = useQueryClient()
  return useWrite({
    write: (_nothing: void, call) => call(logout, {}),
    done: () => ({
      title: 'Logged out',
      description: 'You have been successfully logged out.',
    }),
    failed: () => ({ title: 'Error', description: 'Failed to log out. Please try again.' }),
    onSuccess: () => {
      become(queries, null)
      queries.getMutationCache().clear()
    },
  })
}
