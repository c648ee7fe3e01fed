import { createHash } from 'node:crypto'
import type { Db } from './db/db.ts'
import { AppError } from './errors.ts'
import { newId } from './ids.ts'

/** Tries per e-mail within `windowMs`, over which further ones are refused (product decisions, section 4). */
const most = { 'sign-in': 10, register: 10, 'forgot-password': 5 } as const
const windowMs = 15 * 60 * 1000

class TooManyTries extends AppError {
  override retryAfter = windowMs / 1000
  constructor() {
    super('too-many-requests', 'Too many tries. Please wait 15 minutes and try again.')
  }
}

/** Each purpose has a count of its own: who asks for reset links cannot lock somebody out of signing in. */
const hashOf = (purpose: keyof typeof most, email: string) =>
  createHash('sha256').update(`${purpose}:${email}`).digest('base64url')

/** Counts before it checks, so that many tries at once cannot slip through together. Throws too-many-requests. */
export async function countAttempt(db: Db, purpose: keyof typeof most, email: string) {
  const emailHash = hashOf(purpose, email)
  await db.insertInto('loginAttempt').values({ id: newId(), emailHash }).execute()
  const { count } = await db
    .selectFrom('loginAttempt')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('emailHash', '=', emailHash)
    .where('createdAt', '>', new Date(Date.now() - windowMs).toISOString())
    .executeTakeFirstOrThrow()
  if (count > most[purpose]) throw new TooManyTries()
}

export const forgetAttempts = (db: Db, purpose: keyof typeof most, email: string) =>
  db.deleteFrom('loginAttempt').where('emailHash', '=', hashOf(purpose, email)).execute()
