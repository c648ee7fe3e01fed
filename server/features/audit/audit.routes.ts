import type { FastifyInstance } from 'fastify'
import { exportAuditEntries, listAuditActions, listAuditEntries } from '#contract/audit/audit.ts'
import { calendarDay } from '#contract/rules/calendar.ts'
import type { Deps } from '../../deps.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { listActions, auditLog } from './audit.queries.ts'
import { exportEntries } from './audit.service.ts'

export function auditRoutes(
  app: FastifyInstance,
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
) {
  mount(app, listAuditEntries, (asked) => answerList(db, listAuditEntries, auditLog, asked))
  mount(app, listAuditActions, () => listActions(db))
  mountRaw(app, exportAuditEntries, async ({ query: { separator, ...filters }, reply }, actor) => {
    const { timeZone } = installation
    const lines = await exportEntries(db, actor, filters, { separator, timeZone })
    const today = calendarDay(new Date(), timeZone)
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="audit-log-${today}.csv"`)
      .send(lines)
  })
}
