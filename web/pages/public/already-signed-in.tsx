import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { useLogout } from '#web/features/auth/use-logout.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCard } from './public-frame.tsx'

type AlreadySignedInProps = { user: CurrentUser; organizationName: string }

/** Registering creates another account, so a signed-in user has to log out first. */
export function AlreadySignedIn({ user, organizationName }: AlreadySignedInProps) {
  const leaving = useLogout()
  return (
    <MessageCard
      title="You are already signed in"
      action={
        <>
          <Button asChild>
            <Link to={paths.app}>Go to the application</Link>
          </Button>
          <Button variant="secondary" isPending={leaving.isPending} onClick={() => leaving.run()}>
            Log out
          </Button>
        </>
      }
    >
      <p>
        You are signed in as{' '}
        <strong className="font-semibold break-words text-ink">{user.email}</strong>.
      </p>
      <p>This link is for new employees of {organizationName}. To register, log out first.</p>
    </MessageCard>
  )
}
