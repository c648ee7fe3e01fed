import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Recording } from '#contract/recordings.ts'
import { deleteRecording } from '#contract/sessions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { byteSize } from '#web/lib/numbers.ts'
import { keepSession } from '#web/lib/session-reads.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

type DeleteRecordingProps = { sessionId: string; recording: Recording; isDisabled: boolean }

export function DeleteRecording({ sessionId, recording, isDisabled }: DeleteRecordingProps) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const remove = useWrite({
    write: (_nothing: void, call) =>
      call(deleteRecording, { params: { id: sessionId }, query: { transcripts: 'omit' } }),
    done: () => ({ title: 'Recording deleted' }),
    failed: () => ({
      title: 'Error',
      description: 'Failed to delete recording. Please try again.',
    }),
    onSuccess: (session) => {
      setAsking(false)
      // The notice of a finished upload would speak of a recording that is gone.
      uploads.cancel(sessionId)
      keepSession(queries, session)
    },
  })
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
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title="Delete this recording?"
        description={`The video (${byteSize(recording.sizeBytes)}) and its still picture are deleted for good. The raw transcript and the conversation stay.`}
        confirmLabel="Delete Recording"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
      />
    </>
  )
}
