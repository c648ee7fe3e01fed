import { z } from 'zod'
import { rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'

export const maxNotices = 50

export const notice = z.object({
  id: rowId(),
  createdAt: z.string(),
  /** One sentence from the message. */
  text: z.string(),
  /** Path to open, on this site. */
  path: z.string().nullable(),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const listMyNotices = endpoint('GET /api/my-notices', {
  access: 'signed-in',
  shows: ['notification'],
  freshness: { staleAfterMs: 300_000 },
  summary: 'Your notices, unread first; without messages that open an account',
  response: z.object({
    notices: z.array(notice).max(maxNotices),
    /** Counts only the notices shown. */
    unread: z.number().int().max(maxNotices),
  }),
})
export type MyNotices = z.infer<typeof listMyNotices.response>

export const readMyNotices = endpoint('POST /api/my-notices/read', {
  access: 'signed-in',
  changes: ['notification'],
  summary: 'Mark your notices as read; does nothing while impersonating',
  body: z.object({ ids: z.array(rowId()).min(1).max(maxNotices) }),
  response: z.object({ ok: z.literal(true) }),
})
