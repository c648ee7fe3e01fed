import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { continueUpload } from '#contract/recordings.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import { uploads, useUpload } from '#web/features/recordings/uploads.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { useSession } from '#web/lib/session-queries.ts'

/**
 * Keeps the upload's phase in sync with the session: refetches when a recording has arrived, and follows the status of
 * its transcription, also when it ended while the drawer was closed.
 */
export function useUploadSync({ id, recording, transcription }: SessionDetail, tab: DrawerTab) {
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
  const isRead = phase === 'completed' && tab === 'transcripts'
  useEffect(() => {
    if (isRead) uploads.cancel(id)
  }, [id, isRead])

  const status = transcription?.status
  const error = transcription?.error ?? null
  useEffect(() => {
    if (phase === 'uploaded' && (status === 'waiting' || status === 'running'))
      uploads.send(id, { type: 'transcription-started' })
  }, [id, phase, status])
  useEffect(() => {
    if (status === 'completed') uploads.send(id, { type: 'transcription-completed' })
    if (status === 'failed')
      uploads.send(id, {
        type: 'transcription-failed',
        error: `Transcription failed: ${error ?? 'Failed to transcribe recording'}`,
      })
    if (status === 'cancelled')
      uploads.send(id, { type: 'transcription-failed', error: 'The transcription was cancelled.' })
    // Only when the state changes: an older transcription says nothing about this recording.
  }, [id, status, error])
}
