import type { FastifyInstance } from 'fastify'
import { listMyNotices, readMyNotices } from '#contract/notices.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { myNotices, markRead } from './notices.queries.ts'

export function noticeRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, listMyNotices, (_input, { userId }) => myNotices(db, userId))
  mount(app, readMyNotices, async ({ body: { ids } }, { userId, originalUserId }) => {
    // Not while an administrator is impersonating the user.
    if (originalUserId === null) await markRead(db, userId, ids)
    return { ok: true as const }
  })
}
