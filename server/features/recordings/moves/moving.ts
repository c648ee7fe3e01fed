import { lockSessionRow } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { renewLeaseDuringJob, type JobContext } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { newId } from '../../../platform/ids.ts'
import { NotFound, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { copyFile } from './copy-recording.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  endMove,
  leaveMove,
  nextFailureIn,
  nextToMove,
  noteFailure,
  pointElsewhere,
  takeMove,
  type ToMove,
} from './moves.queries.ts'
import { isNoSpace } from '../uploads/staging.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'queue'>
type Held = NonNullable<Awaited<ReturnType<typeof takeMove>>>

/** Recordings that are on their way at a time. */
const maxConcurrent = 2
/** Failures in a row after which it is not the recordings. */
const mostInARow = 6
/** Milliseconds for which a file that was moved stays where it was: somebody may be watching or transcribing it. */
const keptMs = 6 * 3600 * 1000

/**
 * Moves recordings to the provider that a move names, some at a time, until none is left that can be moved. Harmless to call
 * again: who was killed in the middle leaves what is moved moved, and copies that the sweep finds.
 */
export async function moveInBackground(deps: Needs, moveId: string, run: JobContext) {
  const { db, queue } = deps
  const held = await takeMove(db, moveId, run.times.leaseMs)
  if (!held) return
  const { lease, row } = held
  const { lost, stop, signal } = renewLeaseDuringJob(db, lease, run)
  const leave = (delayMs: number, isCounted: boolean) =>
    leaveMove(db, queue, lease, { delayMs, isCounted })
  try {
    await moveAll(deps, held, { ...run, signal }, leave)
  } catch (error) {
    const isLost = error instanceof Lost || lost.aborted
    if (!signal.aborted && !isLost) run.onError(error as Error)
    if (!isLost)
      await leave(
        run.signal.aborted ? 0 : delayByAttempts(row.attempts, run.times.retryMs),
        !run.signal.aborted,
      ).catch(run.onError)
  } finally {
    await stop()
  }
}

async function moveAll(
  deps: Needs,
  held: Held,
  run: JobContext,
  leave: (delayMs: number, isCounted: boolean) => Promise<void>,
) {
  const { db, providers } = deps
  const { integrationId, attempts } = held.row
  let failedInARow = 0
  for (;;) {
    run.signal.throwIfAborted()
    const { id: activeId } = await providers.active('video_storage')
    if (activeId !== integrationId) {
      const note = 'Another provider was made active meanwhile.'
      await endMove(db, held.lease, { status: 'stopped', note })
      return
    }
    const next = await nextToMove(db, integrationId, maxConcurrent)
    if (!next.length) {
      const waitMs = await nextFailureIn(db, integrationId)
      if (waitMs === undefined) await endMove(db, held.lease, { status: 'done' })
      else await leave(waitMs, false)
      return
    }
    const results = await Promise.all(next.map((it) => moveOne(deps, held, it, run)))
    failedInARow = results.includes(true) ? 0 : failedInARow + results.length
    if (failedInARow >= mostInARow) {
      await leave(delayByAttempts(attempts, run.times.retryMs), true)
      return
    }
  }
}

/** It was stopped, or somebody else works on it by now. */
class Lost extends Error {}

/** False where it could not be moved; why is noted. */
async function moveOne(deps: Needs, { lease, row }: Held, recording: ToMove, run: JobContext) {
  const { db, providers } = deps
  const { id, sessionId, integrationId: fromId, storageKey: key, contentType } = recording
  const integrationId = row.integrationId
  // A name that nothing ever had: what is to be removed under another name is never this one.
  const copyKey = `${id}-${newId()}`
  const asking = { sessionId, signal: run.signal }
  const files = [
    { key, copyKey, contentType, bytes: recording.sizeBytes },
    { key: recording.posterKey, copyKey: `${copyKey}.jpg`, contentType: 'image/jpeg' },
    { key: recording.playableKey, copyKey: `${copyKey}.mp4`, contentType: 'video/mp4' },
  ].flatMap(({ key: of, ...file }) => (of === null ? [] : [{ key: of, ...file }]))
  const copies = files.map((it) => ({ integrationId, storageKey: it.copyKey }))
  try {
    const { adapter: from } = await providers.of('video_storage', fromId)
    const { adapter: to, provider } = await providers.of('video_storage', integrationId)
    for (const file of files) await abortable(copyFile(from, to, file, asking), run.signal)
    return await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      const moved = { recording, integrationId, storageKey: copyKey }
      const isMoved = await pointElsewhere(tx, lease, moved)
      if (isMoved === false) throw new Lost()
      if (!isMoved) {
        await discardFiles(tx, copies)
        return true
      }
      const old = files.map((it) => ({ integrationId: fromId, storageKey: it.key }))
      await discardFiles(tx, old, keptMs)
      await audit(tx, whoAsked(row), {
        action: 'recording-moved',
        ...{ table: 'recording', rowId: id, clientId: recording.clientId },
        details: { from: recording.provider, to: provider },
      })
      return true
    })
  } catch (error) {
    await discardFiles(db, copies).catch(run.onError)
    if (run.signal.aborted || error instanceof Lost) throw error
    const tries = recording.attempts ?? 0
    const waitMs = delayByAttempts(tries, run.times.retryMs, requestedDelay(error))
    await noteFailure(db, row.id, id, { error: sentenceOf(error, run.onError), waitMs })
    return false
  }
}

function sentenceOf(error: unknown, onError: JobContext['onError']) {
  if (error instanceof Unavailable) return error.message
  if (error instanceof NotFound) return 'The file is not where it should be.'
  if (isNoSpace(error)) return 'The server has no room for it at the moment.'
  onError(error as Error)
  return 'Something went wrong on our side.'
}

const whoAsked = ({ userId, originalUserId, address }: Held['row']) => ({
  ...(userId && { userId }),
  originalUserId,
  ...(address && { address }),
})
