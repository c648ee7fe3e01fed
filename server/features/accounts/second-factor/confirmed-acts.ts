import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { confirmationMinutes } from '#contract/accounts/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { listFactors } from '../../../platform/http/second-factor.ts'
import { sendMessage } from '../../messages/send-message.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'queue' | 'installation'>

/** Before the routes are mounted: some of them need it (contract/endpoint.ts, `needsConfirmation`). */
export function registerConfirmedActs(app: FastifyInstance, deps: Needs) {
  app.decorateRequest('confirmedAct', undefined)
  app.decorate('confirmedActs', {
    requireConfirmation: (actor: Actor) => requireConfirmation(deps.db, actor),
    notifyAdministrators: (request: FastifyRequest, actor: Actor, act: string) =>
      inTransaction(deps.db, (tx) => notifyAdministrators(tx, deps, request, actor, act)),
    async confirm(tx: Db, request: FastifyRequest, actor: Actor, act: string) {
      await requireConfirmation(tx, actor)
      await notifyAdministrators(tx, deps, request, actor, act)
    },
  })
}

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
  request: FastifyRequest,
  actor: Actor,
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
  const link = `${ownOrigin(deps.config, request)}/app/audit-log`
  for (const { id: userId } of others)
    await sendMessage(tx, deps, { kind: 'administratorAct', userId, values: { who, act, link } })
}
