import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { writeMetricValues } from '#contract/plans/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { findDraft, useFormDraft } from '#web/form/form-drafts.ts'
import { type Call, useApiMutation } from '#web/form/use-api-mutation.ts'
import { ApiError, describeError } from '#web/lib/api.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { type Cell, CellEdits, type PendingEdit } from './cell-edits.ts'

/** Edits a plan's cells: each change shows at once and is sent after the one before it. */
export type MetricEditor = {
  edits: CellEdits
  enter: (cells: readonly (Cell & { text: string })[]) => void
  /** Returns how many cells were skipped because somebody else has changed them; undefined if there is no step. */
  undo: () => number | undefined
  redo: () => number | undefined
  retry: (cell: Cell) => void
}

export function useMetricEditor(clientId: string): MetricEditor {
  const queries = useQueryClient()
  const [edits] = useState(() => createEdits(queries, clientId))
  const name = `cells of ${clientId}`
  const [restored] = useState(() => findDraft(name)?.fields as { cells: PendingEdit[] } | undefined)
  useFormDraft(name, () => {
    const cells = edits.pending
    return cells.length > 0 ? { fields: { cells }, version: undefined } : undefined
  })
  const { run } = useApiMutation<void, void>({
    mutationFn: (_sent, call) => sendBatches(queries, clientId, edits, call),

    resolvesBeforeRefetch: true,
    // Edits that came in after the last batch was taken.
    onSettled: () =>
      void setTimeout(() => {
        if (edits.isWaiting) run()
      }),
  })
  useEffect(() => {
    if (!restored) return
    edits.restore(restored.cells)
    run()
    // oxlint-disable-next-line react/exhaustive-deps -- once, after a login has ended
  }, [])
  const after =
    <Given extends unknown[], Answer>(act: (...given: Given) => Answer) =>
    (...given: Given) => {
      const answer = act(...given)
      run()
      return answer
    }
  return {
    edits,
    enter: after((cells) => edits.enter(cells)),
    undo: after(() => edits.undo()),
    redo: after(() => edits.redo()),
    retry: after((cell) => edits.retry(cell)),
  }
}

function createEdits(queries: QueryClient, clientId: string) {
  const plan = () => queries.getQueryData(planQuery(clientId).queryKey)
  return new CellEdits(
    (cell) => {
      const found = plan()?.metrics.find((it) => it.source === 'manual' && isSameCell(it, cell))
      return { value: found?.numericValue ?? null, version: found?.version ?? 0 }
    },
    ({ metricDefinitionId }, value) => {
      const metric = plan()?.metricDefinitions.find(({ id }) => id === metricDefinitionId)
      if (!metric || (value >= metric.lowest && value <= metric.highest)) return undefined
      return `${metric.label} must be between ${metric.lowest} and ${metric.highest}.`
    },
  )
}

const isSameCell = (it: Cell, { metricDefinitionId, weekNumber }: Cell) =>
  it.metricDefinitionId === metricDefinitionId && it.weekNumber === weekNumber

/** Sends waiting edits batch by batch; errors show in their cells. */
async function sendBatches(queries: QueryClient, clientId: string, edits: CellEdits, call: Call) {
  for (let batch = edits.nextBatch(); batch.length; batch = edits.nextBatch()) {
    try {
      const { values } = await call(writeMetricValues, {
        params: { id: clientId },
        body: { values: batch },
      })
      await saveInPlan(queries, clientId, values)
      edits.markSaved(values)
    } catch (error) {
      if (isVersionConflict(error)) await refetchPlan(queries, clientId)
      edits.markFailed(batch, toBatchError(error))
      if (error instanceof ApiError && error.status === 401) throw error
    }
  }
}

const toBatchError = (error: unknown) => ({
  isStale: isVersionConflict(error),
  isUnanswered: isOutcomeUnknown(error),
  fields: error instanceof ApiError ? error.fields : {},
  error: describeError(error, 'Your changes are kept here.'),
})

const refetchPlan = (queries: QueryClient, clientId: string) =>
  queries.refetchQueries({ queryKey: planQuery(clientId).queryKey })

type SavedValue = Cell & { id: string | null; numericValue: number | null; version: number }

/** Puts saved values into the cached plan. A read in progress would miss them, so it is cancelled. */
async function saveInPlan(queries: QueryClient, clientId: string, values: readonly SavedValue[]) {
  const { queryKey } = planQuery(clientId)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, (plan) => plan && withValues(plan, values))
}

function withValues(plan: SessionsAndMetrics, values: readonly SavedValue[]): SessionsAndMetrics {
  const labels = new Map(plan.metricDefinitions.map(({ id, label }) => [id, label]))
  const others = plan.metrics.filter(
    (it) => it.source !== 'manual' || !values.some((value) => isSameCell(it, value)),
  )
  const saved = values.flatMap(({ id, numericValue, ...value }) =>
    id === null || numericValue === null
      ? []
      : {
          id,
          numericValue,
          ...value,
          sessionId: null,
          source: 'manual' as const,
          sessionDate: null,
          check: null,
          metricLabel: labels.get(value.metricDefinitionId) ?? '',
        },
  )
  return { ...plan, metrics: [...others, ...saved] }
}
