import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { lockSessionRow } from '../../../platform/access.ts'
import { audit } from '../../audit/audit.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { newId } from '../../../platform/ids.ts'
import { NotFound, Unavailable } from '../../../platform/jobs/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { describeFailure } from '../../../platform/jobs/describe-failure.ts'
import { ClaimLost, defineJob, type RunningJob } from '../../../platform/jobs/job.ts'
import { requestedDelay, delayByAttempts } from '../../../platform/jobs/retry-delay.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import {
  countMoved,
  endMove,
  findRunningMove,
  msUntilNextRetry,
  nextRecordingsToMove,
  saveMoveFailure,
  saveNewLocation,
  type RecordingToMove,
  type RunningMove,
} from './moves.queries.ts'
import { isNoSpace } from '../uploads/staging.ts'
import { fileHash } from '../../../providers/storage/on-disk.ts'
import type { StorageOptions, Storage } from '../../../providers/storage/storage.ts'

declare module '../../../platform/jobs/job.ts' {
  interface JobPayloads {
    'move-recordings': { id: string }
  }
}

/** Recordings moved at a time. */
const batchSize = 2
/** Milliseconds before the second attempt of a recording. */
const retryMs = 5_000
/** Milliseconds until the old file is deleted: users may still be watching or transcribing it. */
const oldFileMs = 6 * 3600 * 1000
const gaveUpNote =
  'Failed too many times. Recordings already moved stay at the new provider; the rest have not been touched.'

/**
 * Moves some recordings to the provider of a move, and runs again until none is left that can be moved. A killed worker leaves
 * moved recordings moved, and unused copies that the sweep deletes.
 */
export const moveRecordings = defineJob({
  name: 'move-recordings',
  payload: z.object({ id: z.uuid() }),
  queue: 'hours',
  group: 'move',
  // In a row, of which none moved a recording.
  attempts: 10,
  // Each recording counts its own failures.
  isPermanent: () => false,
  async run(deps, { id }, job) {
    const { db, providers, queue } = deps
    const move = await findRunningMove(db, id)
    if (!move) return
    const { integrationId } = move
    const { id: activeId } = await providers.active('video_storage')
    const next = await nextRecordingsToMove(db, integrationId, batchSize)
    if (activeId === integrationId && next.length) {
      const results = await Promise.all(next.map((it) => moveOne(deps, move, it, job)))
      if (!results.includes(true)) throw new Unavailable('No recording could be moved.')
    }
    await inTransaction(db, async (tx) => {
      await job.finish(tx)
      if (activeId !== integrationId)
        return endMove(tx, id, 'stopped', 'Another provider was activated.')
      const waitMs = next.length ? 0 : await msUntilNextRetry(tx, integrationId)
      if (waitMs === undefined) return endMove(tx, id, 'done', null)
      // Not `runAgain`: earlier failures no longer count.
      return queue.add(tx, 'move-recordings', { id }, waitMs)
    })
  },
  failed: (tx, { id }) => endMove(tx, id, 'failed', gaveUpNote),
})

/** False if it could not be moved; the failure is saved. */
async function moveOne(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  move: RunningMove,
  recording: RecordingToMove,
  { signal, requireClaim, onError }: RunningJob,
) {
  const { id, sessionId, integrationId: fromId, storageKey: key, contentType } = recording
  const { integrationId } = move
  // A new name: pending deletions never refer to it.
  const copyKey = `${id}-${newId()}`
  const options = { sessionId, signal }
  const files = [
    { key, copyKey, contentType, bytes: recording.sizeBytes },
    { key: recording.posterKey, copyKey: `${copyKey}.jpg`, contentType: 'image/jpeg' },
    { key: recording.playableKey, copyKey: `${copyKey}.mp4`, contentType: 'video/mp4' },
  ].flatMap(({ key: of, ...file }) => (of === null ? [] : [{ key: of, ...file }]))
  const copies = files.map((it) => ({ integrationId, storageKey: it.copyKey }))
  try {
    const { adapter: from } = await providers.of('video_storage', fromId)
    const { adapter: to, provider } = await providers.of('video_storage', integrationId)
    for (const file of files) await abortable(copyFile(from, to, file, options), signal)
    await inTransaction(db, async (tx) => {
      await lockSessionRow(tx, sessionId)
      await countMoved(tx, move.id)
      await requireClaim(tx)
      const moved = { recording, integrationId, storageKey: copyKey }
      if (!(await saveNewLocation(tx, moved))) return discardFiles(tx, copies)
      const old = files.map((it) => ({ integrationId: fromId, storageKey: it.key }))
      await discardFiles(tx, old, oldFileMs)
      return audit(tx, getRequester(move), {
        action: 'recording-moved',
        ...{ table: 'recording', rowId: id, clientId: recording.clientId },
        details: { from: recording.provider, to: provider },
      })
    })
    return true
  } catch (error) {
    await discardFiles(db, copies).catch(onError)
    if (signal.aborted || error instanceof ClaimLost) throw error
    const tries = recording.attempts ?? 0
    const waitMs = delayByAttempts(tries, retryMs, requestedDelay(error))
    const failure = { error: describeError(error, onError), waitMs }
    await inTransaction(db, async (tx) => {
      await requireClaim(tx)
      await saveMoveFailure(tx, move.id, id, failure)
    })
    return false
  }
}

function describeError(error: unknown, onError: RunningJob['onError']) {
  if (error instanceof NotFound) return 'The file is missing.'
  if (isNoSpace(error)) return 'The server has no space left.'
  return describeFailure(error, onError)
}

const getRequester = ({ userId, originalUserId, address }: RunningMove) => ({
  ...(userId && { userId }),
  originalUserId,
  ...(address && { address }),
})

type File = { key: string; copyKey: string; contentType: string; bytes?: number }

/** Copies a stored file and reads the copy back. Throws Unavailable if the two differ. */
const copyFile = (
  from: Storage,
  to: Storage,
  { key, copyKey, contentType, bytes }: File,
  asking: StorageOptions & { sessionId: string },
) =>
  from.withLocalFile(
    key,
    async (path) => {
      const { size } = await stat(path)
      if (bytes !== undefined && size !== bytes)
        throw new Unavailable(`The file has ${size} bytes; expected ${bytes}.`)
      const expected = await fileHash('sha256', path)
      await to.put(copyKey, path, contentType, asking)
      const copied = createHash('sha256')
      await pipeline(await to.read(copyKey, undefined, asking), copied)
      if (!copied.digest().equals(expected))
        throw new Unavailable('The copy differs from the original.')
    },
    asking,
  )
