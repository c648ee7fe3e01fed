import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'

type DiscardRecordingProps = {
  /** "A recording of 32 minutes, until 10:42 AM" */
  words: string
  clientName: string
  onDiscard: () => Promise<unknown>
}

/** Deletes a recording that is not finished, after a confirmation. */
export function DiscardRecording({ words, clientName, onDiscard }: DiscardRecordingProps) {
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const [isPending, setPending] = useState(false)
  async function discard() {
    setPending(true)
    try {
      await onDiscard()
      setOpen(false)
    } catch {
      toast({
        ...{ title: 'Error', tone: 'destructive' },
        description: 'The recording could not be discarded. Please try again.',
      })
    }
    setPending(false)
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Discard
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Discard this recording?"
        description={
          <>
            <bdi>{clientName}</bdi>: {words}. It will be permanently deleted.
          </>
        }
        confirmLabel="Discard recording"
        cancelLabel="Keep it"
        isPending={isPending}
        onConfirm={() => void discard()}
      />
    </>
  )
}
