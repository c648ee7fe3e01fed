import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { signInWithSecondFactor } from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { clientAddress } from '../../../platform/http/client-address.ts'
import { clearCookie } from '../../../platform/http/cookies.ts'
import { knownBrowserId, rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogin, startLogin } from '../../../platform/http/login.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { audit } from '../../audit/audit.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { lockUserWithPassword } from '../sign-in/auth.queries.ts'
import { getCurrentUser } from '../sign-in/current-user.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { acceptProof } from './accept-proof.ts'
import { storeChallenge, claimChallenge } from './challenges.ts'
import { requestOptions, siteOf } from './passkeys.ts'
import { deletePendingLogin, findPendingLogin } from './pending-login.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { isTrustedBrowser, trustBrowser } from './trusted-browsers.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys' | 'queue' | 'installation'>

async function requirePendingLogin({ db, config }: Needs, request: FastifyRequest) {
  const pending = await findPendingLogin(db, config, request)
  if (!pending) throw expired()
  return pending
}
const expired = () => new AppError('not-signed-in', 'This sign-in has expired. Please start again.')

/** Starts the login in a trusted browser, whose cookie only a request of the own site carries. */
export async function continueSignIn(deps: Needs, request: FastifyRequest, reply: FastifyReply) {
  const { db, config } = deps
  const pending = await requirePendingLogin(deps, request)
  const { userId, passwordHash, isRemembered, identityProviderId } = pending
  const browserId = knownBrowserId(deps, request, { id: userId, passwordHash })
  if (identityProviderId === null || !(await isTrustedBrowser(db, userId, browserId)))
    return { secondFactor: await listFactors(db, userId) }
  const setCookie = await inTransaction(db, async (tx) => {
    if (!(await deletePendingLogin(tx, pending.id))) throw expired()
    if (request.actor) await deleteLogin(tx, request.actor)
    await audit(tx, { userId, address: clientAddress(request) }, { action: 'signed-in' })
    return startLogin(tx, config, { userId, isRemembered, identityProviderId, request })
  })
  setCookie(reply)
  clearCookie(config, reply, 'pending-login')
  return { user: await getCurrentUser(db, { userId, originalUserId: null }) }
}

export async function startSecondFactor(deps: Needs, request: FastifyRequest) {
  const { id, userId } = await requirePendingLogin(deps, request)
  const options = await requestOptions(deps.db, siteOf(ownOrigin(deps.config, request)), userId)
  await storeChallenge(deps.db, { table: 'pendingLogin', id }, options.challenge)
  return { ...options }
}

/** Throws invalid for a wrong code or passkey, not-signed-in if the password was entered too long ago. */
export async function finishSecondFactor(
  deps: Needs,
  { trustBrowser: isTrusted = false, ...proof }: z.output<typeof signInWithSecondFactor.body>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, config, keys } = deps
  const pending = await requirePendingLogin(deps, request)
  const { userId, email, passwordHash, isRemembered, identityProviderId } = pending
  const user = { id: userId, passwordHash }
  const address = clientAddress(request)
  const counted = await countAttempt(deps, {
    purpose: 'second-factor',
    email,
    address,
    browserId: knownBrowserId(deps, request, user),
  })
  const challenge = await claimChallenge(db, { table: 'pendingLogin', id: pending.id })
  const setCookie = await inTransaction(db, async (tx) => {
    if (!(await lockUserWithPassword(tx, user))) throw expired()
    const origin = ownOrigin(config, request)
    const factor = await acceptProof(tx, keys, { userId, proof, challenge, origin })
    if (!factor) return undefined
    if (!(await deletePendingLogin(tx, pending.id))) throw expired()
    await refund(tx, counted)
    if (request.actor) await deleteLogin(tx, request.actor)
    await audit(tx, { userId, address }, { action: 'signed-in', details: { factor } })
    if (factor === 'recovery-code')
      await sendSecurityNotice(tx, deps, request, {
        userId,
        what: 'A recovery code was used to sign in to your account',
      })
    return startLogin(tx, config, {
      ...{ userId, isRemembered, isConfirmed: true, identityProviderId, request },
    })
  })
  if (!setCookie) {
    await audit(db, { address }, { action: 'second-factor-refused', table: 'user', rowId: userId })
    throw wrongProof(proof)
  }
  setCookie(reply)
  clearCookie(config, reply, 'pending-login')
  const browserId = rememberBrowser(deps, request, reply, user)
  if (isTrusted) await trustBrowser(db, userId, browserId)
  return { user: await getCurrentUser(db, { userId, originalUserId: null }) }
}

export function wrongProof({ passkey }: { passkey?: unknown }) {
  const sentence = passkey
    ? 'This passkey could not be verified. Please try again.'
    : 'This code is wrong or was already used.'
  return new AppError('invalid', sentence, passkey ? {} : { code: sentence })
}
