import { z } from 'zod'
import { rowId } from './bounds.ts'
import { endpoint } from './endpoint.ts'

/** Notices that are shown, the unread ones first. */
export const mostNotices = 50

export const notice = z.object({
  id: rowId(),
  createdAt: z.string(),
  /** One sentence, as it stands in the message; nothing that anybody said. */
  text: z.string(),
  /** Where it happened, on this site. */
  path: z.string().nullable(),
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof notice>

export const listMyNotices = endpoint('GET /api/my-notices', {
  access: 'signed-in',
  shows: ['notification'],
  freshness: { staleAfterMs: 300_000 },
  summary: 'What one was told of, unread first; messages that open an account are left out',
  response: z.object({
    notices: z.array(notice).max(mostNotices),
    /** No more are counted than are shown. */
    unread: z.number().int().max(mostNotices),
  }),
})
export type MyNotices = z.infer<typeof listMyNotices.response>

export const readMyNotices = endpoint('POST /api/my-notices/read', {
  access: 'signed-in',
  changes: ['notification'],
  summary: 'Say that own notices were seen; nothing happens while somebody acts as another user',
  body: z.object({ ids: z.array(rowId()).min(1).max(mostNotices) }),
  response: z.object({ ok: z.literal(true) }),
})
