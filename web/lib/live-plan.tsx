import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { Noun } from '#contract/endpoint.ts'
import {
  planUpdate,
  type PlanUpdate,
  heartbeat,
  streamPlanEvents,
} from '#contract/plans/plan-events.ts'
import { buildUrl } from './api.ts'
import { subscribeToEvents } from './subscribe-to-events.ts'
import { refetchAffected } from './refetch-affected.ts'
import { isTransient } from './error-kinds.ts'
import { checkServer } from './server-reach.ts'
import { planQuery } from './session-queries.ts'

/** `at`: when the update arrived, in milliseconds of the page's clock. */
type ReceivedUpdate = PlanUpdate & { at: number }

const UpdateContext = createContext<ReceivedUpdate | null>(null)
const LiveContext = createContext(true)

type LivePlanProps = {
  clientId: string
  /** The open session, shown to others. */
  sessionId?: string | undefined
  children: ReactNode
}

/** Refetches a plan and what is open beside it when somebody else changes it, over one event stream. */
export function LivePlan({ clientId, sessionId, children }: LivePlanProps) {
  const queries = useQueryClient()
  const [update, setUpdate] = useState<ReceivedUpdate | null>(null)
  const [isLive, setLive] = useState(true)
  // Survives a change of the session, because the last known state stays valid.
  const onState = useMemo(() => createPlanRefetcher(queries, clientId), [queries, clientId])
  useEffect(
    () =>
      subscribeToEvents(
        buildUrl(streamPlanEvents, { params: { id: clientId }, query: { session: sessionId } }),
        {
          schema: planUpdate,
          heartbeat: heartbeat,
          onMessage: (message) => {
            setUpdate({ ...message, at: performance.now() })
            onState(message.state)
          },
          onLive: setLive,
          onDisconnect: checkServer,
          // A user who has lost access finds out and stops listening.
          onRefused: () => void refetchAffected(queries, streamPlanEvents.shows),
        },
      ),
    [queries, clientId, sessionId, onState],
  )
  return (
    <LiveContext value={isLive}>
      <UpdateContext value={update}>{children}</UpdateContext>
    </LiveContext>
  )
}

/** False after a longer interruption of the event stream. */
export const useIsLive = () => useContext(LiveContext)

/** Doubled after each retry. */
const firstRetryMs = 1000
const maxRetries = 5

/**
 * Refetches everything on the page for each new state, one fetch after the other, except for the state that the plan
 * was loaded with. Failed fetches are retried for a while, and with the next state.
 */
export function createPlanRefetcher(queries: QueryClient, clientId: string) {
  const { shows } = streamPlanEvents
  const { queryKey } = planQuery(clientId)
  let latest = queries.getQueryData(queryKey)?.state
  let last: string | undefined
  let isReading = false
  let tries = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  const isBehind = () => isOld() || hasFailedQuery(queries, shows)
  /** A mutation that updates the cached plan may have cancelled its fetch. */
  const isOld = () =>
    queries.getQueryCache().find({ queryKey, type: 'active' }) !== undefined &&
    queries.getQueryData(queryKey)?.state !== latest
  async function read() {
    isReading = true
    while (latest !== last) {
      last = latest
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
    if (state === latest && (isReading || waiting !== undefined || !isBehind())) return
    latest = state
    tries = 0
    clearTimeout(waiting)
    if (!isReading) again()
  }
}

/** Whether a visible query of these nouns has failed and may succeed later. */
const hasFailedQuery = (queries: QueryClient, nouns: readonly Noun[]) =>
  queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ meta, state: { error } }) =>
      error !== null && isTransient(error) && meta?.shows.some((it) => nouns.includes(it)) === true,
  }).length > 0

/** Undefined if no transcription of the session is known to be running. */
export function useTranscriptionProgress(sessionId: string) {
  const update = useContext(UpdateContext)
  const found = update?.underWay.find((it) => it.sessionId === sessionId)
  return update && found && { ...found, at: update.at }
}

export const useRunningTranscriptions = (): ReadonlySet<string> =>
  new Set(useContext(UpdateContext)?.underWay.map((it) => it.sessionId))

const noOne: PlanUpdate['present'] = []

export function usePresentPeople(sessionId: string) {
  const present = useContext(UpdateContext)?.present ?? noOne
  return present.filter((it) => it.sessionId === sessionId)
}
