import { LogOut } from 'lucide-react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useLogout } from './current-user.ts'

/** In the sidebar's footer. */
export function LogoutButton() {
  const logout = useToldLogout()
  return (
    <IconButton
      label="Log out"
      icon={LogOut}
      isPending={logout.isPending}
      onClick={() => logout.mutate()}
    />
  )
}

/** On a page that is for people who are not signed in. */
export function LogoutHere() {
  const logout = useToldLogout()
  return (
    <Button variant="secondary" isPending={logout.isPending} onClick={() => logout.mutate()}>
      Log out
    </Button>
  )
}

/** The toasts are those of the catalogue (specification part 1, section 8). */
function useToldLogout() {
  const toast = useToast()
  return useLogout({
    onSuccess: () =>
      toast({ title: 'Logged out', description: 'You have been successfully logged out.' }),
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to log out. Please try again.',
        tone: 'destructive',
      }),
  })
}
