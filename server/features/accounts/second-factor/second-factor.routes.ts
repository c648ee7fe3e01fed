import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { setCookies } from '../../../platform/http/cookies.ts'
import { mount } from '../../../platform/http/mount.ts'
import * as service from './second-factor.service.ts'
import {
  continueSignIn,
  finishSecondFactor,
  startSecondFactor,
} from './sign-in-with-second-factor.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys' | 'queue' | 'installation'>

export function secondFactorRoutes(app: FastifyInstance, deps: Needs) {
  const { config } = deps
  mount(app, contract.continueSignIn, async ({ browser, reply }) =>
    setCookies(config, reply, await continueSignIn(deps, browser)),
  )
  mount(app, contract.startSecondFactor, ({ browser }) => startSecondFactor(deps, browser))
  mount(app, contract.signInWithSecondFactor, async ({ body, browser, reply }) =>
    setCookies(config, reply, await finishSecondFactor(deps, body, browser)),
  )
  mount(app, contract.startConfirmation, ({ browser }) => service.startConfirmation(deps, browser))
  mount(app, contract.confirmSecondFactor, ({ body, browser }) =>
    service.confirmSecondFactor(deps, browser, body),
  )
  mount(app, contract.startTotp, ({ body, browser }) =>
    service.startTotp(deps, browser, body.currentPassword),
  )
  mount(app, contract.confirmTotp, ({ body, browser }) =>
    service.confirmTotp(deps, browser, body.code),
  )
  mount(app, contract.removeTotp, ({ body, browser }) =>
    service.removeTotp(deps, browser, body.currentPassword),
  )
  mount(app, contract.renewRecoveryCodes, ({ body, browser }) =>
    service.renewRecoveryCodes(deps, browser, body.currentPassword),
  )
  mount(app, contract.startPasskey, ({ body, browser }) =>
    service.startPasskey(deps, browser, body.currentPassword),
  )
  mount(app, contract.addPasskey, ({ body, browser }) => service.addPasskey(deps, browser, body))
  mount(app, contract.renamePasskey, ({ params, body }, actor) =>
    service.renamePasskey(deps.db, actor, params.id, body.name),
  )
  mount(app, contract.removePasskey, ({ params, body, browser }) =>
    service.removePasskey(deps, browser, params.id, body.currentPassword),
  )
  mount(app, contract.resetSecondFactor, ({ params, browser }) =>
    service.resetSecondFactor(deps, browser, params.id),
  )
}
