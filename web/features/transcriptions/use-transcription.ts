import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { streamPlanEvents } from '#contract/plans/plan-events.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import {
  cancelTranscription,
  eventStreamMs,
  isInProgress,
  startTranscription,
  type Transcription,
} from '#contract/transcriptions/transcriptions.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { useTranscriptionProgress } from '#web/lib/live-plan.tsx'
import {
  formatTimeLeft,
  updateRate,
  type ProgressRate,
  secondsLeft,
} from '#web/lib/progress-rate.ts'
import { sessionQuery } from '#web/lib/session-queries.ts'
import { useToast } from '#web/ui/toast.tsx'
import { addStartedTranscription } from './started-transcriptions.ts'

/** The running transcription of a session, updated by the plan's event stream, with start and cancel. */
export function useTranscription({ id, clientId, recording, transcription }: SessionDetail) {
  const toast = useToast()
  const queries = useQueryClient()
  const params = { id }
  const isRunning = isInProgress(transcription?.status)
  const live = useTranscriptionProgress(id)
  const progress = live?.progress ?? 0
  const [rate, setRate] = useState<ProgressRate | null>(null)
  /** Still running when the event stream ends after 15 minutes (docs/product.md, "Transcription"). */
  const [isLong, setLong] = useState(false)
  /** Null: detected automatically. */
  const [speakers, setSpeakers] = useState(transcription?.speakers ?? null)

  const [language, setLanguage] = useState(transcription?.language ?? null)

  const setTranscription = (transcription: Transcription) => {
    setRate(null)
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

  const [ratedProgress, setRatedProgress] = useState(0)
  // Progress stays at 0 until the first words, for example while another transcription runs.
  if (live && progress > 0 && progress !== ratedProgress) {
    setRatedProgress(progress)
    setRate(updateRate(rate, progress, live.at))
  }

  const wasRunning = useRef(isRunning)
  const status = transcription?.status
  const error = transcription?.error
  useEffect(() => {
    if (wasRunning.current && status === 'failed')
      toast({
        title: 'Transcription Failed',
        description: error || 'Failed to transcribe recording',
        tone: 'destructive',
      })
    wasRunning.current = isInProgress(status)
  }, [status, error, toast])

  const start = useApiMutation({
    mutationFn: (_nothing: void, call) =>
      call(startTranscription, {
        params,
        body:
          speakers === null && language === null
            ? undefined
            : { speakers: speakers ?? undefined, language: language ?? undefined },
      }),
    onSuccess: (started) => {
      setTranscription(started)
      addStartedTranscription({ sessionId: id, clientId })
    },
    errorToast: (error) => ({
      title: 'Transcription Failed',
      description: serverMessage(error, couldNotStart),
    }),
  })
  const cancel = useApiMutation({
    mutationFn: (_nothing: void, call) => call(cancelTranscription, { params }),
    onSuccess: setTranscription,
    errorToast: 'Failed to cancel the transcription. Please try again.',
  })

  // One of an earlier recording says nothing about this one.
  const ofRecording =
    recording && transcription && transcription.createdAt >= recording.createdAt
      ? transcription
      : null
  return {
    isRunning,
    isCompleted: ofRecording?.status === 'completed',
    /** Why there is no transcript of the recording, also where it could not be started. */
    error: start.error
      ? `Transcription failed: ${serverMessage(start.error, couldNotStart)}`
      : ofRecording && describeFailure(ofRecording),
    isLong,
    progress: live?.progress ?? transcription?.progress ?? 0,
    /** The formatted time left, once the speed is known. */
    left: rate?.perSecond ? formatTimeLeft(secondsLeft(rate, 1)) : null,
    note: live ? live.note : (transcription?.note ?? null),
    startedAt: transcription?.createdAt ?? null,
    speakers,
    setSpeakers,
    /** Null: that of the client, or else of the installation. */
    language,
    setLanguage,
    isStarting: start.isPending,
    /** Throws the error that the toast shows. */
    start: start.send,
    isCancelling: cancel.isPending,
    cancel: () => cancel.run(),
    /** Refetches, and waits as long again. */
    checkNow: async () => {
      await refetchAffected(queries, streamPlanEvents.shows)
      setLong(false)
    },
  }
}

const couldNotStart = 'Failed to start transcription'

function describeFailure({ status, error }: Transcription) {
  if (status === 'cancelled') return 'The transcription was cancelled.'
  if (status !== 'failed') return null
  return `Transcription failed: ${error || 'Failed to transcribe recording'}`
}

export type SessionTranscription = ReturnType<typeof useTranscription>
