import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/security.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { requireSelf } from '../account/require-self.ts'
import { countRecoveryCodes, listFactors, listPasskeys } from '../second-factor/factors.queries.ts'
import { listLogins } from './logins.queries.ts'
import { endLoginOf, endOtherLogins } from './logins.service.ts'

export function securityRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  mount(app, contract.getMySecurity, async (_input, actor) => {
    requireSelf(actor)
    const { userId } = actor
    return {
      logins: await listLogins(db, actor),
      passkeys: await listPasskeys(db, userId),
      factors: await listFactors(db, userId),
      recoveryCodesLeft: await countRecoveryCodes(db, userId),
    }
  })
  mount(app, contract.endOwnLogin, ({ params }, actor) => endLoginOf(db, actor, params.id))
  mount(app, contract.endOtherLogins, (_input, actor) => endOtherLogins(db, actor))
}
