import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { confirmSecondFactor, startConfirmation, totpCode } from '#contract/second-factor.ts'
import { getMySecurity } from '#contract/security.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { signWithPasskey } from './passkey.ts'

type ConfirmSecondFactorProps = { isOpen: boolean; onClose: () => void; onConfirmed: () => void }

/** Asks for the second factor again before something sensitive. */
export function ConfirmSecondFactor({ isOpen, onClose, onConfirmed }: ConfirmSecondFactorProps) {
  const { data, isPending } = useQuery(queryFor(getMySecurity, {}))
  const hasPasskey = data?.factors.includes('passkey')
  const hasApp = !data || data.factors.includes('totp')
  const passkey = useApiMutation({
    mutationFn: async (_nothing: void, call) => {
      const signed = await signWithPasskey(await call(startConfirmation, {}))
      return call(confirmSecondFactor, { body: { passkey: signed } })
    },
    isSecret: true,
    errorToast: 'The passkey was not used. Please try again.',
    onSuccess: () => {
      onClose()
      onConfirmed()
    },
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
      mutationFn={({ fields }, call) => call(confirmSecondFactor, { body: fields })}
      isSecret
      errorToast="The code could not be checked. Please try again."
      onSuccess={onConfirmed}
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
