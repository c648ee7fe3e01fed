import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

/** A token bucket: `max` at once, refilled by one every `refillSeconds` seconds. */
export type RateLimit = { max: number; refillSeconds: number }
/** The key is a hash that reveals nothing about the subject. */
export type Bucket = RateLimit & { key: string }
/** `usedSeconds`: seconds until it is full again. */
export type BucketState = Bucket & { usedSeconds: number }

/** Seconds until one is available beyond `reserved` ones; zero or less means now. */
export const secondsToWait = ({ max, refillSeconds, usedSeconds }: BucketState, reserved = 0) =>
  usedSeconds + refillSeconds * (1 + reserved - max)

/**
 * Takes one from each bucket unless `check` throws. A row stores when its bucket is full again, so there is nothing to
 * reset and no window boundary to exploit. Times are those of the database.
 */
export const consume = <const Counts extends readonly Bucket[]>(
  db: Db,
  counts: Counts,
  check: (buckets: { [Index in keyof Counts]: BucketState }) => void,
) =>
  inTransaction(db, async (tx) => {
    const buckets = await lockBuckets(tx, counts)
    check(buckets)
    const spent = buckets.map(({ usedSeconds, max, refillSeconds }) =>
      Math.min(usedSeconds + refillSeconds, max * refillSeconds),
    )
    await sql`
      update rate_limit set full_at = clock_timestamp() + spent.seconds * interval '1 second'
      from unnest(${counts.map(({ key }) => key)}::text[], ${spent}::float8[]) as spent (key_hash, seconds)
      where rate_limit.key_hash = spent.key_hash`.execute(tx)
  })

/** Creates missing rows; locks in the order of keys to avoid deadlocks. */
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
  const toSeconds = new Map(rows.map(({ keyHash, seconds }) => [keyHash, seconds]))
  return counts.map((it) => {
    const seconds = toSeconds.get(it.key) ?? 0
    // A longer time was written before the clock was set back.
    const isPossible = seconds > 0 && seconds <= it.max * it.refillSeconds + 1
    return { ...it, usedSeconds: isPossible ? seconds : 0 }
  }) as { [Index in keyof Counts]: BucketState }
}

const byKey = (a: { keyHash: string }, b: { keyHash: string }) => (a.keyHash < b.keyHash ? -1 : 1)

/** Returns one to each bucket. */
export const refund = (tx: Db, counts: readonly Bucket[]) =>
  sql`
    with buckets as (
      select key_hash from rate_limit where key_hash = any(${counts.map(({ key }) => key)}::text[])
      order by key_hash for update
    )
    update rate_limit set full_at = full_at - taken.seconds * interval '1 second'
    from buckets, unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ refillSeconds }) => refillSeconds)}::float8[])
      as taken (key_hash, seconds)
    where rate_limit.key_hash = buckets.key_hash and buckets.key_hash = taken.key_hash`.execute(tx)
