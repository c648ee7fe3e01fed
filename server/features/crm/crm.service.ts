import { audit } from '../audit/audit.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { activeCrm, crmState } from './crm.queries.ts'
import { openSync } from './syncing.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue'>

/** Begins a sync with the active CRM, or hurries on the one that is under way. Undefined where no CRM is active. */
export const beginSync = ({ db, queue }: Needs, actor: Actor | null) =>
  inTransaction(db, async (tx) => {
    const crm = await activeCrm(tx)
    if (!crm) return undefined
    const syncId = await openSync(tx, crm.id, actor?.userId ?? null)
    await queue.add(tx, 'sync-crm', { syncId })
    if (actor)
      await audit(tx, actor, {
        ...{ action: 'crm-sync-started', table: 'integration', rowId: crm.id },
        details: { provider: crm.provider },
      })
    return syncId
  })

/** The same for somebody who asks. Throws conflict where no CRM is active. */
export async function syncNow(deps: Needs, actor: Actor) {
  if ((await beginSync(deps, actor)) === undefined)
    throw new AppError('conflict', 'No CRM is connected yet. Add one first.')
  return crmState(deps.db)
}
