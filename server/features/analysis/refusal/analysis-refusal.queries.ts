import type { AnalysisRefusal } from '#contract/analysis-refusal.ts'
import type { Db } from '../../../platform/db/db.ts'

/** Who refused that what a client says is analysed, and when; null where nobody did. */
export async function getRefusal(db: Db, clientId: string): Promise<AnalysisRefusal> {
  const found = await db
    .selectFrom('analysisRefusal')
    .leftJoin('user', 'user.id', 'analysisRefusal.refusedBy')
    .select(['refusedAt as at', 'user.name as by'])
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  return found ?? null
}

/** Whether nothing that a client says may be analysed. */
export const isAnalysisRefused = async (db: Db, clientId: string) =>
  (await db
    .selectFrom('analysisRefusal')
    .select('clientId')
    .where('clientId', '=', clientId)
    .executeTakeFirst()) !== undefined

/** False where it was refused already. */
export async function insertRefusal(tx: Db, clientId: string, refusedBy: string) {
  const rows = await tx
    .insertInto('analysisRefusal')
    .values({ clientId, refusedBy })
    .onConflict((on) => on.doNothing())
    .returning('clientId')
    .execute()
  return rows.length > 0
}

/** False where nobody had refused it. */
export async function deleteRefusal(tx: Db, clientId: string) {
  const rows = await tx
    .deleteFrom('analysisRefusal')
    .where('clientId', '=', clientId)
    .returning('clientId')
    .execute()
  return rows.length > 0
}

/** Briefs may hold what was said, also in the text of a model: they are made anew without. */
export const deleteBriefs = (tx: Db, clientId: string) =>
  tx
    .deleteFrom('sessionBrief')
    .where(
      'sessionId',
      'in',
      tx.selectFrom('session').select('id').where('clientId', '=', clientId),
    )
    .execute()
