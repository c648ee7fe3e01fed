import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import { findFailedBackup, getNewestBackup, isBackupRunning } from './backups.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

export const getBackupState = async ({ db, config }: Needs) => ({
  newest: (await getNewestBackup(db)) ?? null,
  failed: (await findFailedBackup(db)) ?? null,
  isRunning: await isBackupRunning(db),
  folder: config.backupDir,
})

/** Begins a backup unless one is running. */
export async function requestBackup(deps: Needs & Pick<Deps, 'queue'>, actor: Actor) {
  await inTransaction(deps.db, async (tx) => {
    if (await isBackupRunning(tx)) return
    await deps.queue.add(tx, 'back-up', { isScheduled: false })
    await audit(tx, actor, { action: 'backup-requested', table: 'backup' })
  })
  return getBackupState(deps)
}
