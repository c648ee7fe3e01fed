import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { mount } from '../../../platform/http/mount.ts'
import * as service from './second-factor.service.ts'
import {
  continueSignIn,
  finishSecondFactor,
  startSecondFactor,
} from './sign-in-with-second-factor.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys' | 'queue' | 'installation'>

export function secondFactorRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, contract.continueSignIn, ({ request, reply }) => continueSignIn(deps, request, reply))
  mount(app, contract.startSecondFactor, ({ request }) => startSecondFactor(deps, request))
  mount(app, contract.signInWithSecondFactor, ({ body, request, reply }) =>
    finishSecondFactor(deps, body, request, reply),
  )
  mount(app, contract.startConfirmation, ({ request }, actor) =>
    service.startConfirmation(deps, { actor, request }),
  )
  mount(app, contract.confirmSecondFactor, ({ body, request }, actor) =>
    service.confirmSecondFactor(deps, { actor, request }, body),
  )
  mount(app, contract.startTotp, ({ body, request }, actor) =>
    service.startTotp(deps, { actor, request }, body.currentPassword),
  )
  mount(app, contract.confirmTotp, ({ body, request }, actor) =>
    service.confirmTotp(deps, { actor, request }, body.code),
  )
  mount(app, contract.removeTotp, ({ body, request }, actor) =>
    service.removeTotp(deps, { actor, request }, body.currentPassword),
  )
  mount(app, contract.renewRecoveryCodes, ({ body, request }, actor) =>
    service.renewRecoveryCodes(deps, { actor, request }, body.currentPassword),
  )
  mount(app, contract.startPasskey, ({ body, request }, actor) =>
    service.startPasskey(deps, { actor, request }, body.currentPassword),
  )
  mount(app, contract.addPasskey, ({ body, request }, actor) =>
    service.addPasskey(deps, { actor, request }, body),
  )
  mount(app, contract.renamePasskey, ({ params, body }, actor) =>
    service.renamePasskey(deps.db, actor, params.id, body.name),
  )
  mount(app, contract.removePasskey, ({ params, body, request }, actor) =>
    service.removePasskey(deps, { actor, request }, params.id, body.currentPassword),
  )
  mount(app, contract.resetSecondFactor, ({ params, request }, actor) =>
    service.resetSecondFactor(deps, { actor, request }, params.id),
  )
}
