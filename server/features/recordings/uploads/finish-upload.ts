import { rm, writeFile } from 'node:fs/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { audit } from '../../audit/audit.ts'
import { isDatabaseUnavailable } from '../../../platform/db/database-unavailable.ts'
import { type Lease, leaseName } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { isTimeout } from '../../../platform/jobs/retry-delay.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { createPoster } from '../../../platform/media/poster.ts'
import { probe, type RejectionReason } from '../../../platform/media/probe.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import { addRecording } from '../recordings.queries.ts'
import { canEncodeCopies } from '../../../platform/media/repack.ts'
import { addRepack } from '../playback/repacking.queries.ts'
import { isNoSpace, noSpace, removeStaged, stagingFile } from './staging.ts'
import { type Arrived, closeUpload, removeUpload } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

export const hasRecordingAlready = () =>
  new AppError(
    'conflict',
    'This session already has a recording. Delete it before you upload another one.',
  )

/** Milliseconds for all of it: a storage that hangs is asked again later. */
const limitMs = 60 * 60 * 1000

/**
 * Makes the recording of a session out of an upload that has arrived whole; it gets the id of the upload, so that a
 * client that missed the answer can ask again. What has arrived stays until the recording is there, and what is
 * stored bears the name of this lease: stopped, killed or overtaken at any point, the next one begins anew and nothing
 * is lost or doubled. `looking`: it is being looked at already. Throws, see `failureOf`.
 */
export async function finishUpload(
  { db, providers, config, queue }: Needs,
  lease: Lease,
  upload: Arrived,
  stop: AbortSignal,
  looking?: Promise<Looked>,
) {
  const { id, sessionId, fileName, sizeBytes } = upload
  const key = leaseName(lease)
  const posterKey = `${key}.jpg`
  const staged = stagingFile(config, id)
  const picture = stagingFile(config, posterKey)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limitMs)])
  const { id: integrationId, adapter: storage } = await providers.active('video_storage')
  const asking = { sessionId, signal }
  try {
    const found = await abortable(looking ?? look(staged, signal), signal)
    await abortable(storage.put(key, staged, found.contentType, asking), signal)
    if (found.poster) {
      await writeFile(picture, found.poster)
      await abortable(storage.put(posterKey, picture, 'image/jpeg', asking), signal)
    }
    signal.throwIfAborted()
    await inTransaction(db, async (tx) => {
      const session = await lockSessionRow(tx, sessionId)
      if (!session) throw notFound('session')()
      if (!(await closeUpload(tx, lease))) throw new Overtaken()
      const isAdded = await addRecording(tx, {
        id,
        sessionId,
        integrationId,
        storageKey: key,
        posterKey: found.poster ? posterKey : null,
        fileName,
        contentType: found.contentType,
        sizeBytes,
        duration: found.duration,
        isPlayable: found.isPlayable,
        mediaType: found.mediaType,
        uploadedBy: upload.userId,
      })
      if (!isAdded) throw hasRecordingAlready()
      if (found.isRepackable || (!found.isPlayable && canEncodeCopies(config)))
        await addRepack(tx, queue, id)
      const { userId, originalUserId } = upload
      const who = { userId, originalUserId, ...(upload.address && { address: upload.address }) }
      await audit(tx, who, {
        action: 'recording-uploaded',
        table: 'recording',
        rowId: id,
        clientId: session.clientId,
      })
    })
  } catch (error) {
    // Only this lease's own names; should a recording bear them all the same, the sweep leaves them alone. What cannot
    // be noted now is found by the sweep of files that nobody names.
    const stored = [key, posterKey].map((storageKey) => ({ integrationId, storageKey }))
    await discardFiles(db, stored).catch(() => undefined)
    throw error
  } finally {
    await rm(picture, { force: true })
  }
  // Removed by the sweep where this is not reached.
  await removeStaged(config, id).catch(() => undefined)
}

/** Somebody else works on the upload, or it was cancelled: there is nothing more to say. */
class Overtaken extends Error {}

/** Removes an upload with what has arrived of it. False where there is none any more. */
export async function giveUp({ db, config }: Pick<Needs, 'db' | 'config'>, id: string) {
  const wasThere = await removeUpload(db, id)
  await removeStaged(config, id)
  return wasThere
}

type Looked = Awaited<ReturnType<typeof look>>
/** Side by side, since neither needs the other. */
export async function look(path: string, signal: AbortSignal) {
  const stop = new AbortController()
  const poster = createPoster(path, AbortSignal.any([stop.signal, signal]))
  try {
    return { ...(await probe(path)), poster: await poster }
  } finally {
    stop.abort()
    await poster
  }
}

const codeOf: Record<RejectionReason, ErrorCode> = {
  empty: 'unprocessable',
  'not-a-video': 'unsupported-media',
  incomplete: 'unprocessable',
  'no-sound': 'unprocessable',
  unreadable: 'unprocessable',
}

/**
 * Why an upload could not be finished. `refused`: unsupported-media, unprocessable (empty, incomplete, no sound,
 * damaged), conflict (there is a recording already), not-found (the session is gone): for good. `passing`: unavailable,
 * worth another try later, and what to say while it is tried by itself. `overtaken`: it is somebody else's now.
 */
export function failureOf(error: unknown) {
  if (error instanceof Overtaken) return { kind: 'overtaken' } as const
  if (error instanceof Rejected) {
    const code = codeOf[error.reason as RejectionReason] ?? 'unprocessable'
    return { kind: 'refused', error: new AppError(code, error.message) } as const
  }
  if (isNoSpace(error)) {
    const note = 'The server has no room for it at the moment. Please tell your administrator.'
    return { kind: 'passing', error: noSpace(), note } as const
  }
  if (error instanceof AppError && error.code !== 'unavailable')
    return { kind: 'refused', error } as const
  if (error instanceof AppError || error instanceof Unavailable || isAway(error))
    return { kind: 'passing', error: notNow(), note: 'It cannot be stored at the moment.' } as const
  return { kind: 'unforeseen' } as const
}

const notNow = () =>
  new AppError(
    'unavailable',
    'The video has arrived, but cannot be stored at the moment. Please try again in a few minutes.',
  )

const isAway = (error: unknown) => isDatabaseUnavailable(error) || isTimeout(error)
