import { useState } from 'react'
import { resetSecondFactor } from '#contract/accounts/second-factor.ts'
import type { User } from '#contract/accounts/users.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** For a user who has lost their passkey, phone and recovery codes. */
export function ResetSecondFactor({ user }: { user: User }) {
  const [isConfirming, setConfirming] = useState(false)
  const [isDone, setDone] = useState(false)
  const name = formatPersonName(user)
  const reset = useApiMutation({
    mutationFn: (_nothing: void, call) => call(resetSecondFactor, { params: { id: user.id } }),
    successToast: () => ({ title: 'Second factor removed', description: name }),
    errorToast: 'Failed to remove the second factor',
    onSuccess: () => setDone(true),
    onSettled: () => setConfirming(false),
  })
  return (
    <section aria-label="Second factor" className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-muted">
          {isDone ? 'The second factor was removed.' : 'This account has a second factor.'}
        </p>
        {!isDone && (
          <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
            Remove second factor
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Remove the second factor of ${name}?`}
        description="Make sure it’s really them asking. Passkeys, authenticator app and recovery codes stop working, and the password alone is enough. They’ll be notified by email."
        confirmLabel="Remove second factor"
        pendingLabel="Removing..."
        isPending={reset.isPending}
        onConfirm={() => reset.run()}
      />
    </section>
  )
}
