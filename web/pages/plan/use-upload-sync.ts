import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { continueUpload } from '#contract/recordings.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { uploads, useUpload } from '#web/features/recordings/uploads.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { useSession } from '#web/lib/session-queries.ts'

/** Refetches when a recording has arrived, and ends the upload's notice once it is outdated or its transcript is read. */
export function useUploadSync({ id, recording }: SessionDetail, isTranscriptRead: boolean) {
  const queries = useQueryClient()
  const { phase, recordingId } = useUpload(id)
  const { dataUpdatedAt } = useSession(id)
  const asked = useRef<{ recordingId: string; at: number }>(null)
  useEffect(() => {
    if (recordingId === null || recordingId === recording?.id) return
    if (asked.current?.recordingId !== recordingId) {
      asked.current = { recordingId, at: dataUpdatedAt }
      void refetchAffected(queries, continueUpload.changes)
      // Whoever read it since. Deleted or replaced elsewhere: the notice of its arrival goes with it.
    } else if (dataUpdatedAt > asked.current.at) uploads.cancel(id)
  }, [id, recording?.id, queries, recordingId, dataUpdatedAt])

  // One from before the page was loaded anew: it is this recording, or came too late for it.
  const isOutdated = recording !== null && phase === 'idle' && uploads.recall(id) !== null
  useEffect(() => {
    if (isOutdated) uploads.cancel(id)
  }, [id, isOutdated])

  // The notice of a transcript has done its work where that is read.
  const isRead = phase === 'uploaded' && recordingId === recording?.id && isTranscriptRead
  useEffect(() => {
    if (isRead) uploads.cancel(id)
  }, [id, isRead])
}
