import { sql } from 'kysely'
import { type ClientCounts, waitingFor } from '#contract/clients.ts'
import type { Db } from '../../platform/db/db.ts'
import { readTally } from '../../platform/lists/tally.ts'

export const getClientCounts = (db: Db): Promise<ClientCounts> =>
  db
    .selectNoFrom([
      readTally('client').as('total'),
      sql<ClientCounts['waitingFor']>`jsonb_build_object(${sql.join(
        waitingFor.options.flatMap((it) => [sql.lit(it), readTally('waiting', it)]),
      )})`.as('waitingFor'),
    ])
    .executeTakeFirstOrThrow()
