import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/consents.ts'
import type { Deps } from '../../deps.ts'
import { mount } from '../../platform/http/mount.ts'
import { getConsents, saveDecisions } from './consents.service.ts'

export function consentRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, contract.getConsents, ({ params }, actor) => getConsents(deps, actor, params.id))
  mount(app, contract.decideConsents, ({ params, body }, actor) =>
    saveDecisions(deps, actor, params.id, body),
  )
}
