import { createHash } from 'node:crypto'
import { renewLeaseDuringJob, type JobContext, type Lease } from '../../platform/db/lease.ts'
import type { Deps } from '../../deps.ts'
import type { Crm, CrmRecord } from '../../providers/crm/crm.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import { requestedDelay, delayByAttempts } from '../../platform/jobs/retry-delay.ts'
import { describeFailure } from '../../platform/jobs/run-leased-job.ts'
import {
  type RecordToSync,
  finishSync,
  rescheduleSync,
  nextRecords,
  saveResult,
  claimSync,
} from './crm-sync.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers'>
type Run = JobContext & { batch?: number }

const defaultBatchSize = 50
/** Consecutive attempts without progress. */
const maxSyncAttempts = 8
/** After so many rejections, and no success, the CRM rejects everything. */
const maxRejectionsInARow = 5

/**
 * Sends changed organizations and coaches to the CRM, one by one. Idempotent: what was sent is known by its hash. Retries
 * while the CRM is unreachable.
 */
export async function runSyncJob({ db, providers }: Needs, syncId: string, run: Run) {
  const claimed = await claimSync(db, syncId, run.times.leaseMs)
  if (!claimed) return
  const { lease } = claimed
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const progress = { tries: claimed.attempts, refusals: 0, isGood: false, cursor: claimed.cursor }
  try {
    // Every attempt was killed.
    if (claimed.attempts > maxSyncAttempts)
      return void (await finishSync(db, lease, 'The sync was interrupted too many times.'))
    const error = await sendAll({ db, providers }, { ...run, ...claimed, signal, progress })
    await finishSync(db, lease, error)
  } catch (error) {
    if (lost.aborted || error instanceof LeaseLost) return
    if (run.signal.aborted)
      return void (await rescheduleSync(db, lease, {
        tries: progress.tries - 1,
        delayMs: 0,
        error: null,
      }))
    const sentence = describeFailure(error, run.onError)
    const delayMs = delayByAttempts(progress.tries, run.times.retryMs, requestedDelay(error))
    const end =
      progress.tries < maxSyncAttempts
        ? rescheduleSync(db, lease, { tries: progress.tries, delayMs, error: sentence })
        : finishSync(db, lease, sentence)
    await end.catch(run.onError)
  } finally {
    await stop()
  }
}

/** Another worker has the sync. */
class LeaseLost extends Error {}

type SyncProgress = { tries: number; refusals: number; isGood: boolean; cursor: string }
type Sending = {
  lease: Lease
  integrationId: string
  signal: AbortSignal
  progress: SyncProgress
  batch?: number
}

/** Null, or why it stopped early. */
async function sendAll({ db, providers }: Needs, sending: Sending) {
  const { lease, integrationId, signal, progress, batch: limit = defaultBatchSize } = sending
  for (;;) {
    const { id, adapter } = await providers.active('crm')
    if (id !== integrationId) return 'Another CRM was activated.'
    const batch = await nextRecords(db, { integrationId, after: progress.cursor, limit })
    if (!batch.length) return null
    for (const due of batch) {
      signal.throwIfAborted()
      const result = await sendRecord(adapter, due, signal)
      if (!(await saveResult(db, lease, due, { integrationId, result }))) throw new LeaseLost()
      progress.cursor = due.position
      if (!result) continue
      if (result.error === null) Object.assign(progress, { tries: 1, refusals: 0, isGood: true })
      else if (++progress.refusals >= maxRejectionsInARow && !progress.isGood) return result.error
    }
  }
}

/** Undefined if the record is unchanged. Throws Unavailable. */
async function sendRecord(
  crm: Crm,
  { record, externalId, sentHash, isSuccess }: RecordToSync,
  signal: AbortSignal,
) {
  const hash = hashOf(record)
  if (isSuccess && hash === sentHash) return undefined
  try {
    return { externalId: await put(crm, record, externalId, signal), sentHash: hash, error: null }
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return { externalId, sentHash, error: error.message }
  }
}

/** Creates the record again if it was deleted in the CRM. */
const put = (crm: Crm, record: CrmRecord, externalId: string | null, signal: AbortSignal) =>
  crm.put(record, externalId, signal).catch((error: unknown) => {
    if (!(error instanceof NotFound) || externalId === null) throw error
    return crm.put(record, null, signal)
  })

const hashOf = (record: CrmRecord) =>
  createHash('sha256').update(JSON.stringify(record)).digest('base64url')
