import { rm, writeFile } from 'node:fs/promises'
import { emitEvent } from '../../webhooks/deliveries.queries.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { audit } from '../../audit/audit.ts'
import { isDatabaseUnavailable } from '../../../platform/db/database-errors.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { abortable } from '../../../platform/jobs/abortable.ts'
import { isTimeout, requestedDelay } from '../../../platform/jobs/retry-delay.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { RunningJob } from '../../../platform/jobs/job.ts'
import { lockSessionRow } from '../../../platform/access.ts'
import { requireAllowed, requireConsent } from '../../../platform/consent.ts'
import { createPoster } from '../../../platform/media/poster.ts'
import { probe, type RejectionReason } from '../../../platform/media/probe.ts'
import { discardFiles } from '../storage/discarded-files.queries.ts'
import { insertRecording } from '../recordings.queries.ts'
import { canEncodeCopies } from '../../../platform/media/repack.ts'
import { enqueueRepack } from '../playback/repack.queries.ts'
import { deleteEarlier, joinUpload, recordingExists } from './join-upload.ts'
import { insertParts } from './recording-parts.queries.ts'
import { isNoSpace, noSpace, removeStaged, stagingFile } from './staging.ts'
import { joinParts } from './upload-parts.ts'
import { findStoredParts } from './upload-parts.queries.ts'
import { type ReceivedUpload, deleteFinishedUpload } from './uploads.queries.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue'>

/** Milliseconds for one attempt that encodes nothing. */
export const finishingMs = 60 * 60 * 1000

type Attempt = Pick<RunningJob, 'attemptId' | 'signal' | 'requireClaim' | 'finish'>

/**
 * Turns a complete upload into the recording of its session, which gets the id of the upload. The staged file stays until
 * the recording is saved, and stored files are named after the attempt: after a crash the next one starts over without loss or
 * duplicates. Parts in a storage become the stored file, named after the upload. What was recorded here is joined with what was
 * recorded of the session before, which stays until then. Throws AppError if it was rejected, and Unavailable if it is worth a
 * retry.
 */
export async function finishUpload(
  { db, providers, config, queue }: Needs,
  upload: ReceivedUpload,
  { attemptId, signal, requireClaim, finish }: Attempt,
) {
  const { id, sessionId, fileName, sizeBytes } = upload
  const parts = await findStoredParts(db, id)
  const fileKey = `${id}-${attemptId}`
  const key = parts && !upload.isMadeHere ? id : fileKey
  const posterKey = `${fileKey}.jpg`
  const staged = stagingFile(config, id)
  const picture = stagingFile(config, posterKey)
  const joinedFile = stagingFile(config, `${fileKey}.joined`)
  const {
    id: integrationId,
    provider,
    adapter: storage,
  } = parts
    ? await providers.of('video_storage', parts.integrationId)
    : await providers.active('video_storage')
  const options = { sessionId, signal }
  const inspect = (path: string) => abortable(inspectVideo(path, signal), signal)
  async function withUploaded<T>(use: (path: string) => Promise<T>) {
    if (!parts) return use(staged)
    await joinParts({ db, providers, config }, { id, ...options, requireHeld: requireClaim }, parts)
    return storage.withLocalFile(id, use, options)
  }
  async function put(path: string) {
    const video = await inspect(path)
    await abortable(storage.put(key, path, video.contentType, options), signal)
    return video
  }
  async function storeVideo() {
    if (!upload.isMadeHere) {
      const video = parts ? await withUploaded(inspect) : await put(staged)
      return { ...video, sizeBytes, joined: undefined }
    }
    const joined = await withUploaded((path) =>
      joinUpload({ db, providers, config }, upload, { path, to: joinedFile, signal }),
    )
    return { ...(await put(joinedFile)), sizeBytes: joined.sizeBytes, joined }
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
      await deleteFinishedUpload(tx, id)
      await finish(tx)
      if (found.joined) await deleteEarlier(tx, queue, sessionId, found.joined)
      const isAdded = await insertRecording(tx, {
        id,
        sessionId,
        integrationId,
        storageKey: key,
        posterKey: found.poster ? posterKey : null,
        fileName,
        contentType: found.contentType,
        sizeBytes: found.sizeBytes,
        duration: found.duration,
        isPlayable: found.isPlayable,
        mediaType: found.mediaType,
        uploadedBy: upload.userId,
        ...pickVoices(upload, found.joined?.earlier),
      })
      if (!isAdded) throw recordingExists()
      if (found.joined) await insertParts(tx, id, found.joined.parts)
      if (found.isRepackable || (!found.isPlayable && canEncodeCopies(config)))
        await enqueueRepack(tx, queue, id)
      const { userId, originalUserId } = upload
      const who = { userId, originalUserId, ...(upload.address && { address: upload.address }) }
      await audit(tx, who, {
        action: found.joined?.earlier ? 'recording-joined' : 'recording-uploaded',
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
    throw describeError(error)
  } finally {
    for (const file of [picture, joinedFile]) await rm(file, { force: true })
  }
  // If this fails, the sweep deletes it.
  await removeStaged(config, id).catch(() => undefined)
}

type Voices = Pick<ReceivedUpload, 'isMadeHere' | 'speakers' | 'hasSides'>

/** A part without sides has the same sound on both, which says nothing about who speaks. */
const pickVoices = ({ isMadeHere, speakers, hasSides }: Voices, earlier?: Voices): Voices => ({
  isMadeHere,
  speakers: Math.max(speakers ?? 0, earlier?.speakers ?? 0) || null,
  hasSides: hasSides || earlier?.hasSides === true,
})

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

const codeByReason: Record<RejectionReason, ErrorCode> = {
  empty: 'unprocessable',
  'not-a-video': 'unsupported-media',
  incomplete: 'unprocessable',
  'no-sound': 'unprocessable',
  unreadable: 'unprocessable',
}

/** In words for people; what is unexpected stays as it is. */
function describeError(error: unknown) {
  if (error instanceof Rejected)
    return new AppError(
      codeByReason[error.reason as RejectionReason] ?? 'unprocessable',
      error.message,
    )
  if (isNoSpace(error)) return noSpace()
  if (error instanceof Unavailable || isDatabaseUnavailable(error) || isTimeout(error))
    return new Unavailable('Storage is temporarily unavailable.', { waitMs: requestedDelay(error) })
  return error
}
