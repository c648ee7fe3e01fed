import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

type DiscardUploadProps = { sessionId: string; label?: string }

/** Gives an upload up, after a question. */
export function DiscardUpload({ sessionId, label = 'Cancel Upload' }: DiscardUploadProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" className="self-start" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Cancel this upload?"
        description="The uploaded part will be deleted. The file on your device is not affected."
        confirmLabel="Cancel upload"
        cancelLabel="Keep uploading"
        onConfirm={() => {
          setAsking(false)
          uploads.cancel(sessionId)
        }}
      />
    </>
  )
}
