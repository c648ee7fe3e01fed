import { sql } from 'kysely'
import { maxRiskLevels } from '#contract/plans/assessments.ts'
import type { RiskLevel } from '#contract/clients/clients.ts'
import type { ManualRisk } from '#contract/plans/plan-values.ts'
import { requireClientChange } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUnchanged, wasUpdated, staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'

export const getManualRisk = (db: Db, clientId: string): Promise<ManualRisk> =>
  db
    .selectFrom('client')
    .leftJoin('user as author', 'author.id', 'client.riskLevelBy')
    .select([
      sql<RiskLevel | null>`client.manual_risk_level`.as('level'),
      'client.riskLevelReason as reason',
      'author.name as by',
      'client.riskLevelAt as at',
      'client.riskLevelVersion as version',
    ])
    .where('client.id', '=', clientId)
    .executeTakeFirstOrThrow(notFound('client'))

/** Newest first. Throws not-found for a client whose plan the actor may not change. */
export async function listManualRiskLevels(db: Db, actor: Actor, clientId: string) {
  await requireClientChange(db, actor, clientId)
  return db
    .selectFrom('clientRiskLevel')
    .leftJoin('user as author', 'author.id', 'clientRiskLevel.authorId')
    .select([
      'clientRiskLevel.id',
      sql<RiskLevel | null>`client_risk_level.level`.as('level'),
      'clientRiskLevel.reason',
      'author.name as by',
      'clientRiskLevel.setAt as at',
    ])
    .where('clientRiskLevel.clientId', '=', clientId)
    .orderBy('clientRiskLevel.setAt', 'desc')
    .orderBy('clientRiskLevel.id', 'desc')
    .limit(maxRiskLevels)
    .execute()
}

type Set = { level: RiskLevel | null; reason: string; version?: number | undefined }

/** Sets the level, or with null resets it to the calculated one. */
export const setManualRisk = (
  db: Db,
  actor: Actor,
  clientId: string,
  { level, reason, version }: Set,
) =>
  inTransaction(db, async (tx) => {
    await requireClientChange(tx, actor, clientId)
    const change = tx
      .updateTable('client')
      .set({
        manualRiskLevel: level,
        riskLevelReason: reason,
        riskLevelBy: actor.userId,
        riskLevelAt: sql`now()`,
      })
      .where('id', '=', clientId)
      .$if(version !== undefined, (it) => it.where('riskLevelVersion', '=', version ?? 0))
    if (!(await wasUpdated(change))) {
      const row = tx.selectFrom('client').select('id').where('id', '=', clientId)
      const isSet = await isUnchanged(row, { manualRiskLevel: level, riskLevelReason: reason })
      if (!isSet) throw staleError('risk level')
      return getManualRisk(tx, clientId)
    }
    await audit(tx, actor, {
      action: 'risk-level-set',
      table: 'client',
      rowId: clientId,
      clientId,
    })
    return getManualRisk(tx, clientId)
  })
