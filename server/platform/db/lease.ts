import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/**
 * An exclusive, expiring claim on a row, across all processes (docs/decisions/003). Leased tables have the columns `fence` and
 * `leased_until`. Acquiring raises the fence, and every write says `where ownsLease(lease)`, so that a worker whose lease was
 * taken over can't write any more. Files are named after the lease (`leaseName`). Only the database's clock is used.
 */
export type Lease = {
  table:
    | 'upload'
    | 'message'
    | 'automatic_run'
    | 'definition_deletion'
    | 'template_check'
    | 'crm_sync'
    | 'recordings_move'
    | 'recording_repack'
    | 'session_brief'
    | 'erasure'
    | 'person_export'
  id: string
  fence: number
}

export const isUnleased = sql<SqlBool>`(leased_until is null or leased_until < now())`

export const ownsLease = ({ id, fence }: Lease) =>
  sql<SqlBool>`(id = ${id} and fence = ${fence} and leased_until is not null)`

export const msFromNow = (ms: number) => sql<string>`now() + ${ms} * interval '1 millisecond'`

/** A name that no other lease has. */
export const leaseName = ({ id, fence }: Lease) => `${id}-${fence}`

/** Undefined when the row is leased already, not `ready`, or missing. */
export async function acquireLease(
  db: Db,
  { table, id }: Pick<Lease, 'table' | 'id'>,
  { leaseMs, ready }: { leaseMs: number; ready: RawBuilder<SqlBool> },
): Promise<Lease | undefined> {
  const { rows } = await sql<{ fence: number }>`
    update ${sql.table(table)} set fence = fence + 1, leased_until = ${msFromNow(leaseMs)}
    where id = ${id} and ${isUnleased} and ${ready}
    returning fence`.execute(db)
  return rows[0] && { table, id, fence: rows[0].fence }
}

/** False when the lease is lost. */
export async function renewLease(db: Db, lease: Lease, leaseMs: number) {
  const { numAffectedRows } = await sql`
    update ${sql.table(lease.table)} set leased_until = ${msFromNow(leaseMs)}
    where ${ownsLease(lease)}`.execute(db)
  return numAffectedRows === 1n
}

export const releaseLease = (db: Db, lease: Lease) =>
  sql`update ${sql.table(lease.table)} set leased_until = null where ${ownsLease(lease)}`.execute(
    db,
  )

/** `isCounted`: whether the retry counts as another attempt. */
export type RetryPlan = { delayMs: number; isCounted: boolean }

/** Releases a row with `attempts` and `next_try_at` for a retry. False when the lease is lost. */
export async function releaseForRetry(db: Db, lease: Lease, { delayMs, isCounted }: RetryPlan) {
  const { numAffectedRows } = await sql`
    update ${sql.table(lease.table)}
    set attempts = attempts - ${isCounted ? 0 : 1}, next_try_at = ${msFromNow(delayMs)}, leased_until = null
    where ${ownsLease(lease)}`.execute(db)
  return numAffectedRows === 1n
}

export type JobContext = {
  /** Milliseconds. */
  times: { heartbeatMs: number; leaseMs: number; retryMs: number }
  /** Aborted when the process stops. */
  signal: AbortSignal
  /** Receives errors that the material did not cause. */
  onError: (error: Error) => void
}

/** `signal` is aborted when the process stops or the lease is lost. */
export function renewLeaseDuringJob(
  db: Db,
  lease: Lease,
  { times: { heartbeatMs, leaseMs }, signal, onError }: JobContext,
) {
  const { lost, stop } = renewLeasePeriodically(() => renewLease(db, lease, leaseMs), {
    intervalMs: heartbeatMs,
    onError,
  })
  return { lost, stop, signal: AbortSignal.any([signal, lost]) }
}

type RenewalOptions = {
  intervalMs: number
  /** Receives failed renewals; the next one may succeed. */
  onError: (error: Error) => void
  /** Renews early when there is something to write; checked every `pollMs`. */
  hasPendingWrite?: () => boolean
  pollMs?: number
  /**
   * After this long without a renewal the lease counts as lost: for work that writes where the fence can't stop it. Other work
   * continues, because the database may be back before the lease is taken.
   */
  maxUnrenewedMs?: number
}

/** Renews a lease until `stop`. `lost` is aborted when the lease was taken over or the row is gone. */
export function renewLeasePeriodically(
  renew: () => Promise<boolean>,
  {
    intervalMs,
    onError,
    hasPendingWrite = () => false,
    pollMs = intervalMs,
    maxUnrenewedMs,
  }: RenewalOptions,
) {
  const lost = new AbortController()
  const stopped = new AbortController()
  const giveUp = () => lost.abort(new Error('The lease is lost.'))
  let expiry: NodeJS.Timeout | undefined
  function renewedAt(time: number) {
    clearTimeout(expiry)
    if (maxUnrenewedMs === undefined) return
    expiry = setTimeout(giveUp, Math.max(0, time + maxUnrenewedMs - Date.now()))
  }
  async function renewUntilStopped() {
    let askedAt = Date.now()
    while (!lost.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      if (!hasPendingWrite() && Date.now() - askedAt < intervalMs) continue
      askedAt = Date.now()
      try {
        if (await renew()) renewedAt(askedAt)
        else giveUp()
      } catch (error) {
        onError(error as Error)
      }
    }
  }
  renewedAt(Date.now())
  const renewing = renewUntilStopped()
  return {
    lost: lost.signal,
    stop: async () => {
      stopped.abort()
      clearTimeout(expiry)
      await renewing
    },
  }
}
