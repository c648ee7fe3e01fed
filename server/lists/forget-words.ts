import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { inTransaction } from '../db/transaction.ts'
import { type Searched, searched } from './search.ts'

/** Words that are looked at in one go; what nobody bears of so many is gone in a moment. */
const usualBatch = 5_000
/** Milliseconds: whoever adds or renames a row waits so long behind it. */
const patience = 200

/**
 * Forgets the words of lists that no row has any more: they are names of people (migration 0096). Stops between two
 * batches.
 */
export async function forgetWords(db: Db, signal: AbortSignal, batch = usualBatch) {
  for (const table of searched)
    for (let after: string | undefined = ''; after !== undefined && !signal.aborted;)
      after = await forgetSome(db, table, after, batch)
}

/** The words that come next; answers the last of them. */
async function forgetSome(db: Db, table: Searched, after: string, batch: number) {
  const [known, rows] = [sql.table(`${table}KnownWord`), sql.table(`${table}Word`)]
  const found = await sql<{ word: string; isBorne: boolean }>`
    select word, borne.id is not null as "isBorne"
    from (select word from ${known} where word > ${after} order by word limit ${batch}) as known
    left join lateral (select id from ${rows} as it where it.word = known.word limit 1) as borne on true
    order by word`.execute(db)
  const gone = found.rows.filter(({ isBorne }) => !isBorne).map(({ word }) => word)
  if (gone.length)
    await inTransaction(db, async (tx) => {
      // Whoever adds one of them at this moment has come before and is seen, or waits and makes it known anew.
      await sql`set local lock_timeout = ${sql.lit(patience)}`.execute(tx)
      await sql`lock table ${rows} in share row exclusive mode`.execute(tx)
      await sql`delete from ${known} as known where word = any(${gone})
        and not exists (select from ${rows} as it where it.word = known.word)`.execute(tx)
    }).catch(leaveForNextTime)
  return found.rows.length < batch ? undefined : found.rows.at(-1)?.word
}

/** Of PostgreSQL (appendix A): somebody was writing for longer than one waits for them. */
function leaveForNextTime(error: unknown) {
  if ((error as NodeJS.ErrnoException).code !== '55P03') throw error
}
