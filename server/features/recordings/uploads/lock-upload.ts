import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../platform/db/db.ts'
import { announce } from '../../../platform/db/notify.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { isUploadReceiving, lockName } from './uploads.queries.ts'

/** Milliseconds. */
const timeoutMs = 15_000
const pollMs = 100

export type UploadLock = {
  /** Aborted when another request wants the upload, it was cancelled, or the lock is lost. */
  interrupted: AbortSignal
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
  let lock
  while (!(lock = await announcements.tryLock(lockName(id)))) {
    await interruptReceiver(db, id)
    if (Date.now() > until)
      throw new AppError(
        'unavailable',
        'This upload is still being processed. Please try again in a moment.',
      )
    await sleep(pollMs)
  }
  const { lost, release } = lock
  let isReceiving = false
  try {
    isReceiving = await isUploadReceiving(db, id)
  } finally {
    if (!isReceiving) await release()
  }
  if (!isReceiving) return undefined
  const requested = new AbortController()
  // Ignores a lost database connection, which ends the lock anyway.
  const stopListening = announcements.listen(
    lockName(id),
    (isHeard) => isHeard && requested.abort(),
  )
  return {
    interrupted: AbortSignal.any([lost, requested.signal]),
    async release() {
      stopListening()
      await release()
    },
  }
}

/** Interrupts the request that receives the upload. */
export const interruptReceiver = (db: Db, id: string) => announce(db, lockName(id))
