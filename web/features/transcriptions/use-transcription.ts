import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { streamPlanEvents } from '#contract/plan-events.ts'
import type { SessionDetail } from '#contract/sessions.ts'
import {
  cancelTranscription,
  eventStreamMs,
  isInProgress,
  startTranscription,
  type Transcription,
} from '#contract/transcriptions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { useTranscriptionProgress } from '#web/lib/live-plan.tsx'
import {
  formatTimeLeft,
  updateRate,
  transcriptionSmoothing,
  type ProgressRate,
  secondsLeft,
} from '#web/lib/progress-rate.ts'
import { sessionQuery } from '#web/lib/session-queries.ts'
import { useToast } from '#web/ui/toast.tsx'
import { addStartedTranscription } from './started-transcriptions.ts'

/** The transcription of a session as it goes: found again after a reload, told by the plan's stream, stopped on demand. */
export function useTranscription({ id, clientId, transcription }: SessionDetail) {
  const toast = useToast()
  const queries = useQueryClient()
  const params = { id }
  const isRunning = isInProgress(transcription?.status)
  const live = useTranscriptionProgress(id)
  const progress = live?.progress ?? 0
  const [pace, setPace] = useState<ProgressRate | null>(null)
  /** The 15 minutes that the specification gives an event stream are over, and the transcription still runs. */
  const [isLong, setLong] = useState(false)
  /** How many people speak, as was said before; null: to be found out. */
  const [voices, setVoices] = useState(transcription?.speakers ?? null)

  const [language, setLanguage] = useState(transcription?.language ?? null)

  const become = (transcription: Transcription) => {
    setPace(null)
    setLong(false)
    queries.setQueryData(
      sessionQuery(id).queryKey,
      (session) => session && { ...session, transcription },
    )
  }
  useEffect(() => {
    if (!isRunning || isLong) return
    const waiting = setTimeout(() => {
      setLong(true)
      toast({
        title: 'Transcription In Progress',
        description: 'Large files may take time. Check back in a few minutes.',
      })
    }, eventStreamMs)
    return () => clearTimeout(waiting)
  }, [isRunning, isLong, toast])

  const [paced, setPaced] = useState(0)
  // Before the first words are recognised nothing moves, for instance while another one is under way.
  if (live && progress > 0 && progress !== paced) {
    setPaced(progress)
    setPace(updateRate(pace, progress, live.at, transcriptionSmoothing))
  }

  const wasRunning = useRef(isRunning)
  const status = transcription?.status
  const fault = transcription?.error
  useEffect(() => {
    if (wasRunning.current && status === 'failed')
      toast({
        title: 'Transcription Failed',
        description: fault || 'Failed to transcribe recording',
        tone: 'destructive',
      })
    wasRunning.current = isInProgress(status)
  }, [status, fault, toast])

  const start = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(startTranscription, {
        params,
        body:
          voices === null && language === null
            ? undefined
            : { speakers: voices ?? undefined, language: language ?? undefined },
      }),
    onSuccess: (started) => {
      become(started)
      addStartedTranscription({ sessionId: id, clientId })
    },
    errorToast: (error) => ({
      title: 'Transcription Failed',
      description: serverMessage(error, 'Failed to start transcription'),
    }),
  })
  const cancel = useApiMutation({
    mutationFn: (_nothing: void, call) => call(cancelTranscription, { params }),
    onSuccess: become,
    errorToast: 'Failed to cancel the transcription. Please try again.',
  })

  return {
    isRunning,
    isLong,
    progress: live?.progress ?? transcription?.progress ?? 0,
    /** The time left in words, once the real speed is known. */
    left: pace?.perSecond ? formatTimeLeft(secondsLeft(pace, 1)) : null,
    note: live ? live.note : (transcription?.note ?? null),
    startedAt: transcription?.createdAt ?? null,
    voices,
    setVoices,
    /** As was said before; null: that of the client, or else of the installation. */
    language,
    setLanguage,
    isStarting: start.isPending,
    /** Throws what the toast has told. */
    start: start.send,
    isCancelling: cancel.isPending,
    cancel: () => cancel.run(),
    /** Reads the state anew, and waits for as long once more. */
    checkNow: async () => {
      await refetchAffected(queries, streamPlanEvents.shows)
      setLong(false)
    },
  }
}
export type SessionTranscription = ReturnType<typeof useTranscription>
