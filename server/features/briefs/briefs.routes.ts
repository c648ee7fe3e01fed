import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/briefs/briefs.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { openBrief, prepare } from './briefs.service.ts'

export function briefRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'queue' | 'installation' | 'providers'>,
) {
  mount(app, contract.getBrief, ({ params }, actor) => openBrief(deps, actor, params.id))
  mount(app, contract.prepareSession, ({ params, query }, actor) =>
    prepare(deps, actor, params.id, query.notes === 'include'),
  )
}
