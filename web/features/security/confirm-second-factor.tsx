import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { confirmSecondFactor, startConfirmation, totpCode } from '#contract/second-factor.ts'
import { getMySecurity } from '#contract/security.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { queryFor } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { signWithPasskey } from './passkey.ts'

type ConfirmSecondFactorProps = { isOpen: boolean; onClose: () => void; onConfirmed: () => void }

/** Asks for the second factor again before something sensitive. */
export function ConfirmSecondFactor({ isOpen, onClose, onConfirmed }: ConfirmSecondFactorProps) {
  const { data } = useQuery(queryFor(getMySecurity, {}))
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
      description="Enter a code from your authenticator app, or a recovery code."
      schema={totpCode}
      defaults={{ code: '' }}
      submitLabel="Confirm"
      pendingLabel="Checking..."
      mutationFn={({ fields }, call) => call(confirmSecondFactor, { body: fields })}
      isSecret
      errorToast="The code could not be checked. Please try again."
      onSuccess={onConfirmed}
      afterFields={
        data?.factors.includes('passkey') && (
          <Button
            variant="secondary"
            icon={KeyRound}
            className="mt-4 w-full"
            isPending={passkey.isPending}
            pendingLabel="Waiting for your passkey..."
            onClick={() => passkey.run()}
          >
            Use a passkey
          </Button>
        )
      }
    >
      <TextField name="code" label="Code" autoComplete="one-time-code" />
    </FormDialog>
  )
}
