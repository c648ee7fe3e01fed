import { audit } from '../audit/audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { activeCrm, crmState, startSync } from './crm-sync.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Starts a sync with the active CRM, or runs the unfinished one now. Undefined without an active CRM. */
export const requestSync = ({ db, queue }: Needs, actor: Actor | null) =>
  inTransaction(db, async (tx) => {
    const crm = await activeCrm(tx)
    if (!crm) return undefined
    const syncId = await startSync(tx, crm.id, actor?.userId ?? null)
    await queue.add(tx, 'sync-crm', { id: syncId })
    if (actor)
      await audit(tx, actor, {
        action: 'crm-sync-started',
        table: 'integration',
        rowId: crm.id,
        details: { provider: crm.provider },
      })
    return syncId
  })

/** Throws conflict without an active CRM. */
export async function syncNow(deps: Needs, actor: Actor) {
  if ((await requestSync(deps, actor)) === undefined)
    throw new AppError('conflict', 'No CRM is connected yet. Add one first.')
  return crmState(deps.db)
}
