import type { FastifyInstance } from 'fastify'
import {
  exportAuditEntries,
  listAuditActions,
  listAuditEntries,
  listMessages,
} from '#contract/audit.ts'
import { calendarDay } from '#contract/calendar.ts'
import type { Deps } from '../deps.ts'
import { mount, mountRaw } from '../http/mount.ts'
import { sendList } from '../http/paging.ts'
import { actions, pageOfEntries, sizeOfLog, sizeOfOutbox } from './audit.queries.ts'
import { exportEntries, openOutbox } from './audit.service.ts'

export function auditRoutes(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>) {
  mount(app, listAuditEntries, (asked) =>
    sendList(listAuditEntries, asked, {
      page: ({ limit, cursor, ...filters }) => pageOfEntries(db, filters, { limit, cursor }),
      size: ({ limit: _limit, cursor: _cursor, ...filters }) => sizeOfLog(db, filters),
    }),
  )
  mount(app, listAuditActions, () => actions(db))
  mountRaw(app, exportAuditEntries, async ({ query, reply }, actor) => {
    const lines = await exportEntries(db, actor, query)
    const today = calendarDay(new Date(), config.timeZone)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="audit-log-${today}.csv"`)
      .send(lines)
  })
  mount(app, listMessages, (asked, actor) =>
    sendList(listMessages, asked, {
      page: (query) => openOutbox(db, actor, query),
      size: () => sizeOfOutbox(db),
    }),
  )
}
