import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnalysedValue, decideValue } from '#contract/analysis.ts'
import type { ValueDecision } from '#contract/found-values.ts'
import { useWrite } from '#web/form/use-write.ts'
import { refresh } from '#web/lib/freshness.ts'
import { guess } from '#web/lib/guess.ts'
import { analysisQuery } from './analysis-reads.ts'

export type Decision = { decision: ValueDecision | null; value?: number }

/**
 * Confirms, corrects, rejects, or takes that back: shown at once, and as it was where the server refuses. By keys one is
 * faster than the server: what is decided meanwhile is sent after it.
 */
export function useDecision(sessionId: string, value: AnalysedValue) {
  const queries = useQueryClient()
  /** Of the value as the server told it last. */
  const version = useRef(value.version)
  const waiting = useRef(0)
  const last = useRef(Promise.resolve())
  const { send } = useWrite({
    write: (sent: Decision, call) =>
      call(decideValue, {
        params: { id: value.id },
        body: { ...sent, version: version.current },
      }),
    failed: 'The decision could not be saved. Please try again.',
    onSuccess: (answer) => {
      version.current = answer.version
    },
    onError: () => void refresh(queries, decideValue.changes),
  })
  return (sent: Decision) => {
    // It may be newer than what could be read since.
    if (waiting.current === 0) version.current = Math.max(version.current, value.version)
    waiting.current++
    const at = new Date().toISOString()
    const letGo = guess(queries, analysisQuery(sessionId).queryKey, (analysis) => ({
      ...analysis,
      values: analysis.values.map((it) => (it.id === value.id ? decided(it, sent, at) : it)),
    }))
    last.current = last.current
      .then(() => send(sent))
      .then(
        () => true,
        // What went wrong was told by the write.
        () => false,
      )
      .then((isDone) => {
        waiting.current--
        letGo(isDone)
      })
  }
}

/** A value as it will be once that is saved. */
export function decided(
  it: AnalysedValue,
  { decision, value }: Decision,
  at: string,
): AnalysedValue {
  const counts = decision === null ? it.fault === null : decision !== 'rejected'
  return {
    ...it,
    decision,
    value: counts ? (value ?? it.machineValue) : null,
    decidedBy: null,
    decidedAt: decision && at,
  }
}
