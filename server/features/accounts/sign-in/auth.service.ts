import type { FastifyReply, FastifyRequest } from 'fastify'
import { refund } from './rate-limits.ts'
import { countAttempt } from './attempts.ts'
import { audit } from '../../audit/audit.ts'
import { getCurrentUser } from './current-user.ts'
import { isPublicDemoSignIn } from './demo-password.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { clientAddress } from '../../../platform/http/client-address.ts'
import { knownBrowserId, rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogin, endLogin, startLogin } from '../../../platform/http/login.ts'
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
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, config } = deps
  const email = given.toLowerCase()
  const address = clientAddress(request)
  const user = await findActiveUserByEmail(db, email)
  const browserId = knownBrowserId(deps, request, user)
  const counted = await countAttempt(deps, { purpose: 'sign-in', email, address, browserId })
  const isRight =
    (await verifyPassword(password, user?.passwordHash)) &&
    !(config.isReachable && isPublicDemoSignIn(email, password))
  const secondFactor = user && isRight ? await listFactors(db, user.id) : []
  const isAsked =
    user && secondFactor.length > 0 && !(await isTrustedBrowser(db, user.id, browserId))
  const setCookie =
    user &&
    isRight &&
    (await inTransaction(db, async (tx) => {
      if (!(await lockUserWithPassword(tx, user))) return undefined
      await refund(tx, counted)
      if (isAsked)
        return createPendingLogin(tx, config, {
          ...{ userId: user.id, isRemembered: rememberMe, identityProviderId: null },
        })
      if (request.actor) await deleteLogin(tx, request.actor)
      await audit(tx, { userId: user.id, address }, { action: 'signed-in' })
      return startLogin(tx, config, { userId: user.id, isRemembered: rememberMe, request })
    }))
  if (!setCookie) {
    await audit(db, { address }, { action: 'sign-in-refused' })
    throw new AppError('not-signed-in', 'Invalid credentials. Please try again.')
  }
  setCookie(reply)
  if (isAsked) return { secondFactor }
  rememberBrowser(deps, request, reply, user)
  return { user: await getCurrentUser(db, { userId: user.id, originalUserId: null }) }
}

/** Returns the page of the identity provider to sign out there too, if it is turned on. */
export async function signOut(deps: Needs, request: FastifyRequest, reply: FastifyReply) {
  const { db, config } = deps
  if (request.actor) await audit(db, request.actor, { action: 'signed-out' })
  const ended = await endLogin(db, config, request, reply)
  const providerUrl =
    ended?.identityProviderId && (await getSignOutUrl(deps, ended.identityProviderId, request))
  return { ok: true as const, ...(providerUrl && { providerUrl }) }
}
