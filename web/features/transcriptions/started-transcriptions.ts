import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { isInProgress } from '#contract/transcriptions/transcriptions.ts'
import { ApiError } from '#web/lib/api.ts'
import { sessionQuery } from '#web/lib/session-queries.ts'
import { onSignOut } from '#web/lib/sign-out.ts'
import { createStore, useStore } from '#web/lib/store.ts'

const pollMs = 3000
const storageKey = 'transcriptions started here'
const startedList = z.array(z.object({ sessionId: z.uuid(), clientId: z.uuid() }))
export type StartedTranscription = z.output<typeof startedList>[number]

const started = createStore<readonly StartedTranscription[]>(restore())

function restore() {
  try {
    return startedList.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'))
  } catch {
    return []
  }
}

function store(next: readonly StartedTranscription[]) {
  started.set(next)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage is full or switched off: a reload loses them.
  }
}

const without = (sessionId: string) => started.get().filter((it) => it.sessionId !== sessionId)

/** Watches a transcription that was started in this window. */
export const addStartedTranscription = (it: StartedTranscription) =>
  store([...without(it.sessionId), it])

onSignOut(() => store([]))

/** Reports the end of each transcription that was started in this window, on every page and after a reload. */
export function useEndedTranscriptions(
  onEnded: (started: StartedTranscription, session: SessionDetail) => void,
) {
  const watched = useStore(started)
  const sessions = useQueries({
    queries: watched.map(({ sessionId }) => ({
      ...sessionQuery(sessionId),
      refetchInterval: pollMs,
      refetchIntervalInBackground: true,
    })),
  })
  const check = useEffectEvent(() => {
    for (const [index, it] of watched.entries()) {
      const { data, error } = sessions[index] ?? {}
      // Deleted, or another coach's by now.
      const isGone = error instanceof ApiError && [403, 404].includes(error.status)
      const hasEnded = data !== undefined && !isInProgress(data.transcription?.status)
      if (!isGone && !hasEnded) continue
      store(without(it.sessionId))
      if (hasEnded && !isGone) onEnded(it, data)
    }
  })
  useEffect(() => check())
}
