import { isDeepStrictEqual } from 'node:util'
import type { ModelPrice } from '#contract/executions/executions.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { staleError } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { getModelPrices, incrementVersion, replacePrices } from './model-prices.queries.ts'

/** Replaces the table. Throws stale if it has changed since it was read. */
export const saveModelPrices = (
  db: Db,
  actor: Actor,
  { prices, version }: { prices: readonly ModelPrice[]; version?: number | undefined },
) =>
  inTransaction(db, async (tx) => {
    if (!(await incrementVersion(tx, version))) {
      const present = await getModelPrices(tx)
      // Already saved: the first response may have been lost.
      if (!isDeepStrictEqual(byModel(present.prices), byModel(prices)))
        throw staleError('price table')
      return present
    }
    await replacePrices(tx, prices)
    await audit(tx, actor, {
      action: 'model-prices-changed',
      table: 'model_price',
      details: { models: prices.length },
    })
    return getModelPrices(tx)
  })

const byModel = (prices: readonly ModelPrice[]) => new Map(prices.map((it) => [it.model, it]))
