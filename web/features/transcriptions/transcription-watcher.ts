import { z } from 'zod'
import type { SessionDetail } from '#contract/sessions.ts'
import { isInProgress } from '#contract/transcriptions.ts'
import { ApiError } from '#web/lib/api.ts'

const started = z.object({ sessionId: z.uuid(), clientId: z.uuid() })
export type Started = z.output<typeof started>

/** How one that was started here ended. */
export type Ended = Started & {
  sessionDate: string
  status: 'completed' | 'failed'
  error: string | null
}

type Needs = {
  /** How the session stands; throws where it is not there any more, or the server does not answer. */
  look: (sessionId: string) => Promise<Pick<SessionDetail, 'transcription' | 'sessionDate'>>
  /** Waits before the n-th look; it takes longer from one to the next. */
  pauseBefore: (looked: number) => Promise<void>
  memory: Pick<Storage, 'getItem' | 'setItem'>
}

const name = 'transcriptions started here'
/** With pauses of at most a minute: some hours. */
const maxPolls = 300

/**
 * The transcriptions that were started in this window, and no others: each is looked at now and then until it has ended,
 * whichever page is open, also after the page was loaded anew.
 */
export function transcriptionWatcher({ look, pauseBefore, memory }: Needs) {
  const watched = new Map<string, Started>()
  const listeners = new Set<(ended: Ended) => void>()

  function keep() {
    try {
      memory.setItem(name, JSON.stringify([...watched.values()]))
    } catch {
      // Storage is full or switched off: then a reload forgets them.
    }
  }

  async function follow(it: Started) {
    for (let looked = 0; looked < maxPolls && watched.get(it.sessionId) === it; looked++) {
      await pauseBefore(looked)
      if (watched.get(it.sessionId) !== it) return
      const now = await look(it.sessionId).catch((error: unknown) => error)
      if (watched.get(it.sessionId) !== it) return
      if (now instanceof Error) {
        if (isOver(now)) break
        continue
      }
      const { transcription, sessionDate } = now as Awaited<ReturnType<Needs['look']>>
      if (isInProgress(transcription?.status)) continue
      if (transcription?.status === 'completed' || transcription?.status === 'failed') {
        const { status, error } = transcription
        for (const listener of listeners) listener({ ...it, sessionDate, status, error })
      }
      break
    }
    if (watched.get(it.sessionId) !== it) return
    watched.delete(it.sessionId)
    keep()
  }

  function add(it: Started) {
    const fresh = { ...it }
    watched.set(it.sessionId, fresh)
    keep()
    void follow(fresh)
  }

  return {
    add,
    /** Goes on with what was started before the page was loaded anew. */
    recall() {
      const { data = [] } = z.array(started).safeParse(parsed(memory.getItem(name)))
      for (const it of data) if (!watched.has(it.sessionId)) add(it)
    },
    /** Somebody else may sit here next. */
    forget() {
      watched.clear()
      keep()
    },
    onEnded(listener: (ended: Ended) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Signed out, deleted, or another coach's by now: nobody here waits for it any more. */
const isOver = (error: Error) => error instanceof ApiError && [401, 403, 404].includes(error.status)

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
