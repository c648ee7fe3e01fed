import { z } from 'zod'

/** Query of a list: with `limit` one page, without it the whole list (product decisions, section 2). */
export const paging = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  cursor: z.string().max(2000).optional(),
  q: z.string().trim().max(200).optional(),
})

/** Headers of a page: all that the caller may see, and how many match the filters. */
export const pageHeaders = { total: 'x-total-count', match: 'x-match-count' } as const
