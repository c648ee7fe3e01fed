import { rm, stat } from 'node:fs/promises'
import { lockSessionRow } from '../../../platform/access.ts'
import type { JobContext } from '../../../platform/db/lease.ts'
import { retryLater } from '../../../platform/db/queue.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { isNoConsent, requireConsent } from '../../../platform/consent.ts'
import { canEncodeCopies, repack } from '../../../platform/media/repack.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { runLeasedJob } from '../../../platform/jobs/run-leased-job.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  deleteRepack,
  type ClaimedRepack,
  savePlayableCopy,
  claimRepack,
} from './repack.queries.ts'
import { requireSpace, stagingFile } from '../uploads/staging.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

/** Attempts before the recording stays a download. */
const maxAttempts = 10
/** Milliseconds for one attempt. */
const timeoutMs = { copying: 60 * 60 * 1000, encoding: 12 * 60 * 60 * 1000 }

/**
 * Makes the browser-playable copy of a recording, retrying temporary failures with doubled waits. Where none can be made
 * the recording stays a download, and the log says why.
 */
export async function runRepackJob(deps: Needs, recordingId: string, run: JobContext) {
  const { db, queue, config } = deps
  const claimed = await claimRepack(db, recordingId, run.times.leaseMs)
  if (!claimed) return
  const { lease } = claimed
  await runLeasedJob(db, claimed, run, {
    maxAttempts,
    timeoutMs: canEncodeCopies(config) ? timeoutMs.encoding : timeoutMs.copying,
    isPermanent: (error) => error instanceof Rejected || isNoConsent(error),
    run: (signal) => makeCopy(deps, claimed, signal),
    save: () => Promise.resolve(),
    fail(why) {
      run.onError(new Error(`No playable copy could be made of recording ${lease.id}: ${why}`))
      return deleteRepack(db, lease)
    },
    retry: (plan) => retryLater(db, queue, 'repack-recording', lease, plan),
  })
}

async function makeCopy(
  { db, providers, config }: Needs,
  claimed: ClaimedRepack,
  signal: AbortSignal,
) {
  const { recording, key } = claimed
  const { sessionId, integrationId, storageKey, contentType, sizeBytes, duration } = recording
  await requireConsent(db, { sessionId }, 'recording')
  const { adapter: storage } = await providers.of('video_storage', integrationId)
  const options = { sessionId, signal }
  const file = stagingFile(config, key)
  try {
    await requireSpace(config, sizeBytes)
    const copying = storage.withLocalFile(
      storageKey,
      (path) =>
        repack(path, file, { contentType, duration, signal, canEncode: canEncodeCopies(config) }),
      options,
    )
    await abortable(copying, signal)
    await abortable(storage.put(key, file, 'video/mp4', options), signal)
    const { size } = await stat(file)
    await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      if (!(await savePlayableCopy(tx, claimed, size)))
        throw new Unavailable('The recording was moved in the meantime.')
    })
  } catch (error) {
    // If the recording refers to it after all, the sweep leaves it.
    await discardFiles(db, [{ integrationId, storageKey: key }]).catch(() => undefined)
    throw error
  } finally {
    await rm(file, { force: true })
  }
}
