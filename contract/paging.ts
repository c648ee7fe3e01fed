import { z } from 'zod'
import { line, wholeNumber } from './bounds.ts'

/** Characters of a search; a field for it takes no more. */
export const maxSearchLength = 200
/** What is looked for in names and the like. */
export const searched = line(maxSearchLength).optional()

/** Query of a list: with `limit` one page, without it the whole list (product decisions, section 2). */
export const paging = z.object({
  limit: wholeNumber(1, 200).optional(),
  cursor: line(2000).optional(),
  q: searched,
})

/** What a list can be sorted by; with a minus the other way round. Rows without a value come last both ways. */
export const sortedBy = <const Name extends string>(...names: Name[]) =>
  z.enum(names.flatMap((name): (Name | `-${Name}`)[] => [name, `-${name}`])).optional()

/** The orders of a list, as its query names them. */
export type SortOf<E extends { query: z.ZodType<{ sort?: string | undefined }> }> = NonNullable<
  z.output<E['query']>['sort']
>

/**
 * Headers of a page: all that the caller may see, and how many match the filters. Both are counted up to `maxCounted`;
 * `capped` names those of the two of which there are more.
 */
export const pageHeaders = {
  total: 'x-total-count',
  match: 'x-match-count',
  capped: 'x-capped-count',
} as const
export const maxCounted = 10_000
