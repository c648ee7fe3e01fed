import { rm, stat } from 'node:fs/promises'
import { lockSessionRow } from '../../../platform/access.ts'
import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { canEncodeCopies, repack } from '../../../platform/media/repack.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  endRepack,
  type Held,
  namePlayable,
  repackLater,
  claimRepack,
} from './repacking.queries.ts'
import { requireSpace, stagingFile } from '../uploads/staging.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

/** How often a process may come to nothing with it before the recording stays a download. */
const mostAttempts = 10
/** Milliseconds for all of it: a storage that hangs is asked again later. */
const limitMs = { copying: 60 * 60 * 1000, encoding: 12 * 60 * 60 * 1000 }

/**
 * Makes the copy of a recording that browsers play, if nobody else does. What passes is tried again, each wait twice as long.
 * Where none can be made the recording stays a download, and the log says why.
 */
export async function repackInBackground(deps: Needs, recordingId: string, run: JobContext) {
  const { db, queue, config } = deps
  const held = await claimRepack(db, recordingId, run.times.leaseMs)
  if (!held) return
  const { lease, attempts } = held
  const isOver = (why: string) => {
    run.onError(new Error(`No copy for browsers could be made of recording ${lease.id}: ${why}`))
    return endRepack(db, lease)
  }
  if (attempts > mostAttempts) {
    await isOver('Failed too many times.')
    return
  }
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const limit = canEncodeCopies(config) ? limitMs.encoding : limitMs.copying
  let failed: { error: unknown } | undefined
  try {
    await makeCopy(deps, held, AbortSignal.any([signal, AbortSignal.timeout(limit)]))
  } catch (error) {
    failed = { error }
  } finally {
    await stop()
  }
  if (!failed || lost.aborted) return
  const { error } = failed
  if (run.signal.aborted) await repackLater(db, queue, lease, { delayMs: 0, isCounted: false })
  else if (error instanceof Rejected) await isOver(error.message)
  else {
    if (!(error instanceof Unavailable || error instanceof AppError)) run.onError(error as Error)
    const delayMs = delayByAttempts(attempts, run.times.retryMs, requestedDelay(error))
    await repackLater(db, queue, lease, { delayMs, isCounted: true })
  }
}

async function makeCopy({ db, providers, config }: Needs, held: Held, signal: AbortSignal) {
  const { recording, key } = held
  const { sessionId, integrationId, storageKey, contentType, sizeBytes, duration } = recording
  const { adapter: storage } = await providers.of('video_storage', integrationId)
  const asking = { sessionId, signal }
  const file = stagingFile(config, key)
  try {
    await requireSpace(config, sizeBytes)
    const copying = storage.withLocalFile(
      storageKey,
      (path) =>
        repack(path, file, { contentType, duration, signal, canEncode: canEncodeCopies(config) }),
      asking,
    )
    await abortable(copying, signal)
    await abortable(storage.put(key, file, 'video/mp4', asking), signal)
    const { size } = await stat(file)
    await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      if (!(await namePlayable(tx, held, size)))
        throw new Unavailable('The recording was moved meanwhile.')
    })
  } catch (error) {
    // Should the recording name it all the same, the sweep leaves it alone.
    await discardFiles(db, [{ integrationId, storageKey: key }]).catch(() => undefined)
    throw error
  } finally {
    await rm(file, { force: true })
  }
}
