import type { AnalysisRefusal } from '#contract/analysis-refusal.ts'
import type { Db } from '../../../platform/db/db.ts'

export async function getRefusal(db: Db, clientId: string): Promise<AnalysisRefusal> {
  const found = await db
    .selectFrom('analysisRefusal')
    .leftJoin('user', 'user.id', 'analysisRefusal.refusedBy')
    .select(['refusedAt as at', 'user.name as by'])
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return found ?? null
}

export const isAnalysisRefused = async (db: Db, clientId: string) =>
  (await db
    .selectFrom('analysisRefusal')
    .select('clientId')
    .where('clientId', '=', clientId)
    .executeTakeFirst()) !== undefined

/** False if already refused. */
export async function insertRefusal(tx: Db, clientId: string, refusedBy: string) {
  const rows = await tx
    .insertInto('analysisRefusal')
    .values({ clientId, refusedBy })
    .onConflict((on) => on.doNothing())
    .returning('clientId')
    .execute()
  return rows.length > 0
}

/** False if not refused. */
export async function deleteRefusal(tx: Db, clientId: string) {
  const rows = await tx
    .deleteFrom('analysisRefusal')
    .where('clientId', '=', clientId)
    .returning('clientId')
    .execute()
  return rows.length > 0
}

/** Briefs may contain what was said. */
export const deleteBriefs = (tx: Db, clientId: string) =>
  tx
    .deleteFrom('sessionBrief')
    .where(
      'sessionId',
      'in',
      tx.selectFrom('session').select('id').where('clientId', '=', clientId),
    )
    .execute()
