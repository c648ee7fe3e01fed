import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Noun } from '#contract/endpoint.ts'
import { planUpdate, type PlanUpdate, heartbeat, streamPlanEvents } from '#contract/plan-events.ts'
import { buildUrl } from './api.ts'
import { subscribeToEvents } from './subscribe-to-events.ts'
import { refetchAffected } from './refetch-affected.ts'
import { isTransient } from './error-kinds.ts'
import { doubtServer } from './server-reach.ts'
import { planQuery } from './session-queries.ts'

/** `at`: milliseconds of the page's clock, when it was heard. */
type Heard = PlanUpdate & { at: number }

const News = createContext<Heard | null>(null)
const Live = createContext(true)

type LivePlanProps = {
  clientId: string
  /** The session that is open, for others to see who has it open. */
  sessionId?: string | undefined
  children: ReactNode
}

/**
 * Keeps a plan and what is open beside it as the server has it: whatever somebody else changes is read anew. One stream
 * for the page, however much of it is in view.
 */
export function LivePlan({ clientId, sessionId, children }: LivePlanProps) {
  const queries = useQueryClient()
  const [news, setNews] = useState<Heard | null>(null)
  const [isLive, setLive] = useState(true)
  // The same one while one session after the other is open: what it was told last holds for all that stays in view.
  const catchUp = useMemo(() => createPlanRefetcher(queries, clientId), [queries, clientId])
  useEffect(
    () =>
      subscribeToEvents(
        buildUrl(streamPlanEvents, { params: { id: clientId }, query: { session: sessionId } }),
        {
          schema: planUpdate,
          heartbeat: heartbeat,
          onMessage: (message) => {
            setNews({ ...message, at: performance.now() })
            catchUp(message.state)
          },
          onLive: setLive,
          onDisconnect: doubtServer,
          // Whoever may not see the plan any more finds that out, and listens no longer.
          onRefused: () => void refetchAffected(queries, streamPlanEvents.shows),
        },
      ),
    [queries, clientId, sessionId, catchUp],
  )
  return (
    <Live value={isLive}>
      <News value={news}>{children}</News>
    </Live>
  )
}

/** False where the page hears nothing of what others change, for longer than a moment. */
export const useIsLive = () => useContext(Live)

/** Milliseconds before what could not be read is tried again: doubled each time, so often. */
const firstRetryMs = 1000
const maxRetries = 5

/**
 * Reads anew what is shown with each state that is told, one after the other, but for the one that the plan came with:
 * what is shown beside it was asked for after it. Later the plan says nothing of the rest, for it may have been read alone.
 * What could not be read is tried again for a while, and with the next word.
 */
export function createPlanRefetcher(queries: QueryClient, clientId: string) {
  const { shows } = streamPlanEvents
  const { queryKey } = planQuery(clientId)
  let told = queries.getQueryData(queryKey)?.state
  let last: string | undefined
  let isReading = false
  let tries = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  const isBehind = () => isOld() || hasFailedQuery(queries, shows)
  /** The plan, where it is in view: a write that puts its answer there calls off the read that is under way. */
  const isOld = () =>
    queries.getQueryCache().find({ queryKey, type: 'active' }) !== undefined &&
    queries.getQueryData(queryKey)?.state !== told
  async function read() {
    isReading = true
    while (told !== last) {
      last = told
      await refetchAffected(queries, shows)
    }
    isReading = false
    if (tries < maxRetries && isBehind()) waiting = setTimeout(again, firstRetryMs * 2 ** tries++)
  }
  function again() {
    waiting = undefined
    last = undefined
    void read()
  }
  return (state: string) => {
    if (state === told && (isReading || waiting !== undefined || !isBehind())) return
    told = state
    tries = 0
    clearTimeout(waiting)
    if (!isReading) again()
  }
}

/** Whether something in view that shows any of these nouns could not be read, and may be by another try. */
const hasFailedQuery = (queries: QueryClient, nouns: readonly Noun[]) =>
  queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta, state: { error } }) =>
      error !== null && isTransient(error) && meta?.shows.some((it) => nouns.includes(it)) === true,
  }).length > 0

/** The transcription of a session as it was last told; undefined where none is under way, as far as is known. */
export function useTranscriptionProgress(sessionId: string) {
  const news = useContext(News)
  const found = news?.underWay.find((it) => it.sessionId === sessionId)
  return news && found && { ...found, at: news.at }
}

/** The sessions of the plan that are being transcribed. */
export const useRunningTranscriptions = (): ReadonlySet<string> =>
  new Set(useContext(News)?.underWay.map((it) => it.sessionId))

const nobody: PlanUpdate['present'] = []

/** Who else has a session open. */
export function usePresentPeople(sessionId: string) {
  const present = useContext(News)?.present ?? nobody
  return present.filter((it) => it.sessionId === sessionId)
}
