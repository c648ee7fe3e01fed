import { refund } from './rate-limits.ts'
import { countAttempt } from './attempts.ts'
import { audit } from '../../audit/audit.ts'
import { getCurrentUser } from './current-user.ts'
import { isPublicDemoSignIn } from './demo-password.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { expiredCookie } from '../../../platform/http/cookies.ts'
import { knownBrowserId, rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogin, startLogin } from '../../../platform/http/login.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { getSignOutUrl } from '../identity-providers/provider-sign-in.service.ts'
import { createPendingLogin } from '../second-factor/pending-login.ts'
import { isTrustedBrowser } from '../second-factor/trusted-browsers.ts'
import { verifyPassword } from './passwords.ts'
import { findActiveUserByEmail, lockUserWithPassword } from './auth.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'>
type Credentials = { email: string; password: string; rememberMe?: boolean | undefined }

/**
 * Signs in, or asks for the second factor of a user who has one, except in a trusted browser. Response and response time are
 * the same for a wrong password and an unknown email.
 */
export async function signIn(
  deps: Needs,
  { email: given, password, rememberMe = false }: Credentials,
  browser: Browser,
) {
  const { db, config, keys } = deps
  const { address } = browser
  const email = given.toLowerCase()
  const user = await findActiveUserByEmail(db, email)
  const browserId = knownBrowserId(keys, browser, user)
  const counted = await countAttempt(deps, { purpose: 'sign-in', email, address, browserId })
  const isRight =
    (await verifyPassword(password, user?.passwordHash)) &&
    !(config.isReachable && isPublicDemoSignIn(email, password))
  const secondFactor = user && isRight ? await listFactors(db, user.id) : []
  const isAsked =
    user && secondFactor.length > 0 && !(await isTrustedBrowser(db, user.id, browserId))
  const cookie =
    user &&
    isRight &&
    (await inTransaction(db, async (tx) => {
      if (!(await lockUserWithPassword(tx, user))) return undefined
      await refund(tx, counted)
      if (isAsked)
        return createPendingLogin(tx, {
          ...{ userId: user.id, isRemembered: rememberMe, identityProviderId: null },
        })
      await audit(tx, { userId: user.id, address }, { action: 'signed-in' })
      return startLogin(tx, { userId: user.id, isRemembered: rememberMe, browser })
    }))
  if (!cookie) {
    await audit(db, { address }, { action: 'sign-in-refused' })
    throw new AppError('not-signed-in', 'Invalid credentials. Please try again.')
  }
  if (isAsked) return { answer: { secondFactor }, cookies: [cookie] }
  const known = rememberBrowser(keys, browser, user)
  const answer = { user: await getCurrentUser(db, { userId: user.id, originalUserId: null }) }
  return { answer, cookies: [cookie, known.cookie] }
}

/** Returns the page of the identity provider to sign out there too, if it is turned on. */
export async function signOut(deps: Needs, { actor, origin }: Browser) {
  if (actor) await audit(deps.db, actor, { action: 'signed-out' })
  const ended = actor && (await deleteLogin(deps.db, actor))
  const providerUrl =
    ended?.identityProviderId && (await getSignOutUrl(deps, ended.identityProviderId, origin))
  const answer = { ok: true as const, ...(providerUrl && { providerUrl }) }
  return { answer, cookies: [expiredCookie('login')] }
}
