import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from './db.ts'

/**
 * The right to work on a row and to write what comes of it: one holder at a time, over all processes
 * (docs/decisions/003). Tables whose rows are held have the columns `fence` and `held_until`. Whoever takes a row
 * raises its fence, and everything that is written for it says `where isMine(lease)`: whoever slept or was cut off,
 * and was taken over from, can write nothing more. Files are named after the lease (`nameOf`), so that no two holders
 * touch the same. Times are compared by the database's clock only.
 */
export type Lease = {
  table:
    | 'upload'
    | 'transcription'
    | 'message'
    | 'automatic_run'
    | 'definition_deletion'
    | 'template_check'
    | 'crm_sync'
    | 'recordings_move'
    | 'recording_repack'
    | 'session_brief'
  id: string
  fence: number
}

/** Nobody holds the row: it was let go of, or its holder has not been heard of. */
export const isFree = sql<SqlBool>`(held_until is null or held_until < now())`

export const isMine = ({ id, fence }: Lease) =>
  sql<SqlBool>`(id = ${id} and fence = ${fence} and held_until is not null)`

/** Until when whoever takes or renews now holds the row. */
export const heldFor = (ms: number) => sql<string>`now() + ${ms} * interval '1 millisecond'`

/** A name for what this holder makes, and no other. */
export const nameOf = ({ id, fence }: Lease) => `${id}-${fence}`

/** Takes a row for `holdMs`; undefined where somebody holds it, where it is not `ready`, or where there is none. */
export async function takeLease(
  db: Db,
  { table, id }: Pick<Lease, 'table' | 'id'>,
  { holdMs, ready }: { holdMs: number; ready: RawBuilder<SqlBool> },
): Promise<Lease | undefined> {
  const { rows } = await sql<{ fence: number }>`
    update ${sql.table(table)} set fence = fence + 1, held_until = ${heldFor(holdMs)}
    where id = ${id} and ${isFree} and ${ready}
    returning fence`.execute(db)
  return rows[0] && { table, id, fence: rows[0].fence }
}

/** Holds the row for another `holdMs`. False: the lease is lost, for good. */
export async function renewLease(db: Db, lease: Lease, holdMs: number) {
  const { numAffectedRows } = await sql`
    update ${sql.table(lease.table)} set held_until = ${heldFor(holdMs)}
    where ${isMine(lease)}`.execute(db)
  return numAffectedRows === 1n
}

/** Lets go of the row as it is. */
export const releaseLease = (db: Db, lease: Lease) =>
  sql`update ${sql.table(lease.table)} set held_until = null where ${isMine(lease)}`.execute(db)

/** How work is tried again: after so many milliseconds, and as another try or, with `isCounted` false, as the same one. */
export type Again = { delayMs: number; isCounted: boolean }

/** Lets go of a row with `attempts` and `next_try_at`, for another try. False where the lease is lost. */
export async function leaveForLater(db: Db, lease: Lease, { delayMs, isCounted }: Again) {
  const { numAffectedRows } = await sql`
    update ${sql.table(lease.table)}
    set attempts = attempts - ${isCounted ? 0 : 1}, next_try_at = ${heldFor(delayMs)}, held_until = null
    where ${isMine(lease)}`.execute(db)
  return numAffectedRows === 1n
}

/** How a job works on a row that it holds. */
export type JobRun = {
  /** Milliseconds. */
  times: { heartbeatMs: number; leaseMs: number; retryMs: number }
  /** The process is to stop. */
  signal: AbortSignal
  /** Hears of what went wrong and was not the fault of the material. */
  onError: (error: Error) => void
}

/** Holds a row for as long as a job works on it: `signal` says that the work is to end, as the process stops or the lease is `lost`. */
export function holdLease(
  db: Db,
  lease: Lease,
  { times: { heartbeatMs, leaseMs }, signal, onError }: JobRun,
) {
  const { lost, stop } = keepLease(() => renewLease(db, lease, leaseMs), {
    everyMs: heartbeatMs,
    onError,
  })
  return { lost, stop, signal: AbortSignal.any([signal, lost]) }
}

type Keeping = {
  /** Milliseconds between renewals. */
  everyMs: number
  /** Hears of renewals that failed; the next one may succeed. */
  onError: (error: Error) => void
  /** There is something to write that should not wait for the next renewal; looked for every `lookMs`. */
  hasNews?: () => boolean
  lookMs?: number
  /**
   * Milliseconds without a renewal after which the lease counts as lost: for work that writes where the fence does
   * not hold it back. Other work goes on, as the database may be back before anybody else takes the row.
   */
  unheardMs?: number
}

/** Renews a lease until `stop`. `lost` fires when somebody else has taken the row, or it is gone. */
export function keepLease(
  renew: () => Promise<boolean>,
  { everyMs, onError, hasNews = () => false, lookMs = everyMs, unheardMs }: Keeping,
) {
  const lost = new AbortController()
  const stopped = new AbortController()
  const giveUp = () => lost.abort(new Error('The lease is lost.'))
  let unheard: NodeJS.Timeout | undefined
  function heardAt(time: number) {
    clearTimeout(unheard)
    if (unheardMs === undefined) return
    unheard = setTimeout(giveUp, Math.max(0, time + unheardMs - Date.now()))
  }
  async function keep() {
    let askedAt = Date.now()
    while (!lost.signal.aborted) {
      await sleep(lookMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      if (!hasNews() && Date.now() - askedAt < everyMs) continue
      askedAt = Date.now()
      try {
        if (await renew()) heardAt(askedAt)
        else giveUp()
      } catch (error) {
        onError(error as Error)
      }
    }
  }
  heardAt(Date.now())
  const keeping = keep()
  return {
    lost: lost.signal,
    stop: async () => {
      stopped.abort()
      clearTimeout(unheard)
      await keeping
    },
  }
}
