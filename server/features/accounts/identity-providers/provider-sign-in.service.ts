import { setTimeout as sleep } from 'node:timers/promises'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { line } from '#contract/bounds.ts'
import type { IdentityProvider } from '#contract/accounts/identity-providers.ts'
import { finishProviderSignIn, type SignInError } from '#contract/accounts/provider-sign-in.ts'
import { email as emailForm } from '#contract/accounts/users.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { type Cookie, expiredCookie } from '../../../platform/http/cookies.ts'
import { startLogin } from '../../../platform/http/login.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { audit } from '../../audit/audit.ts'
import { createPendingLogin } from '../second-factor/pending-login.ts'
import { sendSecurityNotice } from '../second-factor/security-notice.ts'
import { asksFactorAfterProvider, findProvider } from './identity-providers.queries.ts'
import { findCause, getConfiguration } from './oidc-client.ts'
import { linkProvider, type ProviderProfile, resolveUser, SignInRefused } from './resolve-user.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'>
type Log = { warn: (fields: object, message: string) => void }

const flowSeconds = 10 * 60
/** What the browser carries, encrypted, until the provider answers. */
const flowForm = z.object({
  verifier: z.string(),
  state: z.string(),
  nonce: z.string(),
  next: z.string(),
  /** The user who links the provider to their account. */
  linkTo: z.string().optional(),
  expiresAt: z.number(),
})

const redirectTo = (answer: string, ...cookies: Cookie[]) => ({ answer, cookies })
const loginPage = (error: SignInError, next?: string) =>
  `/login?${new URLSearchParams({ error, ...(next && { next }) }).toString()}`

const redirectUri = (origin: string, id: string) =>
  new URL(finishProviderSignIn.path.replace('{id}', id), origin)

/** Returns the address of the provider, or of the sign-in page. */
export async function startSignIn(
  deps: Needs,
  { id, next = '/app', isLink }: { id: string; next: string | undefined; isLink: boolean },
  browser: Browser,
  log: Log,
) {
  const provider = await findActiveProvider(deps, id)
  if (!provider) return redirectTo(loginPage('failed'))
  const linkTo = isLink ? actorInPerson(browser) : undefined
  if (isLink && !linkTo) return redirectTo(loginPage('failed'))
  // A link on another site must not sign anybody in; the sign-in page has the button.
  if (browser.isFromOtherSite) return redirectTo('/login')
  try {
    const configuration = await getConfiguration(deps, provider)
    const [verifier, state, nonce] = [
      oidc.randomPKCECodeVerifier(),
      oidc.randomState(),
      oidc.randomNonce(),
    ]
    const { scopes_supported: scopes = [] } = configuration.serverMetadata()
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri(browser.origin, id).href,
      state,
      nonce,
      scope: [
        'openid email profile',
        ...(scopes.includes(provider.groupClaim) ? [provider.groupClaim] : []),
      ].join(' '),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    const flow = {
      verifier,
      state,
      nonce,
      next,
      linkTo,
      expiresAt: Date.now() + flowSeconds * 1000,
    }
    return redirectTo(url.href, {
      name: 'sign-in',
      value: deps.keys.encrypt('sign-in', id, JSON.stringify(flow)),
      sameSite: 'lax',
      maxAge: flowSeconds,
    })
  } catch (error) {
    return redirectTo(loginPage(toSignInError(error, log)))
  }
}

/** Starts a login for the person whom the provider names. `search`: the query of the request. Returns the page to open. */
export async function finishSignIn(
  deps: Needs & Pick<Deps, 'queue' | 'installation'>,
  { id, search }: { id: string; search: string },
  browser: Browser,
  log: Log,
) {
  const { db } = deps
  const { address, origin } = browser
  const open = (page: string, ...cookies: Cookie[]) =>
    redirectTo(page, expiredCookie('sign-in'), ...cookies)
  const provider = await findActiveProvider(deps, id)
  const flow = readFlow(deps, id, browser)
  if (!provider) return open(loginPage('failed'))
  if (!flow) return open(loginPage('expired'))
  try {
    const url = redirectUri(origin, id)
    url.search = search
    const profile = await requestProfile(deps, provider, flow, url)
    const signIn = { provider, profile, address, queue: deps.queue }
    const notifyOwner = (tx: Db, userId: string, endedPassword = false) =>
      sendSecurityNotice(tx, deps, browser, {
        userId,
        what: `${provider.name} was linked to your account and can sign you in${endedPassword ? '; your earlier password no longer works' : ''}`,
      })
    const { linkTo } = flow
    if (linkTo !== undefined) {
      if (actorInPerson(browser) !== linkTo) return open(loginPage('expired'))
      await inTransaction(db, async (tx) => {
        await linkProvider(tx, signIn, linkTo)
        await notifyOwner(tx, linkTo)
      })
      return open(securityPath)
    }
    const { cookie, page } = await inTransaction(db, async (tx) => {
      const { userId, linked } = await resolveUser(tx, signIn)
      if (linked) await notifyOwner(tx, userId, linked.endedPassword)
      if (await asksSecondFactor(tx, deps, userId)) {
        const asked = { userId, isRemembered: false, identityProviderId: id }
        const next = new URLSearchParams({ step: 'second-factor', next: flow.next })
        const page = `/login?${next.toString()}`
        return { cookie: await createPendingLogin(tx, asked), page }
      }
      await audit(
        tx,
        { userId, address },
        { action: 'signed-in', details: { provider: provider.name } },
      )
      const login = { userId, isRemembered: false, identityProviderId: id, browser }
      return { cookie: await startLogin(tx, login), page: flow.next }
    })
    return open(page, cookie)
  } catch (error) {
    const reason = error instanceof SignInRefused ? error.reason : toSignInError(error, log)
    await audit(
      db,
      { address },
      { action: 'sign-in-refused', details: { provider: provider.name, reason } },
    )
    if (flow.linkTo !== undefined) return open(`${securityPath}?error=${reason}`)
    // The page asks for the link after the sign-in.
    const next = reason === 'link-first' ? `${securityPath}?link=${id}` : undefined
    return open(loginPage(reason, next))
  }
}

const securityPath = '/app/security'

/** A factor that a person set up is asked for here too, unless installation or person chose otherwise (docs/product.md, "Signing in"). */
const asksSecondFactor = async (
  tx: Db,
  { installation }: Pick<Deps, 'installation'>,
  userId: string,
) =>
  installation.secondFactorAfterProvider &&
  (await asksFactorAfterProvider(tx, userId)) &&
  (await listFactors(tx, userId)).length > 0

/** The user who is signed in; undefined while impersonating. */
const actorInPerson = ({ actor }: Browser) =>
  actor?.originalUserId === null ? actor.userId : undefined

/** Milliseconds that signing out waits for the provider's configuration. */
const signOutWaitsMs = 3_000

/** The provider's sign-out page; undefined unless it is turned on and the provider answers. */
export async function getSignOutUrl(deps: Needs, id: string, origin: string) {
  const provider = await findProvider(deps, id)
  if (!provider?.signsOut) return undefined
  const configuration = await Promise.race([
    getConfiguration(deps, provider).catch(() => undefined),
    sleep(signOutWaitsMs),
  ])
  // The metadata are not ours: an endpoint may be anything.
  const { end_session_endpoint: endpoint } = configuration?.serverMetadata() ?? {}
  if (!configuration || !endpoint || !URL.canParse(endpoint)) return undefined
  const back = new URL('/login', origin).href
  return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href
}

async function findActiveProvider(deps: Needs, id: string) {
  const provider = await findProvider(deps, id)
  return provider?.isActive ? provider : undefined
}

/** Undefined without a valid cookie. */
function readFlow({ keys }: Needs, id: string, { cookies }: Browser) {
  try {
    const text = keys.decrypt('sign-in', id, cookies['sign-in'] ?? '')
    const flow = flowForm.parse(JSON.parse(text))
    return flow.expiresAt > Date.now() ? flow : undefined
  } catch {
    return undefined
  }
}

const text = (characters: number) => line(characters).min(1).optional().catch(undefined)
const claimsForm = z.looseObject({
  email: emailForm.optional().catch(undefined),
  /** Some providers send a string. */
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((it) => it === 'true')])
    .optional()
    .catch(false),
  given_name: text(100),
  family_name: text(100),
  name: text(100),
})

/** Some providers send a single group as a string. */
const groupsForm = z.union([z.array(z.string()), z.string().transform((it) => [it])]).catch([])

/** Exchanges the code, checks the ID token, and reads the profile from it and from the userinfo endpoint. */
async function requestProfile(
  deps: Needs,
  provider: IdentityProvider,
  { verifier, state, nonce }: z.output<typeof flowForm>,
  url: URL,
): Promise<ProviderProfile> {
  const configuration = await getConfiguration(deps, provider)
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()
  if (!idToken) throw new Rejected('refused', 'There is no ID token.')
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = hasUserInfo
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
    : {}
  // An email counts only together with what the same document says about its verification.
  const { email, email_verified: isEmailVerified } = claimsForm.parse(
    idToken['email'] === undefined ? userInfo : idToken,
  )
  const claims = claimsForm.parse({ ...userInfo, ...idToken })
  const [firstWord = '', ...otherWords] = (claims.name ?? email?.split('@')[0] ?? '').split(' ')
  const groups = groupsForm.parse(claims[provider.groupClaim])
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    email,
    isEmailVerified,
    groups,
    firstName: claims.given_name ?? firstWord,
    lastName: claims.family_name ?? otherWords.join(' '),
  }
}

/** Also logs the error, by its code only: its message may name a person. */
function toSignInError(error: unknown, log: Log): SignInError {
  const { code } = error as { code?: string }
  log.warn({ code }, 'sign-in by an identity provider failed')
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return 'cancelled'
  const cause = findCause(error)
  return cause instanceof Unavailable ? 'unavailable' : 'failed'
}
