import { z } from 'zod'
import { line, wholeNumber } from './bounds.ts'

/** Maximum characters of a search, also in its field. */
export const maxSearchLength = 200
/** Text to search for. */
export const searched = line(maxSearchLength).optional()

/** Query of a list: with `limit` one page, without it the whole list (docs/product.md, "Lists"). */
export const paging = z.object({
  limit: wholeNumber(1, 200).optional(),
  cursor: line(2000).optional(),
  q: searched,
})

/** Sort orders of a list; a minus reverses one. Rows without a value always come last. */
export const sortedBy = <const Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional()

/** The sort orders in the query of a list. */
export type SortOf<E extends { query: z.ZodType<{ sort?: string | undefined }> }> = NonNullable<
  z.output<E['query']>['sort']
>

/**
 * Headers of a page: how many rows the caller may see, and how many match the filters. Both are counted up to
 * `maxCounted`; `capped` names those that exceed it.
 */
export const pageHeaders = {
  total: 'x-total-count',
  match: 'x-match-count',
  capped: 'x-capped-count',
} as const
export const maxCounted = 10_000
