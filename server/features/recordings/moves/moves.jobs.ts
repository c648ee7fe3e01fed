import { lockSessionRow } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { newId } from '../../../platform/ids.ts'
import { NotFound } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { describeFailure } from '../../../platform/jobs/run-leased-job.ts'
import { copyFile } from './copy-file.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  endMove,
  rescheduleMove,
  msUntilNextRetry,
  nextRecordingsToMove,
  saveMoveFailure,
  saveNewLocation,
  claimMove,
  type RecordingToMove,
} from './moves.queries.ts'
import { isNoSpace } from '../uploads/staging.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'>
type ClaimedMove = NonNullable<Awaited<ReturnType<typeof claimMove>>>

/** Recordings moved at a time. */
const batchSize = 2
/** After so many failures in a row the cause is not a single recording. */
const maxFailuresInARow = 6
/** Milliseconds until the old file is deleted: users may still be watching or transcribing it. */
const oldFileMs = 6 * 3600 * 1000

/**
 * Moves recordings to the provider of a move until none is left that can be moved. Idempotent: a killed worker leaves
 * moved recordings moved, and unused copies that the sweep deletes.
 */
export async function runMoveJob(deps: Needs, moveId: string, run: JobContext) {
  const { db, queue } = deps
  const claimed = await claimMove(db, moveId, run.times.leaseMs)
  if (!claimed) return
  const { lease, row } = claimed
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const reschedule = (delayMs: number, isCounted: boolean) =>
    rescheduleMove(db, queue, lease, { delayMs, isCounted })
  try {
    await moveAll(deps, claimed, { ...run, signal }, reschedule)
  } catch (error) {
    const isLost = error instanceof LeaseLost || lost.aborted
    if (!signal.aborted && !isLost) describeFailure(error, run.onError)
    if (!isLost)
      await reschedule(
        run.signal.aborted ? 0 : delayByAttempts(row.attempts, run.times.retryMs),
        !run.signal.aborted,
      ).catch(run.onError)
  } finally {
    await stop()
  }
}

async function moveAll(
  deps: Needs,
  claimed: ClaimedMove,
  run: JobContext,
  reschedule: (delayMs: number, isCounted: boolean) => Promise<void>,
) {
  const { db, providers } = deps
  const { integrationId, attempts } = claimed.row
  let failedInARow = 0
  for (;;) {
    run.signal.throwIfAborted()
    const { id: activeId } = await providers.active('video_storage')
    if (activeId !== integrationId) {
      const note = 'Another provider was activated.'
      await endMove(db, claimed.lease, { status: 'stopped', note })
      return
    }
    const next = await nextRecordingsToMove(db, integrationId, batchSize)
    if (!next.length) {
      const waitMs = await msUntilNextRetry(db, integrationId)
      if (waitMs === undefined) await endMove(db, claimed.lease, { status: 'done' })
      else await reschedule(waitMs, false)
      return
    }
    const results = await Promise.all(next.map((it) => moveOne(deps, claimed, it, run)))
    failedInARow = results.includes(true) ? 0 : failedInARow + results.length
    if (failedInARow >= maxFailuresInARow) {
      await reschedule(delayByAttempts(attempts, run.times.retryMs), true)
      return
    }
  }
}

/** The move was stopped, or another worker has it. */
class LeaseLost extends Error {}

/** False if it could not be moved; the failure is saved. */
async function moveOne(
  deps: Needs,
  { lease, row }: ClaimedMove,
  recording: RecordingToMove,
  run: JobContext,
) {
  const { db, providers } = deps
  const { id, sessionId, integrationId: fromId, storageKey: key, contentType } = recording
  const integrationId = row.integrationId
  // A new name: pending deletions never refer to it.
  const copyKey = `${id}-${newId()}`
  const options = { sessionId, signal: run.signal }
  const files = [
    { key, copyKey, contentType, bytes: recording.sizeBytes },
    { key: recording.posterKey, copyKey: `${copyKey}.jpg`, contentType: 'image/jpeg' },
    { key: recording.playableKey, copyKey: `${copyKey}.mp4`, contentType: 'video/mp4' },
  ].flatMap(({ key: of, ...file }) => (of === null ? [] : [{ key: of, ...file }]))
  const copies = files.map((it) => ({ integrationId, storageKey: it.copyKey }))
  try {
    const { adapter: from } = await providers.of('video_storage', fromId)
    const { adapter: to, provider } = await providers.of('video_storage', integrationId)
    for (const file of files) await abortable(copyFile(from, to, file, options), run.signal)
    return await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      const moved = { recording, integrationId, storageKey: copyKey }
      const isMoved = await saveNewLocation(tx, lease, moved)
      if (isMoved === false) throw new LeaseLost()
      if (!isMoved) {
        await discardFiles(tx, copies)
        return true
      }
      const old = files.map((it) => ({ integrationId: fromId, storageKey: it.key }))
      await discardFiles(tx, old, oldFileMs)
      await audit(tx, requesterOf(row), {
        action: 'recording-moved',
        ...{ table: 'recording', rowId: id, clientId: recording.clientId },
        details: { from: recording.provider, to: provider },
      })
      return true
    })
  } catch (error) {
    await discardFiles(db, copies).catch(run.onError)
    if (run.signal.aborted || error instanceof LeaseLost) throw error
    const tries = recording.attempts ?? 0
    const waitMs = delayByAttempts(tries, run.times.retryMs, requestedDelay(error))
    await saveMoveFailure(db, row.id, id, { error: errorMessage(error, run.onError), waitMs })
    return false
  }
}

function errorMessage(error: unknown, onError: JobContext['onError']) {
  if (error instanceof NotFound) return 'The file is missing.'
  if (isNoSpace(error)) return 'The server has no space left.'
  return describeFailure(error, onError)
}

const requesterOf = ({ userId, originalUserId, address }: ClaimedMove['row']) => ({
  ...(userId && { userId }),
  originalUserId,
  ...(address && { address }),
})
