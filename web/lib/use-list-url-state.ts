import { useMemo } from 'react'
import type { z } from 'zod'
import { type UrlValues, useUrlState } from './url-state.ts'
import { useSearchUrlState } from './use-search-url-state.ts'

/** What is no filter: the search, the order, and what is of a page of rows. */
type NoFilter = 'q' | 'sort' | 'limit' | 'cursor'
type Filters<S extends z.ZodObject> = Omit<UrlValues<S>, NoFilter>

/**
 * The search, the filters and the order of a list in its address, as the endpoint's query has them. `q` is what is
 * searched for, `text` what is typed; without an order the list stands in `usual`.
 */
export function useListUrlState<S extends z.ZodObject>(
  { query }: { query: S },
  usual: Extract<UrlValues<S>['sort'], string> | 'name' = 'name',
) {
  const { values, change } = useUrlState(query)
  const { q, text, setText } = useSearchUrlState()
  const { sort, filters } = useMemo(() => {
    const { q: _q, limit: _limit, cursor: _cursor, sort: by, ...rest } = values
    return { sort: by as UrlValues<S>['sort'], filters: rest as unknown as Filters<S> }
  }, [values])
  const set = change as (changes: Record<string, string | undefined>) => void
  return {
    q,
    text,
    setText,
    filters,
    /** '' or nothing lifts a filter. */
    setFilters: (changes: { [Name in keyof Filters<S>]?: string | undefined }) => set(changes),
    /** The order that the address names. */
    sort,
    sorting: {
      by: typeof sort === 'string' ? sort : usual,
      onSort: (by: string) => set({ sort: by === usual ? '' : by }),
    },
    /** Lifts the search and every filter at once. */
    clear: () => {
      setText('')
      const names = Object.keys(query.shape).filter((name) => name !== 'sort')
      set(Object.fromEntries(['q', ...names].map((name) => [name, ''])))
    },
  }
}
