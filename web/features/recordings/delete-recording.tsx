import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Recording } from '#contract/recordings/recordings.ts'
import { deleteRecording } from '#contract/sessions/session-removal.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

type DeleteRecordingProps = { sessionId: string; recording: Recording; isDisabled: boolean }

/** The button, and the question before a recording is deleted. */
export function DeleteRecording({ sessionId, recording, isDisabled }: DeleteRecordingProps) {
  const [isAsking, setAsking] = useState(false)
  const queries = useQueryClient()
  const remove = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(deleteRecording, { params: { id: sessionId }, query: { transcripts: 'omit' } }),
    successToast: () => ({ title: 'Recording deleted' }),
    errorToast: () => ({
      title: 'Error',
      description: 'Failed to delete recording. Please try again.',
    }),
    onSuccess: (session) => {
      setAsking(false)
      // The notice of a finished upload would speak of a recording that is gone.
      uploads.cancel(sessionId)
      storeSession(queries, session)
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
        onClose={() => setAsking(false)}
        title="Delete this recording?"
        description={`The video (${formatBytes(recording.sizeBytes)}) and its poster image will be permanently deleted. The raw transcript and the conversation stay.`}
        confirmLabel="Delete Recording"
        pendingLabel="Deleting..."
        isPending={remove.isPending}
        onConfirm={() => remove.run()}
      />
    </>
  )
}
