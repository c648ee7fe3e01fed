import { sql } from 'kysely'
import { type CoachingEnd, graceDays } from '#contract/retention/retention.ts'
import { requireClientChange } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { wasUpdated } from '../../platform/db/row-version.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { audit } from '../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { findCoachUser, findFollower } from '../clients/find-follower.ts'
import { notify } from '../messages/notices/notify.ts'
import { countDeletedAtEnd } from './apply-retention.ts'

/** The caller must check access. */
export async function readCoachingEnd(db: Db, clientId: string): Promise<CoachingEnd> {
  const end = await db
    .selectFrom('endedCoaching')
    .select(['endedAt', 'isDeactivated'])
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  const endedAt = end?.endedAt ?? null
  const counted = await countDeletedAtEnd(db, clientId)
  // What was added after the end has the days of grace from then on.
  const oldest = Math.min(...counted.flatMap((it) => (it.oldest ? [Date.parse(it.oldest)] : [])))
  const from = endedAt ? Date.parse(endedAt) : Date.now()
  const graceMs = graceDays * 24 * 3600 * 1000
  return {
    endedAt,
    isDeactivated: end?.isDeactivated ?? false,
    deletedAt: new Date(
      (oldest > from && oldest < Infinity ? oldest : from) + graceMs,
    ).toISOString(),
    deletions: counted.map(({ kind, rows }) => ({ kind, rows })),
  }
}

/** Ends the coaching now, or resumes it. An end that was set already keeps its time. */
export const setCoachingEnd = (
  deps: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  clientId: string,
  isEnded: boolean,
) =>
  inTransaction(deps.db, async (tx) => {
    await requireClientChange(tx, actor, clientId)
    const isChanged = await wasUpdated(
      tx
        .updateTable('client')
        .set({ coachingEndedAt: isEnded ? sql<string>`now()` : null })
        .where('id', '=', clientId)
        .where('coachingEndedAt', isEnded ? 'is' : 'is not', null),
    )
    if (isChanged)
      await audit(tx, actor, {
        action: isEnded ? 'coaching-ended' : 'coaching-resumed',
        ...{ table: 'client', rowId: clientId, clientId },
      })
    if (isChanged && isEnded) {
      const userIds = [await findFollower(tx, clientId), await findCoachUser(tx, clientId)]
      await notify(tx, deps, { kind: 'coachingEnded', userIds, by: actor.userId, rowId: clientId })
    }
    return readCoachingEnd(tx, clientId)
  })
