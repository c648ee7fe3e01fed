import { sql } from 'kysely'
import type { ModelPrice } from '#contract/executions/executions.ts'
import type { Db } from '../../../platform/db/db.ts'

/** The table and its version, from one snapshot. */
export async function getModelPrices(db: Db) {
  const { version, prices } = await db
    .selectFrom('modelPriceTable')
    .select((eb) => [
      'version',
      sql<ModelPrice[]>`coalesce(${eb
        .selectFrom('modelPrice')
        .select(
          sql`jsonb_agg(jsonb_build_object('model', model, 'inputPrice', input_price, 'outputPrice', output_price, 'currency', currency) order by model)`.as(
            'all',
          ),
        )}, '[]')`.as('prices'),
    ])
    .executeTakeFirstOrThrow()
  return { version, prices }
}

/** Locks the table. Undefined if its version is not the one that was read. */
export const incrementVersion = (tx: Db, read: number | undefined) =>
  tx
    .updateTable('modelPriceTable')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .$if(read !== undefined, (query) => query.where('version', '=', read ?? 0))
    .returning('version')
    .executeTakeFirst()

export async function replacePrices(tx: Db, prices: readonly ModelPrice[]) {
  await tx.deleteFrom('modelPrice').execute()
  if (prices.length) await tx.insertInto('modelPrice').values(prices).execute()
}
