import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** So many at once, and one more after every so many seconds. */
export type RateLimit = { most: number; everyS: number }
/** An allowance of somebody or something, of which the key tells nothing. */
export type Bucket = RateLimit & { key: string }
/** Seconds until it is whole again. */
export type BucketState = Bucket & { spentS: number }

/** Seconds until one more is there, besides `kept` others; nothing or less: it is there now. */
export const secondsToWait = ({ most, everyS, spentS }: BucketState, kept = 0) =>
  spentS + everyS * (1 + kept - most)

/**
 * Takes one of each, unless `check` throws. Whoever else takes of the same waits meanwhile. A row says when its allowance
 * is whole again, so there is nothing to reset, and no window at whose edge twice as much may pass. Times are the
 * database's.
 */
export const consume = <const Counts extends readonly Bucket[]>(
  db: Db,
  counts: Counts,
  check: (held: { [Index in keyof Counts]: BucketState }) => void,
) =>
  inTransaction(db, async (tx) => {
    const held = await lockBuckets(tx, counts)
    check(held)
    const spent = held.map(({ spentS, most, everyS }) => Math.min(spentS + everyS, most * everyS))
    await sql`
      update rate_limit set full_at = clock_timestamp() + spent.seconds * interval '1 second'
      from unnest(${counts.map(({ key }) => key)}::text[], ${spent}::float8[]) as spent (key_hash, seconds)
      where rate_limit.key_hash = spent.key_hash`.execute(tx)
  })

/** Holds the rows until the transaction ends, made where there are none, in the order of their keys. */
async function lockBuckets<const Counts extends readonly Bucket[]>(tx: Db, counts: Counts) {
  const rows = await tx
    .insertInto('rateLimit')
    .values(counts.map(({ key }) => ({ keyHash: key })).toSorted(byKey))
    .onConflict((it) =>
      it.column('keyHash').doUpdateSet((eb) => ({ keyHash: eb.ref('excluded.keyHash') })),
    )
    .returning([
      'keyHash',
      sql<number>`extract(epoch from full_at - clock_timestamp())::float8`.as('seconds'),
    ])
    .execute()
  const secondsOf = new Map(rows.map(({ keyHash, seconds }) => [keyHash, seconds]))
  return counts.map((it) => {
    const seconds = secondsOf.get(it.key) ?? 0
    // Further ahead than all of it lasts is only what was written before the clock was set back.
    const isPossible = seconds > 0 && seconds <= it.most * it.everyS + 1
    return { ...it, spentS: isPossible ? seconds : 0 }
  }) as { [Index in keyof Counts]: BucketState }
}

const byKey = (a: { keyHash: string }, b: { keyHash: string }) => (a.keyHash < b.keyHash ? -1 : 1)

/** Puts one of each back. */
export const refund = (tx: Db, counts: readonly Bucket[]) =>
  sql`
    with held as (
      select key_hash from rate_limit where key_hash = any(${counts.map(({ key }) => key)}::text[])
      order by key_hash for update
    )
    update rate_limit set full_at = full_at - taken.seconds * interval '1 second'
    from held, unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ everyS }) => everyS)}::float8[])
      as taken (key_hash, seconds)
    where rate_limit.key_hash = held.key_hash and held.key_hash = taken.key_hash`.execute(tx)
