import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import {
  renewLeasePeriodically,
  type Lease,
  releaseLease,
  renewLease,
  acquireLease,
} from '../../../platform/db/lease.ts'
import { announce } from '../../../platform/db/notify.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'

/** Milliseconds. */
const leaseMs = 6_000
const renewMs = 2_000
/** The fence does not guard writes to the staged file: the request ends before the lease can be claimed again. */
const leaseLossMs = 5_000
const timeoutMs = 15_000
const pollMs = 100

const isReceiving = sql<SqlBool>`status = 'receiving'`
/** Includes the fence, so that a late message does not reach the next receiver. */
const topicOf = ({ id, fence }: Pick<Lease, 'id' | 'fence'>) => `upload:${id}:${fence}`

export type UploadLock = {
  lease: Lease
  /** Aborts when another request wants the upload or has it, or it was cancelled. */
  interrupted: AbortSignal
  /** If this fails, the lease expires. */
  release: () => Promise<void>
}

/**
 * Lets one request at a time receive an upload, over all processes. A newer request interrupts the older one, because a
 * client that reconnects has abandoned its old connection. Undefined if the upload no longer receives. Throws
 * unavailable if it is not released within 15 s.
 */
export async function lockUpload(
  { db, announcements }: Pick<Deps, 'db' | 'announcements'>,
  id: string,
): Promise<UploadLock | undefined> {
  const until = Date.now() + timeoutMs
  let lease: Lease | undefined
  while (
    !(lease = await acquireLease(
      db,
      { table: 'upload', id },
      { leaseMs: leaseMs, ready: isReceiving },
    ))
  ) {
    if ((await interruptReceiver(db, id)) !== 'receiving') return undefined
    if (Date.now() > until)
      throw new AppError(
        'unavailable',
        'This upload is still being processed. Please try again in a moment.',
      )
    await sleep(pollMs)
  }
  return renewUploadLock({ db, announcements }, lease)
}

/** Interrupts the request that receives the upload. Returns the status; undefined if there is no upload. */
export async function interruptReceiver(db: Deps['db'], id: string) {
  const found = await db
    .selectFrom('upload')
    .select(['status', 'fence'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found) await announce(db, topicOf({ id, fence: found.fence }))
  return found?.status
}

function renewUploadLock(
  { db, announcements }: Pick<Deps, 'db' | 'announcements'>,
  lease: Lease,
): UploadLock {
  const requested = new AbortController()
  // Ignores a lost database connection: the request that wants the upload announces it again.
  const stopListening = announcements.listen(
    topicOf(lease),
    (isHeard) => isHeard && requested.abort(),
  )
  const { lost, stop } = renewLeasePeriodically(() => renewLease(db, lease, leaseMs), {
    intervalMs: renewMs,
    maxUnrenewedMs: leaseLossMs,
    // The next renewal may succeed; if none does, the request ends.
    onError: () => undefined,
  })
  return {
    lease,
    interrupted: AbortSignal.any([lost, requested.signal]),
    async release() {
      stopListening()
      await stop()
      await releaseLease(db, lease).catch(() => undefined)
    },
  }
}

export const claimedByOther = () =>
  new AppError(
    'conflict',
    'This upload was continued by another connection. Please request the current offset.',
  )
