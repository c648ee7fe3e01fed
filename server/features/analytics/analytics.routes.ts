import type { FastifyInstance } from 'fastify'
import {
  getAnalytics,
  getOrganizationAnalytics,
  getOverview,
  getOwnOrganization,
} from '#contract/analytics/analytics.ts'
import { downloadReport, listReports } from '#contract/analytics/reports.ts'
import type { Deps } from '../../deps.ts'
import { mount, mountRaw } from '../../platform/http/mount.ts'
import { disposition } from '../../platform/http/send-file.ts'
import { ownOrganization } from './analytics.queries.ts'
import { allFigures, organizationFigures } from './analytics.service.ts'
import { listFirstSteps } from './overview/first-steps.queries.ts'
import { readOverview } from './overview/overview.queries.ts'
import { listReportsOf, reportFile } from './reports/reports.service.ts'

export function analyticsRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  const { db } = deps
  mount(app, getOrganizationAnalytics, ({ params }, actor) =>
    organizationFigures(deps, actor, params.id),
  )
  mount(app, listReports, ({ params }, actor) => listReportsOf(deps, actor, params.id))
  mountRaw(app, downloadReport, async ({ params, query: { format, separator }, reply }, actor) => {
    const { name, bytes } = await reportFile(deps, actor, { ...params, format, separator })
    return reply
      .type(format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', disposition(true, name))
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
  mount(app, getOwnOrganization, (_input, { userId }) => ownOrganization(db, userId))
  mount(app, getAnalytics, () => allFigures(deps))
  mount(app, getOverview, async (_input, actor) => ({
    ...(await readOverview(deps)),
    firstSteps: await listFirstSteps(db, actor),
  }))
}
