import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/security.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { requireSelf } from '../account/require-self.ts'
import { listLogins } from './logins.queries.ts'
import { endLoginOf, endOtherLogins } from './logins.service.ts'

export function securityRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, contract.getMySecurity, async (_input, actor) => {
    requireSelf(actor)
    return { logins: await listLogins(db, actor) }
  })
  mount(app, contract.endOwnLogin, ({ params }, actor) => endLoginOf(db, actor, params.id))
  mount(app, contract.endOtherLogins, (_input, actor) => endOtherLogins(db, actor))
}
