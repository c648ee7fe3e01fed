import type { IncomingMessage } from 'node:http'
import { maxRecordingBytes } from '#contract/recordings/recordings.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { requireConsent } from '../../../platform/consent.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { whileAllowed } from '../../../platform/while-allowed.ts'
import { finishUpload, finishingMs } from './finish-upload.ts'
import { lockUpload } from './lock-upload.ts'
import { recordingOfSession } from '../recordings.queries.ts'
import { isNoSpace, noSpace, syncStaged, appendStaged } from './staging.ts'
import { notReceiving, saveUploadDetails } from './uploads.queries.ts'
import { base64BodyParser, type BodyFields } from './base64-body-parser.ts'
import { composedFileName } from './file-name.ts'
import {
  discardUpload,
  startUpload,
  emptyFile,
  fileNameFor,
  requireStillAllowed,
  tooLarge,
} from './uploads.service.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue' | 'installation' | 'announcements'>

/** Allowance for names and JSON syntax in the body. */
const otherBytes = 256 * 1024

/** No job: the lock of the upload is held throughout. */
const onlyAttempt = { attemptId: '1', requireClaim: async () => {}, finish: async () => {} }

/**
 * An upload as base64 in JSON, written to disk as it arrives. The recording is made within the request, under the
 * lock of the upload. An upload that fails leaves nothing behind.
 */
export async function receiveBase64(
  deps: Needs,
  actor: Actor,
  sessionId: string,
  body: IncomingMessage,
) {
  const contentLength = Number(body.headers['content-length'] ?? 0)
  const sizeBytes = Math.max(0, Math.floor(((contentLength - otherBytes) * 3) / 4))
  const about = { sessionId, fileName: '', sizeBytes, isResumable: false }
  const id = await startUpload(deps, actor, about)
  const lock = await lockUpload(deps, id)
  if (!lock) throw notReceiving()
  const end = () => body.destroy()
  lock.interrupted.addEventListener('abort', end)
  try {
    const mayRecord = () => requireConsent(deps.db, { sessionId }, 'recording')
    await whileAllowed(deps.announcements, mayRecord, async (_consent, refused) => {
      const received = await appendVideo(deps.config, id, body, refused)
      lock.interrupted.removeEventListener('abort', end)
      await syncStaged(deps.config, id, { isNew: true })
      const upload = await saveReceived(deps, actor, id, { sessionId, ...received })
      const limit = AbortSignal.timeout(finishingMs)
      const signal = AbortSignal.any([lock.interrupted, refused, limit])
      await finishUpload(deps, upload, { ...onlyAttempt, signal })
    })
  } catch (error) {
    // The response needs the connection.
    lock.interrupted.removeEventListener('abort', end)
    // If this fails, the sweep deletes it.
    await discardUpload(deps, id).catch(() => undefined)
    throw error instanceof Unavailable ? new AppError('unavailable', error.message) : error
  } finally {
    await lock.release()
  }
  const recording = await recordingOfSession(deps.db, sessionId)
  if (!recording) throw new AppError('not-found', 'There is no such recording.')
  return recording
}

/** Saves name and size of the received file, if the actor may still upload it. */
const saveReceived = (
  { db }: Needs,
  actor: Actor,
  id: string,
  {
    sessionId,
    sizeBytes,
    fileName,
    clientFullName,
  }: BodyFields & { sessionId: string; sizeBytes: number },
) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await requireStillAllowed(tx, actor, sessionId)
    const given =
      fileName || (clientFullName && composedFileName(sessionId, clientFullName, new Date())) || ''
    return saveUploadDetails(tx, id, {
      fileName: await fileNameFor(tx, given, { sessionId, clientId }),
      sizeBytes,
      address: actor.address,
    })
  })

async function appendVideo(
  config: Needs['config'],
  id: string,
  body: IncomingMessage,
  refused: AbortSignal,
) {
  const video = base64BodyParser()
  let sizeBytes = 0
  function decode(chunk: Buffer) {
    refused.throwIfAborted()
    const decoded = video.push(chunk)
    sizeBytes += decoded.length
    if (sizeBytes > maxRecordingBytes) throw tooLarge(sizeBytes)
    return decoded
  }
  try {
    await appendStaged(config, id, body, decode)
    const fields = video.end()
    if (sizeBytes === 0) throw emptyFile()
    return { ...fields, sizeBytes }
  } catch (error) {
    if (isNoSpace(error)) throw noSpace()
    if (body.readableAborted) throw new AppError('invalid', 'The upload was interrupted.')
    throw error
  }
}
