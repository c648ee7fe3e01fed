import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { writeMetricValues } from '#contract/plan-values.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { typedBefore, useKeptEntry } from '#web/form/kept-entries.ts'
import { type Call, useWrite } from '#web/form/use-write.ts'
import { ApiError, describeError } from '#web/lib/api.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { type Cell, CellEdits, type Pending } from './cell-edits.ts'

/** What one does to the cells of a plan: each act is seen at once, and sent when the one before has arrived. */
export type Sheet = {
  edits: CellEdits
  enter: (cells: readonly (Cell & { text: string })[]) => void
  /** Answers how many cells were left alone, because somebody else wrote there since; nothing where there is no step. */
  undo: () => number | undefined
  redo: () => number | undefined
  retry: (cell: Cell) => void
}

export function useSheet(clientId: string): Sheet {
  const queries = useQueryClient()
  const [edits] = useState(() => editsOf(queries, clientId))
  const name = `cells of ${clientId}`
  const [kept] = useState(() => typedBefore(name)?.fields as { cells: Pending[] } | undefined)
  useKeptEntry(name, () => {
    const cells = edits.pending
    return cells.length > 0 ? { fields: { cells }, version: undefined } : undefined
  })
  const { run } = useWrite<void, void>({
    write: (_sent, call) => drain(queries, clientId, edits, call),
    // What was saved stands in the plan already.
    isOverWhenAnswered: true,
    // What was typed when there was nothing more to send.
    onSettled: () =>
      void setTimeout(() => {
        if (edits.isWaiting) run()
      }),
  })
  useEffect(() => {
    if (!kept) return
    edits.restore(kept.cells)
    run()
    // oxlint-disable-next-line react/exhaustive-deps -- once: what was typed when the login ended
  }, [])
  useEffect(() => {
    const hold = () =>
      (edits.isUnsaved ? addEventListener : removeEventListener)('beforeunload', askBefore)
    const unsubscribe = edits.subscribe(hold)
    return () => {
      unsubscribe()
      removeEventListener('beforeunload', askBefore)
    }
  }, [edits])
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

/** The browser asks before the page is left or loaded anew; to listen is all it needs, so nobody does for long. */
const askBefore = (event: BeforeUnloadEvent) => event.preventDefault()

function editsOf(queries: QueryClient, clientId: string) {
  const plan = () => queries.getQueryData(planQuery(clientId).queryKey)
  return new CellEdits(
    (cell) => {
      const found = plan()?.metrics.find((it) => it.source === 'manual' && isOf(it, cell))
      return { value: found?.numericValue ?? null, version: found?.version ?? 0 }
    },
    ({ metricDefinitionId }, value) => {
      const metric = plan()?.metricDefinitions.find(({ id }) => id === metricDefinitionId)
      if (!metric || (value >= metric.lowest && value <= metric.highest)) return undefined
      return `${metric.label} lies between ${metric.lowest} and ${metric.highest}.`
    },
  )
}

const isOf = (it: Cell, { metricDefinitionId, weekNumber }: Cell) =>
  it.metricDefinitionId === metricDefinitionId && it.weekNumber === weekNumber

/** Sends what waits, batch after batch. A refusal is told in the cells that it is about. */
async function drain(queries: QueryClient, clientId: string, edits: CellEdits, call: Call) {
  for (let batch = edits.take(); batch.length; batch = edits.take()) {
    try {
      const { values } = await call(writeMetricValues, {
        params: { id: clientId },
        body: { values: batch },
      })
      await keep(queries, clientId, values)
      edits.saved(values)
    } catch (error) {
      if (isVersionConflict(error)) await readAnew(queries, clientId)
      edits.refused(batch, refusalIn(error))
      if (error instanceof ApiError && error.status === 401) throw error
    }
  }
}

const refusalIn = (error: unknown) => ({
  isStale: isVersionConflict(error),
  isUnanswered: isOutcomeUnknown(error),
  fields: error instanceof ApiError ? error.fields : {},
  sentence: describeError(error, 'What you typed is kept here.'),
})

const readAnew = (queries: QueryClient, clientId: string) =>
  queries.refetchQueries({ queryKey: planQuery(clientId).queryKey })

type Answered = Cell & { id: string | null; numericValue: number | null; version: number }

/** Puts what was saved into the plan in view. A read that is under way knows nothing of it, and is called off. */
async function keep(queries: QueryClient, clientId: string, values: readonly Answered[]) {
  const { queryKey } = planQuery(clientId)
  await queries.cancelQueries({ queryKey })
  queries.setQueryData(queryKey, (plan) => plan && withValues(plan, values))
}

function withValues(plan: SessionsAndMetrics, values: readonly Answered[]): SessionsAndMetrics {
  const labels = new Map(plan.metricDefinitions.map(({ id, label }) => [id, label]))
  const others = plan.metrics.filter(
    (it) => it.source !== 'manual' || !values.some((value) => isOf(it, value)),
  )
  const saved = values.flatMap(({ id, numericValue, ...value }) =>
    id === null || numericValue === null
      ? []
      : {
          ...{ id, numericValue, ...value, sessionId: null, source: 'manual' as const },
          ...{ sessionDate: null, check: null },
          metricLabel: labels.get(value.metricDefinitionId) ?? '',
        },
  )
  return { ...plan, metrics: [...others, ...saved] }
}
