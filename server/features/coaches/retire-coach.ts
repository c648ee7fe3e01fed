import type { CoachStatus } from '#contract/coaches/coaches.ts'
import { auditEach } from '../audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/http/mount.ts'

export const statusChangeEntry = (rowId: string, status: CoachStatus) => ({
  action: 'coach-status-changed' as const,
  table: 'coach',
  rowId,
  details: { status },
})

/**
 * Sets the profile of a user who may no longer coach to inactive. Clients stay assigned: an administrator decides about
 * each of them.
 */
export async function retireCoach(
  tx: Db,
  actor: Pick<Actor, 'userId' | 'address'>,
  userId: string,
) {
  const retired = await tx
    .updateTable('coach')
    .set({ status: 'inactive' })
    .where('userId', '=', userId)
    .where('status', '<>', 'inactive')
    .returning('id')
    .execute()
  const ids = retired.map(({ id }) => id)
  await auditEach(tx, actor, ids, (id) => statusChangeEntry(id, 'inactive'))
}
