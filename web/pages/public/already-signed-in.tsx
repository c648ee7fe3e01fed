import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { LogoutHere } from '#web/features/auth/logout-button.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { MessageCard } from './public-frame.tsx'

type AlreadySignedInProps = { user: CurrentUser; organizationName: string }

/** Registering makes another account: whoever is signed in decides which of the two this is about. */
export function AlreadySignedIn({ user, organizationName }: AlreadySignedInProps) {
  return (
    <MessageCard
      title="You are already signed in"
      action={
        <>
          <Button asChild>
            <Link to={paths.app}>Go to the application</Link>
          </Button>
          <LogoutHere />
        </>
      }
    >
      <p>
        You are signed in as{' '}
        <strong className="font-semibold break-words text-ink">{user.email}</strong>.
      </p>
      <p>
        This link is for new employees of {organizationName}. To register with it, log out first;
        the form then appears here.
      </p>
    </MessageCard>
  )
}
