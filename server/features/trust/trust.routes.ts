import type { FastifyInstance } from 'fastify'
import { getOrganizationTrust, getTrust } from '#contract/trust/trust.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getSwitches } from './trust.queries.ts'
import { describeTrust } from './trust.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers'>

export function trustRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, getTrust, () => describeTrust(deps))
  mount(app, getOrganizationTrust, async ({ params }, actor) =>
    describeTrust(deps, await getSwitches(deps.db, actor, params.id)),
  )
}
