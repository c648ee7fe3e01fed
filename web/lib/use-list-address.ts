import { useMemo } from 'react'
import type { z } from 'zod'
import { type Addressed, useAddress } from './address.ts'
import { useSearchAddress } from './use-search-address.ts'

/** What is of a page of rows, not of the list. */
type OfPages = 'q' | 'limit' | 'cursor'

/**
 * The search and the filters of a list in its address, as the endpoint's query has them. `q` is what is searched for,
 * `text` what is typed.
 */
export function useListAddress<S extends z.ZodObject>({ query }: { query: S }) {
  const { values, change } = useAddress(query as z.ZodObject)
  const { q, text, setText } = useSearchAddress()
  const filters = useMemo(() => {
    const { q: _q, limit: _limit, cursor: _cursor, ...rest } = values
    return rest as Omit<Addressed<S>, OfPages>
  }, [values])
  return {
    q,
    text,
    setText,
    filters,
    /** '' or nothing lifts a filter. */
    setFilters: (changes: { [Name in keyof Omit<Addressed<S>, OfPages>]?: string | undefined }) =>
      change(changes),
    /** Lifts the search and every filter at once. */
    clear: () => {
      setText('')
      change(Object.fromEntries(['q', ...Object.keys(query.shape)].map((name) => [name, ''])))
    },
  }
}
