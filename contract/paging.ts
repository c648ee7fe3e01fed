import { z } from 'zod'
import { line, wholeNumber } from './bounds.ts'

/** Query of a list: with `limit` one page, without it the whole list (product decisions, section 2). */
export const paging = z.object({
  limit: wholeNumber(1, 200).optional(),
  cursor: line(2000).optional(),
  q: line(200).optional(),
})

/** Headers of a page: all that the caller may see, and how many match the filters. */
export const pageHeaders = { total: 'x-total-count', match: 'x-match-count' } as const
