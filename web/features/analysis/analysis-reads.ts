import type { QueryClient } from '@tanstack/react-query'
import { type AnalysedValue, getAnalysis, type SessionAnalysis } from '#contract/analysis.ts'
import { read } from '#web/lib/query.ts'

export const analysisQuery = (sessionId: string) => read(getAnalysis, { params: { id: sessionId } })

/** The answer of a write takes the place of what was found. */
export const keepAnalysis = (queries: QueryClient, sessionId: string, analysis: SessionAnalysis) =>
  queries.setQueryData(analysisQuery(sessionId).queryKey, analysis)

/** One value in its place, or a guess at it that is shown before the answer. */
export const keepValue = (queries: QueryClient, sessionId: string, value: AnalysedValue) =>
  queries.setQueryData(
    analysisQuery(sessionId).queryKey,
    (analysis) =>
      analysis && {
        ...analysis,
        values: analysis.values.map((it) => (it.id === value.id ? value : it)),
      },
  )
