import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnalysedValue, decideValue } from '#contract/analysis.ts'
import type { ValueDecision } from '#contract/found-values.ts'
import { useWrite } from '#web/form/use-write.ts'
import { refresh } from '#web/lib/freshness.ts'
import { keepValue } from './analysis-reads.ts'

export type Decision = { decision: ValueDecision | null; value?: number }

/**
 * Confirms, corrects, rejects, or takes that back: shown at once, and as it was where the server refuses. By keys one is
 * faster than the server: what is decided meanwhile is sent after it.
 */
export function useDecision(sessionId: string, value: AnalysedValue) {
  const queries = useQueryClient()
  /** As the server told it last. */
  const told = useRef(value)
  const waiting = useRef(0)
  const last = useRef(Promise.resolve())
  const show = (shown: AnalysedValue) => keepValue(queries, sessionId, shown)
  const { send } = useWrite({
    write: (sent: Decision, call) =>
      call(decideValue, {
        params: { id: value.id },
        body: { ...sent, version: told.current.version },
      }),
    failed: 'The decision could not be saved. Please try again.',
    // What is read anew then takes the place of the guess, and of whatever was read before the answer.
    onSuccess: (decided) => {
      told.current = decided
    },
    onError: () => {
      show(told.current)
      void refresh(queries, decideValue.changes)
    },
  })
  return (sent: Decision) => {
    if (waiting.current === 0) told.current = value
    waiting.current++
    show(guess(value, sent))
    last.current = last.current
      .then(() => send(sent))
      .then(nothing, nothing)
      .finally(() => waiting.current--)
  }
}

/** What went wrong was told by the write. */
const nothing = () => {}

function guess(it: AnalysedValue, { decision, value }: Decision): AnalysedValue {
  const counts = decision === null ? it.fault === null : decision !== 'rejected'
  return {
    ...it,
    decision,
    value: counts ? (value ?? it.machineValue) : null,
    decidedBy: null,
    decidedAt: decision && new Date().toISOString(),
  }
}
