import {
  maxRecordingBytes,
  tooLargeError,
  maxUploadsPerUser,
  maxUnfinishedRecordings,
  maxUploadsPerSession,
  type UnfinishedRecording,
  type Upload,
} from '#contract/recordings/recordings.ts'
import { lockSession, requireSessionDay, requireSessionChange } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { refreshActor } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import { requireConsent } from '../../../platform/consent.ts'
import { requireUnblocked } from '../../consents/blocked-work.ts'
import { recordingExists } from './join-upload.ts'
import { removeStaged, requireSpace } from './staging.ts'
import { countArrivedBytes } from './upload-parts.ts'
import {
  insertUpload,
  markUploadComplete,
  listOpenUploads,
  deleteUpload,
  touchUpload,
} from './uploads.queries.ts'
import { composedFileName, safeFileName } from './file-name.ts'
import {
  getClientName,
  finishedUploadFor,
  listSilentUploads,
  lockUser,
  recordingOfSession,
  uploadFor,
} from '../recordings.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

export const tooLarge = (bytes: number) => new AppError('too-large', tooLargeError(bytes))

export const emptyFile = () => new AppError('unprocessable', 'The file is empty.')

type NewUpload = {
  sessionId: string
  fileName: string
  /** Null: not known yet. */
  sizeBytes: number | null
  /** False if all bytes come within this request. */
  isResumable: boolean
  isMadeHere?: boolean
  speakers?: number | null
  hasSides?: boolean
  /** By the clock of the browser. */
  startedAt?: string
}

/**
 * Creates an upload of about that many bytes and returns its id. Throws not-found, too-large, unavailable (no disk space),
 * conflict (a recording exists, the session is in the future, or too many uploads), no-consent.
 */
export async function startUpload(
  { db, config, installation, providers }: Needs & Pick<Deps, 'installation' | 'providers'>,
  actor: Actor,
  upload: NewUpload,
) {
  const { sessionId, sizeBytes, isResumable, isMadeHere = false } = upload
  // Fails early, before anything is locked.
  await requireSessionChange(db, actor, sessionId)
  if (sizeBytes !== null && sizeBytes > maxRecordingBytes) throw tooLarge(sizeBytes)
  const partsIntegrationId = isResumable ? await findPartsStorage(providers) : null
  if (partsIntegrationId === null) await requireSpace(config, sizeBytes ?? 0)
  const id = newId()
  const { userId, originalUserId } = actor
  const abandoned = await inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    const session = await lockSession(tx, actor, sessionId)
    requireSessionDay(session, installation.timeZone)
    await requireUnblocked(tx, providers, session.clientId, 'video_storage')
    const recording = await recordingOfSession(tx, sessionId)
    if (recording && !(isMadeHere && recording.isMadeHere)) throw recordingExists()
    const deletedIds = await makeRoom(tx, actor, { sessionId, isMadeHere })
    const fileName = await fileNameFor(tx, upload.fileName, {
      sessionId,
      clientId: session.clientId,
    })
    await insertUpload(tx, {
      ...upload,
      id,
      userId,
      originalUserId,
      fileName,
      partsIntegrationId,
    })
    return deletedIds
  })
  for (const old of abandoned) await removeStaged(config, old)
  return id
}

/** The active storage if it receives parts; null: the staging folder does. */
async function findPartsStorage(providers: Deps['providers']) {
  const active = await providers.findActive('video_storage')
  return active?.adapter.multipart ? active.id : null
}

/** The sanitized name, or a composed one if it is empty. */
export async function fileNameFor(
  db: Db,
  given: string,
  { sessionId, clientId }: { sessionId: string; clientId: string },
) {
  const name = safeFileName(given)
  if (name) return name
  const { firstName, lastName } = (await getClientName(db, clientId)) ?? {}
  return composedFileName(sessionId, `${firstName ?? ''} ${lastName ?? ''}`, new Date())
}

/**
 * Deletes abandoned uploads if the limits require it, and returns their ids. What is being recorded is not refused because of
 * earlier parts of the session. Throws conflict.
 */
async function makeRoom(
  tx: Db,
  { userId }: Actor,
  { sessionId, isMadeHere }: { sessionId: string; isMadeHere: boolean },
) {
  const surplusIds = [
    ...surplus(
      isMadeHere ? [] : await listOpenUploads(tx, { sessionId }),
      maxUploadsPerSession,
      `This session already has ${maxUploadsPerSession} uploads in progress. Please finish or cancel one first.`,
    ),
    ...surplus(
      await listOpenUploads(tx, { userId }),
      maxUploadsPerUser,
      `You already have ${maxUploadsPerUser} uploads in progress. Please finish or cancel one first.`,
    ),
  ]
  for (const id of surplusIds) await deleteUpload(tx, id)
  return surplusIds
}

type Open = Awaited<ReturnType<typeof listOpenUploads>>

/** Uploads to delete so that there is room for one more. Throws conflict if one is not abandoned. */
function surplus(open: Open, max: number, message: string) {
  const toGo = open.slice(0, Math.max(0, open.length + 1 - max))
  if (toGo.some((it) => !it.isAbandoned)) throw new AppError('conflict', message)
  return toGo.map(({ id }) => id)
}

/**
 * The actor may have signed out, or lost the role or the client, and the client may have withdrawn consent, during the upload.
 * Locks the session. Throws not-signed-in, not-found or no-consent.
 */
export async function requireStillAllowed(tx: Db, actor: Actor, sessionId: string) {
  const now = await refreshActor(tx, actor)
  if (!now) throw new AppError('not-signed-in', 'Please sign in.')
  const session = await lockSession(tx, now, sessionId)
  await requireConsent(tx, session, 'recording')
  return session
}

/** Records received bytes; a complete upload is queued for processing. Throws conflict if it no longer receives. */
export const acknowledge = (
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  id: string,
  { sessionId, arrived, isWhole }: { sessionId: string; arrived: number; isWhole: boolean },
) =>
  inTransaction(db, async (tx) => {
    await requireStillAllowed(tx, actor, sessionId)
    const { address } = actor
    if (isWhole) await markUploadComplete(tx, queue, id, { sizeBytes: arrived, address })
    else await touchUpload(tx, id)
  })

/** Deletes an upload with what has arrived, and ends its job. False if it no longer exists. */
export async function discardUpload(
  { db, config, queue }: Pick<Deps, 'db' | 'config' | 'queue'>,
  id: string,
) {
  const deleted = await inTransaction(db, async (tx) => {
    const upload = await deleteUpload(tx, id)
    if (upload) await queue.cancel(tx, 'finish-upload', { id })
    // Its parts wait for the sweep.
    if (upload?.partsIntegrationId) await queue.add(tx, 'sweep', {})
    return upload
  })
  await removeStaged(config, id)
  return deleted !== undefined
}

/** The status of the actor's own upload. Throws not-found.  */
export async function getUploadStatus(
  { db, config }: Needs,
  actor: Actor,
  id: string,
): Promise<Upload> {
  const upload = await uploadFor(db, actor, id)
  if (upload) {
    const { status, sizeBytes } = upload
    const arrivedBytes =
      status === 'receiving' || sizeBytes === null
        ? ((await countArrivedBytes({ db, config }, id)) ?? 0)
        : sizeBytes
    return { ...upload, sizeBytes: sizeBytes ?? arrivedBytes, arrivedBytes }
  }
  const { sizeBytes, ...recording } = await finishedUploadFor(db, actor, id)
  const done = { status: 'completed' as const, note: null, error: null }
  return { ...recording, ...done, sizeBytes, arrivedBytes: sizeBytes }
}

/** The actor's own recordings made here of which nothing has arrived for a while. */
export async function listUnfinishedRecordings(
  { db, config }: Needs,
  actor: Actor,
): Promise<UnfinishedRecording[]> {
  const found = await listSilentUploads(db, actor, maxUnfinishedRecordings)
  const counted = await Promise.all(
    found.map(async (it) => ({
      ...it,
      arrivedBytes: (await countArrivedBytes({ db, config }, it.uploadId)) ?? 0,
    })),
  )
  return counted.filter(({ arrivedBytes }) => arrivedBytes > 0)
}
