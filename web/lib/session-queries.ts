import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Assignment } from '#contract/plans/assignments.ts'
import {
  getSession,
  getSessionsAndMetrics,
  type SessionDetail,
} from '#contract/sessions/sessions.ts'
import { cacheOptions, queryFor } from './query.ts'

/** A session without its transcripts. */
export const sessionQuery = (id: string) =>
  queryFor(getSession, { params: { id }, query: { transcripts: 'omit' } })

/** With transcripts. The server logs that they were opened, so only what shows them may use it. */
export const transcriptQuery = (id: string) =>
  queryFor(getSession, { params: { id }, query: { transcripts: 'include' } })

/** Stores the answer of a mutation, without transcripts, as the current session. */
export function storeSession(queries: QueryClient, session: SessionDetail) {
  const { queryKey } = sessionQuery(session.id)
  queries.setQueryDefaults(queryKey, cacheOptions(getSession))
  queries.setQueryData(queryKey, session)
}

/** The client data bundle without transcripts. */
export const planQuery = (clientId: string) =>
  queryFor(getSessionsAndMetrics, { params: { id: clientId }, query: { transcripts: 'omit' } })

export const storeAssignments = (
  queries: QueryClient,
  clientId: string,
  assignments: Assignment[],
) => queries.setQueryData(planQuery(clientId).queryKey, (plan) => plan && { ...plan, assignments })

export const useSession = (sessionId: string) => useQuery(sessionQuery(sessionId))

/** The client is told that the transcript was opened, so only a screen that shows it may use this. */
export const useTranscript = (sessionId: string, isThere: boolean) =>
  useQuery({ ...transcriptQuery(sessionId), enabled: isThere })
