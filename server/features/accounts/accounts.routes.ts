import type { FastifyInstance } from 'fastify'
import { changeMyName, changeMyPassword, getMyAccount } from '#contract/accounts/account.ts'
import { getUser, login, logout } from '#contract/accounts/auth.ts'
import { sendAgain } from '#contract/messages/messages.ts'
import {
  getInvitation,
  getResetAccount,
  register,
  requestPasswordReset,
  resetPassword,
} from '#contract/accounts/onboarding.ts'
import * as contract from '#contract/accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { setCookies } from '../../platform/http/cookies.ts'
import { mount } from '../../platform/http/mount.ts'
import { answerList } from '../../platform/lists/send-list.ts'
import { changeName, changePassword } from './account/account.service.ts'
import { getAccount } from './account/get-account.ts'
import { requirePasswordSignIn } from './identity-providers/password-sign-in.ts'
import { endImpersonation, startImpersonation } from './impersonation/impersonation.service.ts'
import { registerClient, requireInvitation } from './onboarding/onboarding.service.ts'
import {
  getAccountOfLink,
  sendResetLink,
  setPasswordByLink,
} from './password-reset/password-reset.service.ts'
import { signIn, signOut } from './sign-in/auth.service.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { securityRoutes } from './security/security.routes.ts'
import { getCurrentUser } from './sign-in/current-user.ts'
import { sendMessageAgain } from './users/send-again.service.ts'
import { getUserCounts, getUserRow, userList } from './users/users.queries.ts'
import { addUser, discardUser, editUser } from './users/users.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers' | 'queue' | 'keys'>

export function accountRoutes(app: FastifyInstance, deps: Needs) {
  signInRoutes(app, deps)
  userRoutes(app, deps)
  securityRoutes(app, deps)
  secondFactorRoutes(app, deps)
  mount(app, getMyAccount, (_input, actor) => getAccount(deps.db, actor))
  mount(app, changeMyName, ({ body }, actor) => changeName(deps, actor, body))
  mount(app, changeMyPassword, async ({ body, browser, reply }) =>
    setCookies(deps.config, reply, await changePassword(deps, browser, body)),
  )
}

function signInRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, getUser, (_input, actor) => getCurrentUser(deps.db, actor))
  mount(app, login, async ({ body, browser, reply }) => {
    await requirePasswordSignIn(deps)
    return setCookies(deps.config, reply, await signIn(deps, body, browser))
  })
  mount(app, logout, async ({ browser, reply }) =>
    setCookies(deps.config, reply, await signOut(deps, browser)),
  )
  mount(app, getInvitation, async ({ params }) => {
    const { name } = await requireInvitation(deps.db, params.orgId, params.inviteToken)
    return { organizationName: name }
  })
  mount(app, register, async ({ body, browser, reply }) => {
    await requirePasswordSignIn(deps)
    return setCookies(deps.config, reply, await registerClient(deps, body, browser))
  })
  mount(app, requestPasswordReset, async ({ body, browser }) => {
    await requirePasswordSignIn(deps)
    return sendResetLink(deps, body.email, browser)
  })
  mount(app, getResetAccount, async ({ body }) => {
    await requirePasswordSignIn(deps)
    return getAccountOfLink(deps.db, body.token)
  })
  mount(app, resetPassword, async ({ body, browser, reply }) => {
    await requirePasswordSignIn(deps)
    return setCookies(deps.config, reply, await setPasswordByLink(deps, body, browser))
  })
}

function userRoutes(app: FastifyInstance, deps: Needs) {
  const { db, config } = deps
  mount(app, contract.listUsers, (asked) => answerList(db, contract.listUsers, userList, asked))
  mount(app, contract.countUsers, () => getUserCounts(db))
  mount(app, contract.createUser, ({ body, browser }, actor) =>
    addUser(deps, actor, body, browser.origin),
  )
  mount(app, contract.readUser, ({ params }) => getUserRow(db, params.id))
  mount(
    app,
    contract.updateUser,
    ({ params: { id }, body: { version, ...change }, browser }, actor) =>
      editUser(deps, actor, { id, version }, change, (tx, act) =>
        app.confirmedActs.confirm(tx, browser, act),
      ),
  )
  mount(app, contract.discardUser, async ({ params }, actor) => {
    await discardUser(db, actor, params.id)
    return { ok: true as const }
  })
  mount(app, sendAgain, ({ params: { id }, browser: { origin } }, actor) =>
    sendMessageAgain(deps, { id, actor, origin }),
  )
  mount(app, contract.impersonate, async ({ params, browser, reply }) =>
    setCookies(config, reply, await startImpersonation(deps, browser, params.id)),
  )
  mount(app, contract.stopImpersonation, async ({ browser, reply }) =>
    setCookies(config, reply, await endImpersonation(deps, browser)),
  )
}
