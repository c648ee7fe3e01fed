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

/** Milliseconds. A process that dies lets go of what it was receiving after `leaseMs`. */
const leaseMs = 6_000
const renewMs = 2_000
/** What a request writes into the file is not held back by the fence: it ends before anybody else may begin. */
const unheardMs = 5_000
const patienceMs = 15_000
const askAgainMs = 100

const isReceiving = sql<SqlBool>`status = 'receiving'`
/** Of this holder and no later one: what was meant for the one before may arrive late. */
const topicOf = ({ id, fence }: Pick<Lease, 'id' | 'fence'>) => `upload:${id}:${fence}`

export type Held = {
  lease: Lease
  /** The request is to end: another one wants the upload, or has it, or it was cancelled. */
  ended: AbortSignal
  /** Lets go. Where that cannot be said, the lease runs out by itself. */
  release: () => Promise<void>
}

/**
 * Lets one request at a time receive an upload, over all processes. Another one that comes makes the first end, by way
 * of `announcements`: a client that reconnects has given its old connection up. Undefined where there is nothing to
 * receive any more. Throws unavailable when the upload is not let go of within 15 s.
 */
export async function holdUpload(
  { db, announcements }: Pick<Deps, 'db' | 'announcements'>,
  id: string,
): Promise<Held | undefined> {
  const until = Date.now() + patienceMs
  let lease: Lease | undefined
  while (
    !(lease = await acquireLease(db, { table: 'upload', id }, { leaseMs, ready: isReceiving }))
  ) {
    if ((await endHolder(db, id)) !== 'receiving') return undefined
    if (Date.now() > until)
      throw new AppError(
        'unavailable',
        'This upload is still being worked on. Please try again in a moment.',
      )
    await sleep(askAgainMs)
  }
  return keep({ db, announcements }, lease)
}

/** Tells whoever receives the upload that it is to end; answers how the upload stands, undefined where there is none. */
export async function endHolder(db: Deps['db'], id: string) {
  const found = await db
    .selectFrom('upload')
    .select(['status', 'fence'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (found) await announce(db, topicOf({ id, fence: found.fence }))
  return found?.status
}

function keep({ db, announcements }: Pick<Deps, 'db' | 'announcements'>, lease: Lease): Held {
  const wanted = new AbortController()
  // A connection that was lost says nothing of anybody who wants it, and whoever does says so again.
  const stopListening = announcements.listen(topicOf(lease), (isHeard) => isHeard && wanted.abort())
  const { lost, stop } = renewLeasePeriodically(() => renewLease(db, lease, leaseMs), {
    intervalMs: renewMs,
    maxUnrenewedMs: unheardMs,
    // The next one may succeed, and if none does, the request ends.
    onError: () => undefined,
  })
  return {
    lease,
    ended: AbortSignal.any([lost, wanted.signal]),
    async release() {
      stopListening()
      await stop()
      await releaseLease(db, lease).catch(() => undefined)
    },
  }
}
