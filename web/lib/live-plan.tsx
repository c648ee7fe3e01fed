import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { planNews, type PlanNews, streamPlanEvents } from '#contract/plan-events.ts'
import { urlOf } from './api.ts'
import { listen } from './events.ts'
import { refresh } from './freshness.ts'
import { planQuery } from './session-reads.ts'

/** `at`: milliseconds of the page's clock, when it was heard. */
type Heard = PlanNews & { at: number }

const News = createContext<Heard | null>(null)

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
  useEffect(() => {
    const catchUp = catchingUp(queries, clientId)
    return listen(
      urlOf(streamPlanEvents, { params: { id: clientId }, query: { session: sessionId } }),
      {
        schema: planNews,
        onMessage: (message) => {
          setNews({ ...message, at: performance.now() })
          catchUp(message.state)
        },
      },
    )
  }, [queries, clientId, sessionId])
  return <News value={news}>{children}</News>
}

/** Reads anew until what is shown is of the state that was told last: once for each state, one after the other. */
export function catchingUp(queries: QueryClient, clientId: string) {
  let told: string
  let isReading = false
  async function read() {
    let last: string | undefined
    while (told !== last && told !== queries.getQueryData(planQuery(clientId).queryKey)?.state) {
      last = told
      await refresh(queries, streamPlanEvents.shows)
    }
  }
  return (state: string) => {
    told = state
    if (isReading) return
    isReading = true
    void read().finally(() => {
      isReading = false
    })
  }
}

/** The transcription of a session as it was last told; undefined where none is under way, as far as is known. */
export function useUnderWay(sessionId: string) {
  const news = useContext(News)
  const found = news?.underWay.find((it) => it.sessionId === sessionId)
  return news && found && { ...found, at: news.at }
}

/** The sessions of the plan that are being transcribed. */
export const useTranscriptionsUnderWay = (): ReadonlySet<string> =>
  new Set(useContext(News)?.underWay.map((it) => it.sessionId))

const nobody: PlanNews['present'] = []

/** Who else has a session open. */
export function usePresent(sessionId: string) {
  const present = useContext(News)?.present ?? nobody
  return present.filter((it) => it.sessionId === sessionId)
}
