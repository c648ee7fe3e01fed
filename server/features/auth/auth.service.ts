import type { FastifyReply, FastifyRequest } from 'fastify'
import { countAttempt, forgetAttempts } from '../../attempts.ts'
import { audit } from '../../audit.ts'
import { currentUserOf } from '../../current-user.ts'
import { isKnownToEverybody } from '../../db/demo/people.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { addressOf } from '../../http/address.ts'
import { dropLogin, endLogin, startLogin } from '../../http/login.ts'
import { isPassword } from '../../passwords.ts'
import { holdUser, userToSignIn } from './auth.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>
type Credentials = { email: string; password: string; rememberMe?: boolean | undefined }

/** The answer is the same whatever was wrong, and takes as long for an e-mail that nobody has. */
export async function signIn(
  { db, config }: Needs,
  { email: given, password, rememberMe = false }: Credentials,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const email = given.toLowerCase()
  await countAttempt(db, 'sign-in', email)
  const user = await userToSignIn(db, email)
  const isRight =
    (await isPassword(password, user?.passwordHash)) &&
    !(config.isReachable && isKnownToEverybody(email, password))
  const setCookie =
    user &&
    isRight &&
    (await inTransaction(db, async (tx) => {
      if (!(await holdUser(tx, user))) return undefined
      await forgetAttempts(tx, 'sign-in', email)
      if (request.actor) await dropLogin(tx, request.actor)
      await audit(tx, { userId: user.id, address: addressOf(request) }, { action: 'signed-in' })
      return startLogin(tx, config, { userId: user.id, isRemembered: rememberMe })
    }))
  if (!setCookie) {
    await audit(db, { address: addressOf(request) }, { action: 'sign-in-refused' })
    throw new AppError('not-signed-in', 'Invalid credentials. Please try again.')
  }
  setCookie(reply)
  return { user: await currentUserOf(db, { userId: user.id, originalUserId: null }) }
}

export async function signOut({ db, config }: Needs, request: FastifyRequest, reply: FastifyReply) {
  if (request.actor) await audit(db, request.actor, { action: 'signed-out' })
  await endLogin(db, config, request, reply)
}
