import type { FastifyInstance } from 'fastify'
import { impersonate, stopImpersonation } from '#contract/users.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { endImpersonation, startImpersonation } from './impersonation.service.ts'

export function impersonationRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>) {
  mount(app, impersonate, ({ params, reply }, actor) =>
    startImpersonation(deps, actor, params.id, reply),
  )
  mount(app, stopImpersonation, ({ reply }, actor) => endImpersonation(deps, actor, reply))
}
