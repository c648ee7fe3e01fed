import { CircleDot } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { useOtherTab, useRecorderState } from './use-recorder.ts'

type RecordButtonProps = {
  sessionId: string
  clientName: string
  /** Names the client to screen readers, in a list of several. */
  isInList?: boolean
} & Pick<ComponentProps<typeof Button>, 'size' | 'variant'>

/** Opens the way to a recording; nothing while this browser records already. */
export function RecordButton({ sessionId, clientName, isInList, ...button }: RecordButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isBusy = useRecorderState().phase !== 'idle'
  const isInOtherTab = useOtherTab() !== null
  return (
    <>
      {!isInOtherTab && (!isBusy || isOpen) && (
        <Button
          {...button}
          icon={CircleDot}
          aria-label={isInList ? `Record: ${clientName}` : undefined}
          onClick={() => setOpen(true)}
        >
          Record
        </Button>
      )}
      <RecordDialog
        sessionId={sessionId}
        clientName={clientName}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
