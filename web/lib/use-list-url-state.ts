import { useMemo, useEffect, useState } from 'react'
import type { z } from 'zod'
import { useLocation, useNavigationType } from 'react-router'
import { type UrlValues, useUrlState } from './url-state.ts'
import { paging } from '#contract/paging.ts'
import { useDebounced } from './use-debounced.ts'

type NoFilter = 'q' | 'sort' | 'limit' | 'cursor'
type Filters<S extends z.ZodObject> = Omit<UrlValues<S>, NoFilter>

/**
 * The search, filters and sorting of a list in the URL. `q` is the search, `text` what is typed; `usual` is the default
 * sorting.
 */
export function useListUrlState<S extends z.ZodObject>(
  { query }: { query: S },
  defaultSort: Extract<UrlValues<S>['sort'], string> | 'name' = 'name',
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
    /** '' clears a filter. */
    setFilters: (changes: { [Name in keyof Filters<S>]?: string | undefined }) => set(changes),
    sort,
    sorting: {
      by: typeof sort === 'string' ? sort : defaultSort,
      onSort: (by: string) => set({ sort: by === defaultSort ? '' : by }),
    },
    /** Clears the search and all filters. */
    clear: () => {
      setText('')
      const names = Object.keys(query.shape).filter((name) => name !== 'sort')
      set(Object.fromEntries(['q', ...names].map((name) => [name, ''])))
    },
  }
}

const search = paging.pick({ q: true })

/** The search in the URL as `q`, and the typed `text`. */
function useSearchUrlState() {
  const { values, change } = useUrlState(search)
  const { q = '' } = values
  const [text, setText] = useState(q)
  const { key } = useLocation()
  const type = useNavigationType()
  const [synced, setSynced] = useState({ key, q })
  if (synced.key !== key || synced.q !== q) {
    setSynced({ key, q })
    // Back, forward and links change the URL without the field. A replaced URL is the field's own, and the user may have
    // typed on.
    if (type !== 'REPLACE' && synced.q !== q) setText(q)
  }
  const typed = text.trim()
  const debounced = useDebounced(typed)
  useEffect(() => {
    if (debounced === typed && debounced !== q) change({ q: debounced })
  }, [debounced, typed, q, change])
  return { q, text, setText }
}
