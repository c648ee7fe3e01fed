import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { resetLink, resetLinkMinutes } from '#contract/onboarding.ts'
import { countAttempt } from './attempts.ts'
import { audit } from '../audit/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { addressOf } from '../http/address.ts'
import { rememberBrowser } from '../http/known-browser.ts'
import { dropLoginsOf } from '../http/login.ts'
import { ownOrigin } from '../http/origin.ts'
import { newId } from '../ids.ts'
import { sendMessage } from '../messages/send-message.ts'
import { hashOf, newToken } from '../tokens.ts'
import { activeUserByEmail } from './auth.queries.ts'
import { hashPassword } from './passwords.ts'
import { dropLinksOf, insertLink, setPassword, userOfLink } from './password-reset.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers' | 'queue' | 'keys'>

/** Milliseconds that an answer takes at least, which is longer than any of the work. */
const answerMs = 400

/** Sends a link where the e-mail is somebody's. The answer, and the time it takes, are the same where it is nobody's. */
export async function sendResetLink(deps: Needs, email: string, request: FastifyRequest) {
  const { db, config, installation, providers, queue } = deps
  const { adapter: messenger } = await providers.active('email_sms')
  const earliest = sleep(answerMs)
  const origin = ownOrigin(config, request)
  const address = addressOf(request)
  await countAttempt(deps, { purpose: 'forgot-password', email, address })
  await inTransaction(db, async (tx) => {
    const user = await activeUserByEmail(tx, email)
    await audit(
      tx,
      { address },
      { action: 'password-reset-asked', ...(user && { table: 'user', rowId: user.id }) },
    )
    if (!user) return
    const token = newToken()
    await insertLink(tx, {
      id: newId(),
      userId: user.id,
      tokenHash: hashOf(token),
      expiresAt: new Date(Date.now() + resetLinkMinutes * 60_000).toISOString(),
    })
    await sendMessage(tx, queue, {
      recipient: email,
      ...textOf(installation.brandName, user.firstName, resetLink(origin, token)),
    })
  })
  await earliest
  return { delivery: messenger.reachesPeople ? ('message' as const) : ('ask' as const) }
}

/**
 * Sets a new password by a link and ends every login of that user; the browser that did it is a known one from then on,
 * so whoever is kept waiting by guesses of others gets in. Throws not-found for a link that is not good.
 */
export async function useResetLink(
  deps: Omit<Needs, 'providers' | 'queue'>,
  { token, password }: { token: string; password: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db } = deps
  const tokenHash = hashOf(token)
  const userId = await userOfLink(db, tokenHash, new Date())
  if (!userId) throw noLink()
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    if (!(await setPassword(tx, { userId, tokenHash, passwordHash, now: new Date() })))
      throw noLink()
    await dropLinksOf(tx, userId)
    await dropLoginsOf(tx, userId)
    await audit(
      tx,
      { userId, address: addressOf(request) },
      { action: 'password-reset', table: 'user', rowId: userId },
    )
  })
  rememberBrowser(deps, request, reply, { id: userId, passwordHash })
  return { ok: true as const }
}

const noLink = () =>
  new AppError('not-found', 'This link is no longer valid. Please ask for a new one.')

const textOf = (brandName: string, firstName: string, link: string) => ({
  subject: `Set a new password for ${brandName}`,
  body: `Hello ${firstName},

somebody asked for a new password for your ${brandName} account. If it was you, open this link within ${resetLinkMinutes} minutes; it works once:

${link}

If it was not you, there is nothing to do: your password stays as it is.
`,
})
