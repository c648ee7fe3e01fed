import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import {
  confirmSecondFactor,
  startConfirmation,
  totpCode,
} from '#contract/accounts/second-factor.ts'
import { getMySecurity } from '#contract/accounts/security.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './security-fields.tsx'
import { signWithPasskey } from './passkey.ts'

type ConfirmSecondFactorProps = {
  isOpen: boolean
  onClose: () => void
  /** Called before `onClose`. */
  onConfirmed: () => void
}

/** Asks for the second factor again before something sensitive. */
export function ConfirmSecondFactor({ isOpen, onClose, onConfirmed }: ConfirmSecondFactorProps) {
  const { data, isPending } = useQuery(queryFor(getMySecurity, {}))
  const hasPasskey = data?.factors.includes('passkey')
  const hasApp = !data || data.factors.includes('totp')
  const passkey = useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      const signed = await signWithPasskey(await call(startConfirmation, {}))
      await call(confirmSecondFactor, { body: { passkey: signed } })
      onConfirmed()
    },
    isSecret: true,
    errorToast: 'The passkey was not used. Please try again.',
    onSuccess: onClose,
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      size="sm"
      title="Confirm that it’s you"
      description={
        hasPasskey
          ? 'Use your passkey, or enter a code.'
          : 'Enter a code from your authenticator app.'
      }
      schema={totpCode}
      defaults={isPending ? undefined : { code: '' }}
      submitLabel="Confirm"
      pendingLabel="Checking..."
      mutationFn={async ({ fields }, call) => {
        await call(confirmSecondFactor, { body: fields })
        onConfirmed()
      }}
      isSecret
      errorToast="The code could not be checked. Please try again."
    >
      {hasPasskey && (
        <Button
          variant="secondary"
          icon={KeyRound}
          isPending={passkey.isPending}
          pendingLabel="Waiting for your passkey..."
          onClick={() => passkey.run()}
        >
          Use a passkey
        </Button>
      )}
      <CodeField hasApp={hasApp} />
    </FormDialog>
  )
}
