import {
  maximumRecordingBytes,
  mostUploadsPerPerson,
  mostUploadsPerSession,
  type Upload,
} from '#contract/recordings.ts'
import { lockSession, requireSessionDay, requireSessionChange } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Lease } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { refreshActor } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { newId } from '../../../platform/ids.ts'
import { hasRecordingAlready } from './finish-upload.ts'
import { removeStaged, requireSpace, stagedBytes } from './staging.ts'
import {
  addUpload,
  handOverUpload,
  openUploads,
  removeUpload,
  touchUpload,
} from './uploads.queries.ts'
import { composedFileName, safeFileName } from './file-name.ts'
import {
  clientNameOf,
  finishedUploadFor,
  holdUser,
  recordingOfSession,
  uploadFor,
} from '../recordings.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

const mebi = 1024 * 1024

/** Specification part 2, section 5; rounded up, so that a little over 500MB does not read as 500MB. */
export const tooLarge = (bytes: number) =>
  new AppError(
    'too-large',
    `File size must be under 500MB. Your file is ${Math.ceil(bytes / mebi)}MB`,
  )

export const emptyFile = () => new AppError('unprocessable', 'The file is empty.')

type Announced = {
  sessionId: string
  fileName: string
  sizeBytes: number
  /** False where everything comes within this request. */
  isResumable: boolean
}

/**
 * Notes an upload of about that many bytes and answers it; its bytes are to lie in the staging folder under its id.
 * Throws not-found, too-large, unavailable (no room on the disk), conflict (a recording is there, the session is of
 * a later day, or too many uploads).
 */
export async function beginUpload(
  { db, config, installation }: Needs & Pick<Deps, 'installation'>,
  actor: Actor,
  asked: Announced,
) {
  const { sessionId, sizeBytes } = asked
  // Before anything is locked: most refusals are here.
  await requireSessionChange(db, actor, sessionId)
  if (sizeBytes > maximumRecordingBytes) throw tooLarge(sizeBytes)
  await requireSpace(config, sizeBytes)
  const id = newId()
  const { userId, originalUserId } = actor
  const abandoned = await inTransaction(db, async (tx) => {
    await holdUser(tx, userId)
    const session = await lockSession(tx, actor, sessionId)
    requireSessionDay(session, installation.timeZone)
    if (await recordingOfSession(tx, sessionId)) throw hasRecordingAlready()
    const madeRoom = await makePlace(tx, actor, sessionId)
    const fileName = await nameFor(tx, asked.fileName, { sessionId, clientId: session.clientId })
    await addUpload(tx, { ...asked, id, userId, originalUserId, fileName })
    return madeRoom
  })
  for (const old of abandoned) await removeStaged(config, old)
  return id
}

/** Fit to be a file's name; composed where the given one is not. */
export async function nameFor(
  db: Db,
  given: string,
  { sessionId, clientId }: { sessionId: string; clientId: string },
) {
  const name = safeFileName(given)
  if (name) return name
  const { firstName, lastName } = (await clientNameOf(db, clientId)) ?? {}
  return composedFileName(sessionId, `${firstName ?? ''} ${lastName ?? ''}`, new Date())
}

/** Removes abandoned uploads where they stand in the way, and answers their ids. Throws conflict. */
async function makePlace(tx: Db, { userId }: Actor, sessionId: string) {
  const inTheWay = [
    ...surplus(
      await openUploads(tx, { sessionId }),
      mostUploadsPerSession,
      `There are ${mostUploadsPerSession} uploads for this session already. Please finish or cancel one of them first.`,
    ),
    ...surplus(
      await openUploads(tx, { userId }),
      mostUploadsPerPerson,
      `You have ${mostUploadsPerPerson} uploads under way already. Please finish or cancel one of them first.`,
    ),
  ]
  for (const id of inTheWay) await removeUpload(tx, id)
  return inTheWay
}

type Open = Awaited<ReturnType<typeof openUploads>>

/** Those that have to go before there is a place for one more. */
function surplus(open: Open, most: number, sentence: string) {
  const toGo = open.slice(0, Math.max(0, open.length + 1 - most))
  if (toGo.some((it) => !it.isAbandoned)) throw new AppError('conflict', sentence)
  return toGo.map(({ id }) => id)
}

/**
 * Whoever sends it may have signed out, or lost the role or the client, while the bytes came: then they stay where they
 * are and become nothing. Keeps the session until the transaction ends. Throws not-signed-in or not-found.
 */
export async function requireStill(tx: Db, actor: Actor, sessionId: string) {
  const now = await refreshActor(tx, actor)
  if (!now) throw new AppError('not-signed-in', 'Please sign in.')
  return lockSession(tx, now, sessionId)
}

/** What has arrived counts from now on. When it is everything, background work makes the recording of it. */
export const acknowledge = (
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  actor: Actor,
  lease: Lease,
  { sessionId, isWhole }: { sessionId: string; isWhole: boolean },
) =>
  inTransaction(db, async (tx) => {
    await requireStill(tx, actor, sessionId)
    const isHeld = isWhole
      ? await handOverUpload(tx, lease, actor.address)
      : await touchUpload(tx, lease)
    if (!isHeld) throw wentElsewhere()
    if (isWhole) await queue.add(tx, 'finish-upload', { uploadId: lease.id })
  })

export const wentElsewhere = () =>
  new AppError(
    'conflict',
    'This upload has gone on by another connection. Please ask how much has arrived.',
  )

/** How an upload stands, for whoever began it. Throws not-found. */
export async function uploadState(
  { db, config }: Needs,
  actor: Actor,
  id: string,
): Promise<Upload> {
  const upload = await uploadFor(db, actor, id)
  if (upload) {
    const { status, sizeBytes } = upload
    const arrivedBytes = status === 'receiving' ? ((await stagedBytes(config, id)) ?? 0) : sizeBytes
    return { ...upload, arrivedBytes }
  }
  const { sizeBytes, ...recording } = await finishedUploadFor(db, actor, id)
  const done = { status: 'completed' as const, note: null, error: null }
  return { ...recording, ...done, sizeBytes, arrivedBytes: sizeBytes }
}
