import type { FastifyInstance } from 'fastify'
import { confirmEmailChange, requestEmailChange } from '#contract/email-change.ts'
import * as contract from '#contract/security.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { listLinkableProviders } from '../identity-providers/identity-providers.queries.ts'
import { countRecoveryCodes, listPasskeys } from '../second-factor/factors.queries.ts'
import { confirmEmail, isEmailManaged, sendEmailLink } from './email-change.service.ts'
import { listLogins } from './logins.queries.ts'
import { endOwnLogin, endOtherLogins } from './logins.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers' | 'queue' | 'keys'>

export function securityRoutes(app: FastifyInstance, deps: Needs) {
  const { db } = deps
  mount(app, contract.getMySecurity, async (_input, actor) => {
    const { userId } = actor
    return {
      isEmailManaged: await isEmailManaged(db, actor),
      logins: await listLogins(db, actor),
      passkeys: await listPasskeys(db, userId),
      factors: await listFactors(db, userId),
      recoveryCodesLeft: await countRecoveryCodes(db, userId),
      linkableProviders: await listLinkableProviders(deps, userId),
    }
  })
  mount(app, requestEmailChange, ({ body, request }, actor) =>
    sendEmailLink(deps, actor, body, request),
  )
  mount(app, confirmEmailChange, ({ body, request }) => confirmEmail(deps, body.token, request))
  mount(app, contract.endOwnLogin, ({ params }, actor) => endOwnLogin(db, actor, params.id))
  mount(app, contract.endOtherLogins, (_input, actor) => endOtherLogins(db, actor))
}
