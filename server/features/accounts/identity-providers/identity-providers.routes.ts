import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts/identity-providers.ts'
import {
  finishProviderSignIn,
  getSignInOptions as signInOptions,
  startProviderSignIn,
} from '#contract/accounts/provider-sign-in.ts'
import type { Deps } from '../../../deps.ts'
import { setCookies } from '../../../platform/http/cookies.ts'
import { mount, mountRaw } from '../../../platform/http/mount.ts'
import { listProviders } from './identity-providers.queries.ts'
import {
  addProvider,
  changeProvider,
  removeProvider,
  testProvider,
} from './identity-providers.service.ts'
import { getSignInOptions } from './password-sign-in.ts'
import { finishSignIn, startSignIn } from './provider-sign-in.service.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys' | 'installation' | 'queue'>

export function identityProviderRoutes(app: FastifyInstance, deps: Needs) {
  mount(app, contract.listIdentityProviders, () => listProviders(deps))
  mount(app, contract.createIdentityProvider, ({ body }, actor) => addProvider(deps, actor, body))
  mount(
    app,
    contract.updateIdentityProvider,
    ({ params: { id }, body: { version, ...change } }, actor) =>
      changeProvider(deps, actor, { id, version }, change),
  )
  mount(app, contract.deleteIdentityProvider, ({ params }, actor) =>
    removeProvider(deps, actor, params.id),
  )
  mount(app, contract.testIdentityProvider, ({ params }) => testProvider(deps, params.id))
  mount(app, signInOptions, () => getSignInOptions(deps))
  mountRaw(app, startProviderSignIn, async ({ params: { id }, query, browser, request, reply }) => {
    const asked = { id, next: query.next, isLink: query.link !== undefined }
    const started = await startSignIn(deps, asked, browser, request.log)
    return reply.redirect(setCookies(deps.config, reply, started), 302)
  })
  mountRaw(app, finishProviderSignIn, async ({ params: { id }, browser, request, reply }) => {
    const { search } = new URL(request.url, browser.origin)
    const finished = await finishSignIn(deps, { id, search }, browser, request.log)
    return reply.redirect(setCookies(deps.config, reply, finished), 302)
  })
}
