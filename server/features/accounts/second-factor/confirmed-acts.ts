import { sql } from 'kysely'
import { confirmationMinutes } from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import type { Actor, ConfirmedActs } from '../../../platform/http/mount.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { sendMessage } from '../../messages/send-message.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation'>

export const confirmedActs = (deps: Needs): ConfirmedActs => ({
  requireConfirmation: (actor) => requireConfirmation(deps.db, actor),
  notifyAdministrators: (browser, act) =>
    inTransaction(deps.db, (tx) => notifyAdministrators(tx, deps, browser, act)),
  async confirm(tx, browser, act) {
    await requireConfirmation(tx, browser.actor)
    await notifyAdministrators(tx, deps, browser, act)
  },
})

/** A user with a second factor has to have confirmed with it in this login, a few minutes ago at most. */
async function requireConfirmation(db: Db, { userId, originalUserId, loginId }: Actor) {
  if (originalUserId !== null)
    throw new AppError('conflict', 'Please exit the current impersonation first.')
  if (!(await listFactors(db, userId)).length) return
  const since = new Date(Date.now() - confirmationMinutes * 60_000).toISOString()
  const confirmed = await db
    .selectFrom('login')
    .select('id')
    .where('id', '=', loginId)
    .where('confirmedAt', '>', since)
    .executeTakeFirst()
  if (!confirmed)
    throw new AppError('confirmation-needed', 'Please confirm with your second factor first.')
}

/** Tells all other active system administrators, by first name (docs/product.md, "Signing in"). */
async function notifyAdministrators(
  tx: Db,
  deps: Needs,
  { actor, origin }: Browser<Actor>,
  act: string,
) {
  const others = await tx
    .selectFrom('user')
    .select('id')
    .where('id', '!=', actor.userId)
    .where('deactivatedAt', 'is', null)
    .where(sql<boolean>`'system_admin' = any(roles)`)
    .orderBy('id')
    .execute()
  if (!others.length) return
  const { firstName: who } = await tx
    .selectFrom('user')
    .select('firstName')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const link = `${origin}/app/audit-log`
  for (const { id: userId } of others)
    await sendMessage(tx, deps, { kind: 'administratorAct', userId, values: { who, act, link } })
}
