import { useCallback } from 'react'
import { z } from 'zod'
import { listExecutions } from '#contract/executions.ts'
import { useUrlState } from '#web/lib/url-state.ts'

const { templateType, status, from, to, sessionId, page } = listExecutions.query.shape
const filterShape = { templateType, status, from, to, sessionId }
const urlState = z.object({ ...filterShape, page, execution: z.uuid() })

export type FilterName = keyof typeof filterShape

/** The filters, the page and the open execution in the URL. */
export function useExecutionsUrlState() {
  const { values, change } = useUrlState(urlState)
  const { page: shown = 1, execution, ...filters } = values
  return {
    filters,
    page: shown,
    execution,
    /** Also returns to the first page. */
    setFilters: (changes: Partial<Record<FilterName, string>>) => change({ ...changes, page: '' }),
    setPage: (next: number) => change({ page: next === 1 ? '' : next }, { isStep: true }),
    open: useCallback((id: string) => change({ execution: id }, { isStep: true }), [change]),
    close: () => change({ execution: '' }),
  }
}
