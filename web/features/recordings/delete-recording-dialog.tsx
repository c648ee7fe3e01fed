import { useQueryClient } from '@tanstack/react-query'
import type { Recording } from '#contract/recordings.ts'
import { deleteRecording } from '#contract/sessions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { formatBytes } from '#web/lib/numbers.ts'
import { storeSession } from '#web/lib/session-queries.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { uploads } from './uploads.ts'

type DeleteRecordingDialogProps = {
  sessionId: string
  recording: Recording
  isOpen: boolean
  onClose: () => void
}

/** The question before a recording is deleted. */
export function DeleteRecordingDialog({
  sessionId,
  recording,
  isOpen,
  onClose,
}: DeleteRecordingDialogProps) {
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
      onClose()
      // The notice of a finished upload would speak of a recording that is gone.
      uploads.cancel(sessionId)
      storeSession(queries, session)
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this recording?"
      description={`The video (${formatBytes(recording.sizeBytes)}) and its poster image will be permanently deleted. The raw transcript and the conversation stay.`}
      confirmLabel="Delete Recording"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
      onConfirm={() => remove.run()}
    />
  )
}
