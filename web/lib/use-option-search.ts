import { useEffect, useState } from 'react'
import type { JsonRead, Reply } from '#contract/endpoint.ts'
import type { z } from 'zod'
import { useList } from './use-list.ts'
import { debounceMs } from './use-search-url-state.ts'

type Searched = JsonRead & { query: z.ZodObject; response: z.ZodArray }
type Row<E> = Reply<E> extends readonly (infer One)[] ? One : never

/**
 * What a list endpoint finds for a combobox: nothing is asked while nobody looks, and what is typed only when it
 * rests.
 */
export function useOptionSearch<E extends Searched>(
  endpoint: E,
  optionOf: (row: Row<E>) => { value: string; label: string },
  limit?: number,
) {
  const [text, search] = useState<string>()
  const [rested, setRested] = useState<string>()
  const wanted = text?.trim()
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), wanted ? debounceMs : 0)
    return () => clearTimeout(timer)
  }, [wanted])
  const list = useList<Searched>(
    endpoint,
    { ...(rested && { q: rested }), ...(limit && { limit }) },
    rested !== undefined,
  )
  return {
    search,
    options: (list.rows as Row<E>[]).map(optionOf),
    match: list.match,
    isMatchCapped: list.isMatchCapped,
    isPending: list.isPending || list.isStale || list.isRetrying || rested !== wanted,
    failure: rested === wanted && !list.isRetrying ? list.failure : undefined,
    retry: list.retry,
  }
}
