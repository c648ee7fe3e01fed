import { open } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { maximumRecordingBytes } from '#contract/recordings.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../../http/mount.ts'
import { newId } from '../../ids.ts'
import { finishUpload, giveUp } from '../../media/finish-upload.ts'
import { recordingOfSession } from '../../media/recording.queries.ts'
import { isNoSpace, noSpace, stagingFile } from '../../media/staging.ts'
import { holdUpload } from '../../media/upload-lease.ts'
import { base64Video, type Fields } from './base64-video.ts'
import { composedFileName } from './file-name.ts'
import { emptyFile, noteUpload, requireRoomForRecording, tooLarge } from './uploads.service.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'config' | 'announcements'>

const writeBytes = 1024 * 1024
/** Of the body, for names and the JSON around them. */
const besideBytes = 256 * 1024

/** The specified upload: base64 in JSON, written to disk as it arrives. What is refused or breaks off leaves nothing behind. */
export async function receiveBase64(
  deps: Needs,
  actor: Actor,
  sessionId: string,
  body: IncomingMessage,
) {
  const announced = Number(body.headers['content-length'] ?? 0)
  // Four characters stand for three bytes.
  const expected = Math.max(0, Math.floor(((announced - besideBytes) * 3) / 4))
  const clientId = await requireRoomForRecording(deps, actor, { sessionId, sizeBytes: expected })
  const id = newId()
  try {
    const { fileName, clientFullName, sizeBytes } = await write(body, stagingFile(deps.config, id))
    const upload = await noteUpload(deps, actor, {
      ...{ id, sessionId, clientId, sizeBytes },
      fileName: fileName || composedFileName(sessionId, clientFullName ?? '', new Date()),
    })
    const lease = await holdUpload(deps, id)
    try {
      await finishUpload(deps, upload, actor)
    } finally {
      await lease.release()
    }
  } catch (error) {
    await giveUp(deps, id)
    throw error
  }
  const recording = await recordingOfSession(deps.db, sessionId)
  if (!recording) throw new AppError('not-found', 'There is no such recording.')
  return recording
}

async function write(body: IncomingMessage, file: string) {
  const fields: Fields = {}
  let sizeBytes = 0
  async function* video() {
    // A refusal is answered before the body has ended: until then the connection must stay open.
    const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    for await (const piece of base64Video(chunks, fields)) {
      sizeBytes += piece.length
      if (sizeBytes > maximumRecordingBytes) throw tooLarge(sizeBytes)
      yield piece
    }
  }
  try {
    // Opened first: a stream that opens its own file may still do so after a failed pipeline, when nobody cleans up.
    const handle = await open(file, 'wx', 0o600)
    await pipeline(video, handle.createWriteStream({ highWaterMark: writeBytes }))
  } catch (error) {
    if (isNoSpace(error)) throw noSpace()
    if (body.readableAborted) throw new AppError('invalid', 'The upload broke off before its end.')
    throw error
  }
  if (sizeBytes === 0) throw emptyFile()
  return { ...fields, sizeBytes }
}
