import type { FastifyInstance } from 'fastify'
import { confirmEmailChange, requestEmailChange } from '#contract/accounts/email-change.ts'
import * as contract from '#contract/accounts/security.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import {
  asksFactorAfterProvider,
  listOwnProviders,
} from '../identity-providers/identity-providers.queries.ts'
import { countRecoveryCodes, listPasskeys } from '../second-factor/factors.queries.ts'
import { confirmEmail, isEmailManaged, sendEmailLink } from './email-change.service.ts'
import { listLogins } from './logins.queries.ts'
import { endOwnLogin, endOtherLogins } from './logins.service.ts'
import { setFactorAfterProvider, unlinkProvider } from './own-providers.service.ts'

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
      ...(await listOwnProviders(deps, userId)),
      asksFactorAfterProvider: deps.installation.secondFactorAfterProvider
        ? await asksFactorAfterProvider(db, userId)
        : null,
    }
  })
  mount(app, requestEmailChange, ({ body, browser }) => sendEmailLink(deps, browser, body))
  mount(app, confirmEmailChange, ({ body, browser }) => confirmEmail(deps, body.token, browser))
  mount(app, contract.unlinkProvider, ({ params, browser }) =>
    unlinkProvider(deps, browser, params.id),
  )
  mount(app, contract.setFactorAfterProvider, ({ body, browser }) =>
    setFactorAfterProvider(deps, browser, body.isAsked),
  )
  mount(app, contract.endOwnLogin, ({ params }, actor) => endOwnLogin(db, actor, params.id))
  mount(app, contract.endOtherLogins, (_input, actor) => endOtherLogins(db, actor))
}
