import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { maximumRecordingBytes } from '#contract/recordings.ts'
import type { Lease } from '../../../platform/db/lease.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { failureOf, finishUpload, giveUp, look } from './finish-upload.ts'
import { holdUpload } from './hold-upload.ts'
import { recordingOfSession } from '../recordings.queries.ts'
import { isNoSpace, noSpace, stagingFile, syncStaged, writeStaged } from './staging.ts'
import { nameUpload } from './uploads.queries.ts'
import { base64Video, type Fields } from './base64-video.ts'
import type { Take } from './each-piece.ts'
import { composedFileName } from './file-name.ts'
import {
  beginUpload,
  emptyFile,
  nameFor,
  requireStill,
  tooLarge,
  wentElsewhere,
} from './uploads.service.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'config' | 'queue' | 'installation' | 'announcements'>

/** Of the body, for names and the JSON around them. */
const besideBytes = 256 * 1024

/**
 * The specified upload: base64 in JSON, written to disk as it arrives. Whoever calls waits for the recording, which is
 * made within the request, under the lease of the upload. What is refused or breaks off leaves nothing behind.
 */
export async function receiveBase64(
  deps: Needs,
  actor: Actor,
  sessionId: string,
  body: IncomingMessage,
) {
  const announced = Number(body.headers['content-length'] ?? 0)
  // Four characters stand for three bytes.
  const sizeBytes = Math.max(0, Math.floor(((announced - besideBytes) * 3) / 4))
  const about = { sessionId, fileName: '', sizeBytes, isResumable: false }
  const id = await beginUpload(deps, actor, about)
  const held = await holdUpload(deps, id)
  if (!held) throw wentElsewhere()
  const file = stagingFile(deps.config, id)
  const stop = new AbortController()
  try {
    const end = () => body.destroy()
    held.ended.addEventListener('abort', end)
    const came = await write(body, file)
    held.ended.removeEventListener('abort', end)
    // Takes longer than the disk does meanwhile, and whoever calls waits for both.
    const looking = look(file, AbortSignal.any([held.ended, stop.signal]))
    // Told by whoever waits for it.
    looking.catch(() => undefined)
    await syncStaged(deps.config, id, { isNew: true })
    const upload = await arrived(deps, actor, held.lease, { sessionId, ...came })
    await finishUpload(deps, held.lease, upload, held.ended, looking)
  } catch (error) {
    stop.abort()
    // Failing that, the sweep does it.
    await giveUp(deps, id).catch(() => undefined)
    const failure = failureOf(error)
    throw 'error' in failure ? failure.error : error
  } finally {
    await held.release()
  }
  const recording = await recordingOfSession(deps.db, sessionId)
  if (!recording) throw new AppError('not-found', 'There is no such recording.')
  return recording
}

/** Notes what has come, as of whom it was, if they may still bring it. */
const arrived = (
  { db }: Needs,
  actor: Actor,
  lease: Lease,
  {
    sessionId,
    sizeBytes,
    fileName,
    clientFullName,
  }: Fields & { sessionId: string; sizeBytes: number },
) =>
  inTransaction(db, async (tx) => {
    const { clientId } = await requireStill(tx, actor, sessionId)
    const given =
      fileName || (clientFullName && composedFileName(sessionId, clientFullName, new Date())) || ''
    const upload = await nameUpload(tx, lease, {
      fileName: await nameFor(tx, given, { sessionId, clientId }),
      sizeBytes,
      address: actor.address,
    })
    if (!upload) throw wentElsewhere()
    return upload
  })

async function write(body: IncomingMessage, file: string) {
  const video = base64Video()
  let sizeBytes = 0
  const each = (piece: Buffer, add: Take) =>
    video.push(piece, (decoded) => {
      sizeBytes += decoded.length
      if (sizeBytes > maximumRecordingBytes) throw tooLarge(sizeBytes)
      add(decoded)
    })
  try {
    // Opened first: a stream that opens its own file may still do so after a failed pipeline, when nobody cleans up.
    await writeStaged(await open(file, 'wx', 0o600), body, { each })
    const fields = video.end()
    if (sizeBytes === 0) throw emptyFile()
    return { ...fields, sizeBytes }
  } catch (error) {
    if (isNoSpace(error)) throw noSpace()
    if (body.readableAborted) throw new AppError('invalid', 'The upload broke off before its end.')
    throw error
  }
}
