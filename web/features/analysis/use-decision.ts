import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnalysisValue, decideValue, getAnalysis } from '#contract/analysis/analysis.ts'
import type { ValueDecision } from '#contract/analysis/found-values.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { optimisticUpdate } from '#web/lib/optimistic-query.ts'
import { queryFor } from '#web/lib/query.ts'

export type Decision = { decision: ValueDecision | null; value?: number }

/** Confirms, corrects or rejects a value, or undoes that, with an optimistic update. */
export function useDecision(sessionId: string, value: AnalysisValue) {
  const queries = useQueryClient()
  // A refetch may have failed since the last answer, or may be newer than it.
  const version = useRef(value.version)
  const { run } = useApiMutation({
    // By keyboard a person decides faster than the server answers.
    queue: `decide-${value.id}`,
    mutationFn: (sent: Decision, call) =>
      call(decideValue, {
        params: { id: value.id },
        body: { ...sent, version: Math.max(version.current, value.version) },
      }),
    optimisticUpdate: (sent) => {
      const at = new Date().toISOString()
      return optimisticUpdate(analysisQuery(sessionId).queryKey, (analysis) => ({
        ...analysis,
        values: analysis.values.map((it) =>
          it.id === value.id ? applyDecision(it, sent, at) : it,
        ),
      }))
    },
    errorToast: 'The decision could not be saved. Please try again.',
    onSuccess: (answer) => {
      version.current = answer.version
    },
    onError: () => void refetchAffected(queries, decideValue.changes),
  })
  return run
}

/** The value as it will be once the decision is saved. */
export function applyDecision(
  it: AnalysisValue,
  { decision, value }: Decision,
  at: string,
): AnalysisValue {
  const counts = decision === null ? it.fault === null : decision !== 'rejected'
  return {
    ...it,
    decision,
    value: counts ? (value ?? it.machineValue) : null,
    decidedBy: null,
    decidedAt: decision && at,
  }
}

export const analysisQuery = (sessionId: string) =>
  queryFor(getAnalysis, { params: { id: sessionId } })
