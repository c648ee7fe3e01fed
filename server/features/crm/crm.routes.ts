import type { FastifyInstance } from 'fastify'
import { readCrm, syncCrm } from '#contract/crm/crm.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { crmState } from './crm-sync.queries.ts'
import { syncNow } from './crm.service.ts'

export function crmRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'queue'>) {
  mount(app, readCrm, () => crmState(deps.db))
  mount(app, syncCrm, (_asked, actor) => syncNow(deps, actor))
}
