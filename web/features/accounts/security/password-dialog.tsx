import { currentPassword } from '#contract/accounts/second-factor.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import type { Call } from '#web/form/use-api-mutation.ts'
import { CurrentPasswordField } from './security-fields.tsx'

type PasswordDialogProps<Data> = {
  isOpen: boolean
  onClose: () => void
  title: string
  description: string
  submitLabel: string
  pendingLabel: string
  tone?: 'danger'
  send: (body: { currentPassword: string }, call: Call) => Promise<Data>
  toast?: string
  onDone?: (data: Data) => void
}

/** A change that needs the password. */
export const PasswordDialog = <Data,>({
  send,
  toast,
  onDone,
  ...dialog
}: PasswordDialogProps<Data>) => (
  <FormDialog
    {...dialog}
    size="sm"
    schema={currentPassword}
    defaults={{ currentPassword: '' }}
    mutationFn={({ fields }, call) => send(fields, call)}
    isSecret
    {...(toast && { successToast: () => ({ title: toast }) })}
    errorToast="Nothing was changed. Please try again."
    {...(onDone && { onSuccess: onDone })}
  >
    <CurrentPasswordField />
  </FormDialog>
)
