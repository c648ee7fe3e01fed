import { type QueryClient, useQuery } from '@tanstack/react-query'
import type { Assignment } from '#contract/assignments.ts'
import { getSession, getSessionsAndMetrics, type SessionDetail } from '#contract/sessions.ts'
import { cacheOptions, queryFor } from './query.ts'

/** A session without what was said in it. */
export const sessionQuery = (id: string) =>
  queryFor(getSession, { params: { id }, query: { transcripts: 'omit' } })

/** With what was said: the server writes down that it was opened, so only what shows it may ask for it. */
export const transcriptQuery = (id: string) =>
  queryFor(getSession, { params: { id }, query: { transcripts: 'include' } })

/** The answer of a write, asked for without what was said, takes the place of the session in view. */
export function storeSession(queries: QueryClient, session: SessionDetail) {
  const { queryKey } = sessionQuery(session.id)
  queries.setQueryDefaults(queryKey, cacheOptions(getSession))
  queries.setQueryData(queryKey, session)
}

/** The client data bundle, without what was said. */
export const planQuery = (clientId: string) =>
  queryFor(getSessionsAndMetrics, { params: { id: clientId }, query: { transcripts: 'omit' } })

/** The answer of a write to the home assignments of a plan takes their place in it. */
export const storeAssignments = (
  queries: QueryClient,
  clientId: string,
  assignments: Assignment[],
) => queries.setQueryData(planQuery(clientId).queryKey, (plan) => plan && { ...plan, assignments })

/** A session as the server had it when it was opened, or was changed here. */
export const useSession = (sessionId: string) => useQuery(sessionQuery(sessionId))

/** What was said in a session, for a screen that shows it, where there is something: its client is told of it. */
export const useTranscript = (sessionId: string, isThere: boolean) =>
  useQuery({ ...transcriptQuery(sessionId), enabled: isThere })
