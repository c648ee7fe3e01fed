import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteRecordingDialog } from './delete-recording-dialog.tsx'

type DeleteRecordingProps = { sessionId: string; recording: Recording; isDisabled: boolean }

/** The button; its question comes with the first press. */
export function DeleteRecording({ isDisabled, ...asked }: DeleteRecordingProps) {
  const [isAsking, setAsking] = useState<boolean>()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon={Trash2}
        className="text-red-ink"
        disabled={isDisabled}
        onClick={() => setAsking(true)}
      >
        Delete Recording
      </Button>
      {isAsking !== undefined && (
        <DeleteRecordingDialog {...asked} isOpen={isAsking} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
