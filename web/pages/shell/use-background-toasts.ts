import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { uploads, useUploadsInProgress } from '#web/features/recordings/uploads.ts'
import { useEndedTranscriptions } from '#web/features/transcriptions/started-transcriptions.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { paths } from '#web/paths.ts'
import { useToast } from '#web/ui/toast.tsx'

type SessionPlace = { clientId: string; sessionId: string }

const isOpen = (sessionId: string) =>
  new URLSearchParams(location.search).get('session') === sessionId

/** Reports uploads and transcriptions of this window that end while their session is not in view. */
export function useBackgroundToasts() {
  const toast = useToast()
  const navigate = useNavigate()
  const show = useCallback(
    ({ clientId, sessionId }: SessionPlace, tab: DrawerTab) =>
      void navigate(paths.plan(clientId, { session: sessionId, tab })),
    [navigate],
  )
  useEndedTranscriptions((it, { sessionDate, transcription }) => {
    // The drawer shows the result and any error itself.
    if (isOpen(it.sessionId)) return
    const onPress = () => show(it, 'transcripts')
    if (transcription?.status === 'completed')
      toast({
        title: 'Transcription completed',
        description: `The transcript of ${formatDateTime(sessionDate)} is ready.`,
        action: { label: 'Show transcript', onPress },
      })
    if (transcription?.status === 'failed')
      toast({
        title: 'Transcription Failed',
        description: transcription.error || 'Failed to transcribe recording',
        tone: 'destructive',
        action: { label: 'Show session', onPress },
      })
  })

  const underWay = useUploadsInProgress()
  const previous = useRef<typeof underWay>([])
  useEffect(() => {
    for (const it of previous.current) {
      if (underWay.some(({ sessionId }) => sessionId === it.sessionId)) continue
      if (uploads.get(it.sessionId).phase !== 'uploaded' || isOpen(it.sessionId)) continue
      toast({
        title: 'Upload completed',
        description: 'The recording is ready to be transcribed.',
        action: { label: 'Show recording', onPress: () => show(it, 'recording') },
      })
    }
    for (const it of underWay) {
      const { phase, error } = it.upload
      const last = previous.current.find(({ sessionId }) => sessionId === it.sessionId)
      if (phase !== 'failed' || !error || last?.upload.error === error) continue
      // Every error shows as a toast, whichever page is open (docs/product.md, "Everywhere").
      toast({
        title: 'Error',
        description: error,
        tone: 'destructive',
        ...(!isOpen(it.sessionId) && {
          action: { label: 'Show recording', onPress: () => show(it, 'recording') },
        }),
      })
    }
    previous.current = underWay
  }, [toast, underWay, show])
}
