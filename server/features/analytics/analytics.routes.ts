import type { FastifyInstance } from 'fastify'
import {
  getAnalytics,
  getOrganizationAnalytics,
  getOverview,
  getOwnOrganization,
} from '#contract/analytics/analytics.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { ownOrganization } from './analytics.queries.ts'
import { allFigures, organizationFigures } from './analytics.service.ts'
import { listFirstSteps } from './overview/first-steps.queries.ts'
import { readOverview } from './overview/overview.queries.ts'

export function analyticsRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'installation'>) {
  const { db } = deps
  mount(app, getOrganizationAnalytics, ({ params }, actor) =>
    organizationFigures(deps, actor, params.id),
  )
  mount(app, getOwnOrganization, (_input, { userId }) => ownOrganization(db, userId))
  mount(app, getAnalytics, () => allFigures(deps))
  mount(app, getOverview, async (_input, actor) => ({
    ...(await readOverview(deps)),
    firstSteps: await listFirstSteps(db, actor),
  }))
}
