import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type SecretDialogProps = {
  /** What it is, such as 'token'. */
  name: string
  description: string
  /** Undefined: closed. */
  secret: string | undefined
  onClose: () => void
  /** Another button, beside those to copy and to close. */
  action?: ReactNode
}

/** A secret that is shown once, to be copied. */
export const SecretDialog = ({ name, description, secret, onClose, action }: SecretDialogProps) => (
  <Dialog
    isOpen={secret !== undefined}
    onClose={onClose}
    ignoresClickOutside
    title={`Copy the ${name} now`}
    description={`It won’t be shown again. ${description}`}
    footer={
      <>
        {action}
        <CopyButton
          variant="secondary"
          text={secret ?? ''}
          label={`Copy ${name}`}
          failed={`Failed to copy the ${name} to clipboard`}
        />
        <Button onClick={onClose}>Done</Button>
      </>
    }
  >
    <code className="block rounded-md bg-sunken px-3 py-2 break-all">{secret}</code>
  </Dialog>
)
