import { useState } from 'react'
import type { z } from 'zod'
import type { JsonRead, Reply } from '#contract/endpoint.ts'
import { useDebounced } from './use-debounced.ts'
import { useList } from './use-list.ts'

type Searched = JsonRead & { query: z.ZodObject; response: z.ZodArray }
type Row<E> = Reply<E> extends readonly (infer One)[] ? One : never

/** The options of a combobox from a list endpoint, searched once typing pauses. */
export function useOptionSearch<E extends Searched, Option extends { label: string }>(
  endpoint: E,
  optionOf: (row: Row<E>) => Option,
  limit?: number,
) {
  const [text, search] = useState<string>()
  const trimmed = text?.trim()
  const debounced = useDebounced(trimmed)
  const list = useList<Searched>(
    endpoint,
    { ...(debounced && { q: debounced }), ...(limit && { limit }) },
    debounced !== undefined,
  )
  return {
    search,
    options: (list.rows as Row<E>[]).map(optionOf),
    match: list.match,
    isMatchCapped: list.isMatchCapped,
    isPending: list.isPending || list.isStale || list.isRetrying || debounced !== trimmed,
    failure: debounced === trimmed && !list.isRetrying ? list.failure : undefined,
    retry: list.retry,
  }
}
