import { emitEvent } from '../../webhooks/deliveries.queries.ts'
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
import { requireAllowed, requireConsent } from '../../../platform/consent.ts'
import { createPoster } from '../../../platform/media/poster.ts'
import { probe, type RejectionReason } from '../../../platform/media/probe.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import { insertRecording } from '../recordings.queries.ts'
import { canEncodeCopies } from '../../../platform/media/repack.ts'
import { enqueueRepack } from '../playback/repack.queries.ts'
import { failUpload } from './finish-upload.queries.ts'
import { isNoSpace, noSpace, removeStaged, stagingFile } from './staging.ts'
import { joinParts } from './upload-parts.ts'
import { findStoredParts } from './upload-parts.queries.ts'
import { type ReceivedUpload, deleteFinishedUpload, deleteUpload } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

export const recordingExists = () =>
  new AppError(
    'conflict',
    'This session already has a recording. Delete it before uploading another one.',
  )

/** Milliseconds for one attempt. */
const timeoutMs = 60 * 60 * 1000

/**
 * Turns a complete upload into the recording of its session, which gets the id of the upload. The staged file stays until
 * the recording is saved, and stored files are named after this lease: after a crash or a lost lease the next worker
 * starts over without loss or duplicates. Parts in a storage become the stored file, named after the upload. Throws, see
 * `classifyFailure`.
 */
export async function finishUpload(
  { db, providers, config, queue }: Needs,
  lease: Lease,
  upload: ReceivedUpload,
  stop: AbortSignal,
) {
  const { id, sessionId, fileName, sizeBytes } = upload
  const parts = await findStoredParts(db, id)
  const key = parts ? id : leaseName(lease)
  const posterKey = `${leaseName(lease)}.jpg`
  const staged = stagingFile(config, id)
  const picture = stagingFile(config, posterKey)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
  const {
    id: integrationId,
    provider,
    adapter: storage,
  } = parts
    ? await providers.of('video_storage', parts.integrationId)
    : await providers.active('video_storage')
  const options = { sessionId, signal }
  const inspect = (path: string) => abortable(inspectVideo(path, signal), signal)
  async function storeVideo() {
    if (parts) {
      await joinParts({ db, providers, config }, { lease, ...options }, parts)
      return storage.withLocalFile(key, inspect, options)
    }
    const video = await inspect(staged)
    await abortable(storage.put(key, staged, video.contentType, options), signal)
    return video
  }
  try {
    await requireAllowed(db, { sessionId }, 'video_storage', provider)
    const found = await storeVideo()
    if (found.poster) {
      await writeFile(picture, found.poster)
      await abortable(storage.put(posterKey, picture, 'image/jpeg', options), signal)
    }
    signal.throwIfAborted()
    await inTransaction(db, async (tx) => {
      const session = await lockSessionRow(tx, sessionId)
      if (!session) throw notFound('session')()
      await requireConsent(tx, session, 'recording')
      if (!(await deleteFinishedUpload(tx, lease))) throw new LeaseLost()
      const isAdded = await insertRecording(tx, {
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
      if (!isAdded) throw recordingExists()
      if (found.isRepackable || (!found.isPlayable && canEncodeCopies(config)))
        await enqueueRepack(tx, queue, id)
      const { userId, originalUserId } = upload
      const who = { userId, originalUserId, ...(upload.address && { address: upload.address }) }
      await audit(tx, who, {
        action: 'recording-uploaded',
        table: 'recording',
        rowId: id,
        clientId: session.clientId,
      })
      await emitEvent(tx, queue, 'recording.ready', {
        recordingId: id,
        sessionId,
        clientId: session.clientId,
      })
    })
  } catch (error) {
    // If a recording refers to them after all, the sweep leaves them. If this fails, the sweep of orphans finds them.
    const stored = [key, posterKey].map((storageKey) => ({ integrationId, storageKey }))
    await discardFiles(db, stored).catch(() => undefined)
    throw error
  } finally {
    await rm(picture, { force: true })
  }
  // If this fails, the sweep deletes it.
  await removeStaged(config, id).catch(() => undefined)
}

/** Another worker has the upload, or it was cancelled. */
class LeaseLost extends Error {}

/** Deletes an upload with what has arrived. False if it no longer exists. */
export async function discardUpload(
  { db, config, queue }: Pick<Needs, 'db' | 'config' | 'queue'>,
  id: string,
) {
  const deleted = await deleteUpload(db, id)
  await removeStaged(config, id)
  // Its parts wait for the sweep.
  if (deleted?.partsIntegrationId) await queue.add(db, 'sweep', {})
  return deleted !== undefined
}

/** Ends an upload that cannot go on, and deletes what has arrived. False if the lease is lost. */
export async function rejectUpload(
  { db, config, queue }: Pick<Needs, 'db' | 'config' | 'queue'>,
  lease: Lease,
  why: string,
) {
  if (!(await failUpload(db, lease, why))) return false
  // If this fails, the sweep deletes it.
  await removeStaged(config, lease.id).catch(() => undefined)
  // Its parts wait for the sweep.
  await queue.add(db, 'sweep', {})
  return true
}

async function inspectVideo(path: string, signal: AbortSignal) {
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
 * `rejected`: permanent, with unsupported-media, unprocessable, conflict (there is a recording) or not-found (no session).
 * `temporary`: worth a retry, with a note for the user. `lease-lost`: another worker has it. `unexpected`: a bug.
 */
export function classifyFailure(error: unknown) {
  if (error instanceof LeaseLost) return { kind: 'lease-lost' } as const
  if (error instanceof Rejected) {
    const code = codeOf[error.reason as RejectionReason] ?? 'unprocessable'
    return { kind: 'rejected', error: new AppError(code, error.message) } as const
  }
  if (isNoSpace(error)) {
    const note = 'The server is out of disk space. Please tell your administrator.'
    return { kind: 'temporary', error: noSpace(), note } as const
  }
  if (error instanceof AppError && error.code !== 'unavailable')
    return { kind: 'rejected', error } as const
  if (error instanceof AppError || error instanceof Unavailable || isUnreachable(error))
    return {
      kind: 'temporary',
      error: storageUnavailable(),
      note: 'Storage is temporarily unavailable.',
    } as const
  return { kind: 'unexpected' } as const
}

const storageUnavailable = () =>
  new AppError(
    'unavailable',
    'The video was uploaded but cannot be stored right now. Please try again in a few minutes.',
  )

const isUnreachable = (error: unknown) => isDatabaseUnavailable(error) || isTimeout(error)
