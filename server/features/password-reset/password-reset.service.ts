import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { resetLink, resetLinkMinutes } from '#contract/onboarding.ts'
import { countAttempt, forgetAttempts } from '../../attempts.ts'
import { audit } from '../../audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { addressOf } from '../../http/address.ts'
import { dropLoginsOf } from '../../http/login.ts'
import { ownOrigin } from '../../http/origin.ts'
import { newId } from '../../ids.ts'
import { hashPassword } from '../../passwords.ts'
import {
  dropLinksOf,
  lockUserByEmail,
  replaceLinks,
  setPassword,
  userOfLink,
} from './password-reset.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'messenger'>

/** Milliseconds that an answer takes at least, which is longer than any of the work. */
const answerMs = 400
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Sends a link where the e-mail is somebody's. The answer, and the time it takes, are the same where it is nobody's. */
export async function sendResetLink(
  { db, config, messenger }: Needs,
  email: string,
  request: FastifyRequest,
) {
  const earliest = sleep(answerMs)
  const origin = ownOrigin(config, request)
  await countAttempt(db, 'forgot-password', email)
  await inTransaction(db, async (tx) => {
    const user = await lockUserByEmail(tx, email)
    await audit(
      tx,
      { address: addressOf(request) },
      { action: 'password-reset-asked', ...(user && { table: 'user', rowId: user.id }) },
    )
    if (!user) return
    const token = randomBytes(32).toString('base64url')
    await replaceLinks(tx, {
      id: newId(),
      userId: user.id,
      tokenHash: hashOf(token),
      expiresAt: new Date(Date.now() + resetLinkMinutes * 60_000).toISOString(),
    })
    await messenger.send(tx, {
      recipient: email,
      ...textOf(config.brandName, user.firstName, resetLink(origin, token)),
    })
  })
  await earliest
  return { delivery: messenger.reachesPeople ? ('message' as const) : ('ask' as const) }
}

/** Sets a new password by a link and ends every login of that user. Throws not-found for a link that is not good. */
export async function useResetLink(
  { db }: Pick<Needs, 'db'>,
  { token, password }: { token: string; password: string },
  request: FastifyRequest,
) {
  const tokenHash = hashOf(token)
  const userId = await userOfLink(db, tokenHash, new Date())
  if (!userId) throw noLink()
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    const email = await setPassword(tx, { userId, tokenHash, passwordHash, now: new Date() })
    if (email === undefined) throw noLink()
    await dropLinksOf(tx, userId)
    await dropLoginsOf(tx, userId)
    await forgetAttempts(tx, 'sign-in', email)
    await audit(
      tx,
      { userId, address: addressOf(request) },
      { action: 'password-reset', table: 'user', rowId: userId },
    )
  })
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
