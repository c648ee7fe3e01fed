import { getAnalysis } from '#contract/analysis/analysis.ts'
import { queryFor } from '#web/lib/query.ts'

export const analysisQuery = (sessionId: string) =>
  queryFor(getAnalysis, { params: { id: sessionId } })
