import { useState } from 'react'
import {
  endOtherLogins,
  endOwnLogin,
  type MySecurity,
  type OwnLogin,
} from '#contract/accounts/security.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

const getDeviceName = ({ device }: OwnLogin) => device ?? 'Unknown device'

/** Where the user is signed in. */
export function OwnLogins({ logins, isEmailManaged }: MySecurity) {
  const [isConfirming, setConfirming] = useState(false)
  const endOne = useApiMutation({
    mutationFn: (login: OwnLogin, call) => call(endOwnLogin, { params: { id: login.id } }),
    successToast: (_, login) => ({ title: 'Signed out', description: getDeviceName(login) }),
    errorToast: 'Failed to sign out',
  })
  const endOthers = useApiMutation({
    mutationFn: (_nothing: void, call) => call(endOtherLogins, {}),
    successToast: () => ({
      title: 'Signed out',
      description: 'You are signed in only on this device now.',
    }),
    errorToast: 'Failed to sign out',
    onSuccess: () => setConfirming(false),
    onError: () => setConfirming(false),
  })
  return (
    <Card aria-label="Where you’re signed in">
      <CardHeader
        title="Where you’re signed in"
        description={
          isEmailManaged
            ? 'Sign out what you don’t recognize.'
            : 'Sign out what you don’t recognize, and change your password.'
        }
        actions={
          logins.length > 1 && (
            <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
              Sign out everywhere else
            </Button>
          )
        }
      />
      <ul className="divide-y divide-line">
        {logins.map((login) => (
          <LoginRow
            key={login.id}
            login={login}
            isPending={endOne.isPending && endOne.sent?.id === login.id}
            onEnd={() => endOne.run(login)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Sign out everywhere else?"
        description="You stay signed in on this device only. Unsaved work on other devices may be lost."
        confirmLabel="Sign out everywhere else"
        pendingLabel="Signing out..."
        isPending={endOthers.isPending}
        onConfirm={() => endOthers.run()}
      />
    </Card>
  )
}

type LoginRowProps = { login: OwnLogin; isPending: boolean; onEnd: () => void }

function LoginRow({ login, isPending, onEnd }: LoginRowProps) {
  const { address, createdAt, lastSeenAt, isCurrent } = login
  return (
    <li className="flex items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{getDeviceName(login)}</span>
          {isCurrent && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-xs text-muted">
          {address && `IP address ${address} · `}Signed in on {formatDateTime(createdAt)}
          {!isCurrent && ` · Last active on ${formatDateTime(lastSeenAt)}`}
        </p>
      </div>
      {!isCurrent && (
        <Button variant="secondary" size="sm" isPending={isPending} onClick={onEnd}>
          Sign out<span className="sr-only"> {getDeviceName(login)}</span>
        </Button>
      )}
    </li>
  )
}
