import { purgeAllowances } from './allowances.ts'
import type { Db } from '../db/db.ts'

/** Days for which the built-in outbox keeps a message. */
const messageDays = 30
const dayMs = 24 * 3600 * 1000

/** Allowances, logins, links and messages that no longer count for anything. */
export async function purgeLogins(db: Db, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
  await purgeAllowances(db)
  await db.deleteFrom('login').where('expiresAt', '<', now.toISOString()).execute()
  await db.deleteFrom('passwordReset').where('expiresAt', '<', now.toISOString()).execute()
  await db.deleteFrom('message').where('createdAt', '<', daysAgo(messageDays)).execute()
}
