import { type ReactNode, useEffect, useState } from 'react'
import { confirmBeforeSignOut } from '#web/lib/sign-out.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

type AskBeforeSignOutProps = {
  title: string
  description: ReactNode
  cancelLabel: string
  confirmLabel: string
  /** Ends before the user is signed out. */
  onConfirm?: () => Promise<unknown>
}

/** While it is mounted, signing out asks first. */
export function AskBeforeSignOut({ onConfirm, ...question }: AskBeforeSignOutProps) {
  const [leave, setLeave] = useState<() => void>()
  const [isPending, setPending] = useState(false)
  useEffect(() => confirmBeforeSignOut((by) => setLeave(() => by)), [])
  async function confirm() {
    setPending(true)
    try {
      await onConfirm?.()
    } finally {
      setPending(false)
      setLeave(undefined)
      leave?.()
    }
  }
  return (
    <ConfirmDialog
      {...question}
      isOpen={leave !== undefined}
      isPending={isPending}
      onClose={() => setLeave(undefined)}
      onConfirm={() => void confirm()}
    />
  )
}
