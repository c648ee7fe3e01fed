import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

/** The question before an upload is given up. `children` renders what asks for it. */
export function DiscardUpload(props: {
  sessionId: string
  children: (ask: () => void) => ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {props.children(() => setAsking(true))}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Cancel this upload?"
        description="What has arrived is removed from the server. The file on your device stays as it is."
        confirmLabel="Cancel Upload"
        onConfirm={() => {
          setAsking(false)
          uploads.cancel(props.sessionId)
        }}
      />
    </>
  )
}
