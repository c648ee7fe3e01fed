import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

type DiscardUploadProps = { sessionId: string; label?: string }

/** Cancels an upload, after a confirmation. */
export function DiscardUpload({ sessionId, label = 'Cancel Upload' }: DiscardUploadProps) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title="Cancel this upload?"
        description="The uploaded part will be deleted. The file on your device is not affected."
        confirmLabel="Cancel upload"
        cancelLabel="Keep uploading"
        onConfirm={() => {
          setConfirming(false)
          uploads.cancel(sessionId)
        }}
      />
    </>
  )
}
