import type { QueryClient } from '@tanstack/react-query'
import { getAnalysis, type SessionAnalysis } from '#contract/analysis.ts'
import { queryFor } from '#web/lib/query.ts'

export const analysisQuery = (sessionId: string) =>
  queryFor(getAnalysis, { params: { id: sessionId } })

/** The answer of a write takes the place of what was found. */
export const cacheAnalysis = (queries: QueryClient, sessionId: string, analysis: SessionAnalysis) =>
  queries.setQueryData(analysisQuery(sessionId).queryKey, analysis)
