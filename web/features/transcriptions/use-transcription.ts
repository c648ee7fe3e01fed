import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import {
  cancelTranscription,
  eventStreamMs,
  isUnderWay,
  startTranscription,
  streamTranscriptionEvents,
  type Transcription,
  transcriptionEvent,
} from '#contract/transcriptions.ts'
import { useWrite } from '#web/form/use-write.ts'
import { sentenceOf, urlOf } from '#web/lib/api.ts'
import { listen } from '#web/lib/events.ts'
import { refresh } from '#web/lib/freshness.ts'
import { leftInWords, nextPace, ofTranscription, type Pace, secondsLeft } from '#web/lib/pace.ts'
import { sessionQuery } from '#web/lib/session-reads.ts'
import { useToast } from '#web/ui/toast.tsx'

type Live = Pick<Transcription, 'progress' | 'note'>

/** The transcription of a session as it goes: found again after a reload, told by the server, stopped on demand. */
export function useTranscription({ id, transcription }: SessionDetail) {
  const toast = useToast()
  const queries = useQueryClient()
  const params = { id }
  const isRunning = isUnderWay(transcription?.status)
  const [live, setLive] = useState<Live | null>(null)
  const [pace, setPace] = useState<Pace | null>(null)
  /** The 15 minutes of the event stream are over and the transcription still runs. */
  const [isLong, setLong] = useState(false)
  /** How many people speak, as was said before; null: to be found out. */
  const [voices, setVoices] = useState(transcription?.voices ?? null)

  const become = (transcription: Transcription) => {
    setLive(null)
    setPace(null)
    setLong(false)
    queries.setQueryData(
      sessionQuery(id).queryKey,
      (session) => session && { ...session, transcription },
    )
  }
  const lookAgain = () => refresh(queries, streamTranscriptionEvents.shows)

  useEffect(() => {
    if (!isRunning || isLong) return
    return listen(urlOf(streamTranscriptionEvents, { params: { id } }), {
      schema: transcriptionEvent,
      timeoutMs: eventStreamMs,
      onTimeout: () => {
        setLong(true)
        toast({
          title: 'Transcription In Progress',
          description: 'Large files may take time. Check back in a few minutes.',
        })
      },
      onMessage: (message) => {
        if (message.type === 'transcription-progress') {
          const { progress } = message
          setLive(message)
          // Before the first words are recognised nothing moves, for instance while another one is under way.
          if (progress > 0)
            setPace((before) => nextPace(before, progress, performance.now(), ofTranscription))
          return
        }
        if (message.type === 'transcription-failed')
          toast({
            title: 'Transcription Failed',
            description: message.error || 'Failed to transcribe recording',
            tone: 'destructive',
          })
        void lookAgain().then(() => setLive(null))
      },
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the stream follows the session and its state, not each render
  }, [id, isRunning, isLong])

  const start = useWrite({
    write: (_nothing: void, call) =>
      call(startTranscription, { params, body: voices === null ? undefined : { voices } }),
    onSuccess: become,
    failed: (error) => ({
      title: 'Transcription Failed',
      description: sentenceOf(error, 'Failed to start transcription'),
    }),
  })
  const cancel = useWrite({
    write: (_nothing: void, call) => call(cancelTranscription, { params }),
    onSuccess: become,
    failed: 'Failed to cancel the transcription. Please try again.',
  })

  return {
    isRunning,
    isLong,
    progress: live?.progress ?? transcription?.progress ?? 0,
    /** The time left in words, once the real speed is known. */
    left: pace?.perSecond ? leftInWords(secondsLeft(pace, 1)) : null,
    note: live ? live.note : (transcription?.note ?? null),
    startedAt: transcription?.createdAt ?? null,
    voices,
    setVoices,
    isStarting: start.isPending,
    /** Throws what the toast has told. */
    start: start.send,
    isCancelling: cancel.isPending,
    cancel: () => cancel.run(),
    /** Reads the state anew and listens again. */
    checkNow: async () => {
      await lookAgain()
      setLong(false)
    },
  }
}
export type TranscriptionUnderWay = ReturnType<typeof useTranscription>
