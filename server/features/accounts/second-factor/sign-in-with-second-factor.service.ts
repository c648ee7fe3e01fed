import type { z } from 'zod'
import type { signInWithSecondFactor, Proof } from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { expiredCookie } from '../../../platform/http/cookies.ts'
import { knownBrowserId, rememberBrowser } from '../../../platform/http/known-browser.ts'
import { startLogin } from '../../../platform/http/login.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { audit } from '../../audit/audit.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { lockUserWithPassword } from '../sign-in/auth.queries.ts'
import { getCurrentUser } from '../sign-in/current-user.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { storeChallenge, claimChallenge } from './factors.queries.ts'
import { requestOptions, getSite, acceptPasskey } from './passkeys.ts'
import { deletePendingLogin, findPendingLogin } from './pending-login.ts'
import { sendSecurityNotice } from './security-notice.ts'
import { isTrustedBrowser, trustBrowser } from './trusted-browsers.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Keys } from '../../../platform/keys/keys.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { acceptTotpCode } from './totp.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'queue' | 'installation'>

async function requirePendingLogin({ db }: Needs, browser: Browser) {
  const pending = await findPendingLogin(db, browser)
  if (!pending) throw expired()
  return pending
}
const expired = () => new AppError('not-signed-in', 'This sign-in has expired. Please start again.')

/** Starts the login in a trusted browser, whose cookie only a request of the own site carries. */
export async function continueSignIn(deps: Needs, browser: Browser) {
  const { db } = deps
  const pending = await requirePendingLogin(deps, browser)
  const { userId, passwordHash, isRemembered, identityProviderId } = pending
  const browserId = knownBrowserId(deps.keys, browser, { id: userId, passwordHash })
  if (identityProviderId === null || !(await isTrustedBrowser(db, userId, browserId)))
    return { answer: { secondFactor: await listFactors(db, userId) }, cookies: [] }
  const login = await inTransaction(db, async (tx) => {
    if (!(await deletePendingLogin(tx, pending.id))) throw expired()
    await audit(tx, { userId, address: browser.address }, { action: 'signed-in' })
    return startLogin(tx, { userId, isRemembered, identityProviderId, browser })
  })
  const answer = { user: await getCurrentUser(db, { userId, originalUserId: null }) }
  return { answer, cookies: [login, expiredCookie('pending-login')] }
}

export async function startSecondFactor(deps: Needs, browser: Browser) {
  const { id, userId } = await requirePendingLogin(deps, browser)
  const options = await requestOptions(deps.db, getSite(browser.origin), userId)
  await storeChallenge(deps.db, { table: 'pendingLogin', id }, options.challenge)
  return { ...options }
}

/** Throws invalid for a wrong code or passkey, not-signed-in if the password was entered too long ago. */
export async function finishSecondFactor(
  deps: Needs,
  { trustBrowser: isTrusted = false, ...proof }: z.output<typeof signInWithSecondFactor.body>,
  browser: Browser,
) {
  const { db, keys } = deps
  const { address, origin } = browser
  const pending = await requirePendingLogin(deps, browser)
  const { userId, email, passwordHash, isRemembered, identityProviderId } = pending
  const user = { id: userId, passwordHash }
  const counted = await countAttempt(deps, {
    purpose: 'second-factor',
    email,
    address,
    browserId: knownBrowserId(keys, browser, user),
  })
  const challenge = await claimChallenge(db, { table: 'pendingLogin', id: pending.id })
  const login = await inTransaction(db, async (tx) => {
    if (!(await lockUserWithPassword(tx, user))) throw expired()
    const factor = await acceptProof(tx, keys, { userId, proof, challenge, origin })
    if (!factor) return undefined
    if (!(await deletePendingLogin(tx, pending.id))) throw expired()
    await refund(tx, counted)
    await audit(tx, { userId, address }, { action: 'signed-in', details: { factor } })
    if (factor === 'recovery-code')
      await sendSecurityNotice(tx, deps, browser, {
        userId,
        what: 'A recovery code was used to sign in to your account',
      })
    return startLogin(tx, { userId, isRemembered, isConfirmed: true, identityProviderId, browser })
  })
  if (!login) {
    await audit(db, { address }, { action: 'second-factor-refused', table: 'user', rowId: userId })
    throw wrongProof(proof)
  }
  const known = rememberBrowser(keys, browser, user)
  if (isTrusted) await trustBrowser(db, userId, known.browserId)
  const answer = { user: await getCurrentUser(db, { userId, originalUserId: null }) }
  return { answer, cookies: [login, expiredCookie('pending-login'), known.cookie] }
}

export function wrongProof({ passkey }: { passkey?: unknown }) {
  const sentence = passkey
    ? 'This passkey could not be verified. Please try again.'
    : 'This code is wrong or was already used.'
  return new AppError('invalid', sentence, passkey ? {} : { code: sentence })
}

type UsedFactor = 'passkey' | 'totp' | 'recovery-code'

type Attempt = {
  userId: string
  proof: Proof
  /** For a passkey; null if none was started. */
  challenge: string | null
  origin: string
}

/** The factor that a proof used up; undefined if it is wrong. */
export async function acceptProof(
  tx: Db,
  keys: Keys,
  { userId, proof: { code, passkey }, challenge, origin }: Attempt,
): Promise<UsedFactor | undefined> {
  if (passkey) {
    if (challenge === null) return undefined
    const site = getSite(origin)
    return (await acceptPasskey(tx, { site, challenge, userId }, passkey)) ? 'passkey' : undefined
  }
  if (code === undefined) return undefined
  if (/^[\d\s]+$/.test(code))
    return (await acceptTotpCode(tx, keys, { userId, code })) ? 'totp' : undefined
  return (await acceptRecoveryCode(tx, keys, userId, code)) ? 'recovery-code' : undefined
}
