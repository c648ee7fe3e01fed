import { maximumRecordingBytes } from '#contract/recordings.ts'
import { requireSessionChange } from '../../access.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../http/mount.ts'
import { newId } from '../../ids.ts'
import { hasRecordingAlready } from '../../media/finish-upload.ts'
import { addUpload, recordingOfSession } from '../../media/recording.queries.ts'
import { requireSpace } from '../../media/staging.ts'
import { composedFileName, safeFileName } from './file-name.ts'
import { clientNameOf } from './recordings.queries.ts'

type Needs = Pick<Deps, 'db' | 'config'>

const mebi = 1024 * 1024

/** Specification part 2, section 5; rounded up, so that a little over 500MB does not read as 500MB. */
export const tooLarge = (bytes: number) =>
  new AppError(
    'too-large',
    `File size must be under 500MB. Your file is ${Math.ceil(bytes / mebi)}MB`,
  )

export const emptyFile = () => new AppError('unprocessable', 'The file is empty.')

/** Throws unless the actor may bring a recording of about that many bytes into the session now; answers whose it is. */
export async function requireRoomForRecording(
  { db, config }: Needs,
  actor: Actor,
  { sessionId, sizeBytes }: { sessionId: string; sizeBytes: number },
) {
  const { clientId } = await requireSessionChange(db, actor, sessionId)
  if (sizeBytes > maximumRecordingBytes) throw tooLarge(sizeBytes)
  if (await recordingOfSession(db, sessionId)) throw hasRecordingAlready()
  await requireSpace(config, sizeBytes)
  return clientId
}

/** Notes an upload and answers it; its bytes lie in the staging folder under `id`, or will. */
export async function noteUpload(
  { db }: Pick<Needs, 'db'>,
  { userId, originalUserId }: Actor,
  given: { id: string; sessionId: string; clientId: string; fileName: string; sizeBytes: number },
) {
  const { id, sessionId, clientId, sizeBytes } = given
  const fileName = safeFileName(given.fileName) || (await ownFileName({ db }, sessionId, clientId))
  const upload = { id, sessionId, userId, originalUserId, fileName, sizeBytes }
  await addUpload(db, upload)
  return upload
}

/** Begins a resumable upload; answers its id. Throws not-found, unprocessable, too-large, conflict or unavailable. */
export async function beginUpload(
  deps: Needs,
  actor: Actor,
  asked: { sessionId: string; fileName: string; sizeBytes: number },
) {
  if (asked.sizeBytes === 0) throw emptyFile()
  const clientId = await requireRoomForRecording(deps, actor, asked)
  const { id } = await noteUpload(deps, actor, { ...asked, id: newId(), clientId })
  return id
}

async function ownFileName({ db }: Pick<Needs, 'db'>, sessionId: string, clientId: string) {
  const { firstName, lastName } = (await clientNameOf(db, clientId)) ?? {}
  return composedFileName(sessionId, `${firstName ?? ''} ${lastName ?? ''}`, new Date())
}
