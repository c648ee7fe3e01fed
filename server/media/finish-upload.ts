import { rm, writeFile } from 'node:fs/promises'
import type { ErrorCode } from '#contract/errors.ts'
import { audit } from '../audit.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError, notFound } from '../errors.ts'
import type { Actor } from '../http/mount.ts'
import { Rejected, Unavailable } from '../providers/failures.ts'
import { posterOf } from './poster.ts'
import { probe, type Refusal } from './probe.ts'
import { addRecording, discardFiles, lockUpload, removeUpload } from './recording.queries.ts'
import { isNoSpace, noSpace, removeStaged, stagedBytes, stagingFile } from './staging.ts'

type Needs = Pick<Deps, 'db' | 'storage' | 'config'>
export type Arrived = { id: string; sessionId: string; fileName: string; sizeBytes: number }
type Who = Pick<Actor, 'userId' | 'originalUserId'> & { address?: string }

export const hasRecordingAlready = () =>
  new AppError(
    'conflict',
    'This session already has a recording. Delete it before you upload another one.',
  )

/**
 * Makes the recording of a session out of an upload that has arrived whole; it gets the id of the upload, so that a
 * client that missed the answer can ask again. Whoever calls holds the upload. What is refused is removed:
 * unsupported-media, unprocessable (empty, incomplete, no sound, damaged), conflict (there is a recording already).
 * Done twice, or after a crash at any point, it ends the same.
 */
export async function finishUpload({ db, storage, config }: Needs, upload: Arrived, who: Who) {
  const { id, sessionId, fileName, sizeBytes } = upload
  const poster = `${id}.jpg`
  try {
    const isStaged = (await stagedBytes(config, id)) === sizeBytes
    const staged = stagingFile(config, id)
    // After a crash the file may have reached the storage already.
    const found = isStaged ? await look(staged) : await storage.withLocalFile(id, look)
    if (isStaged) await storage.put(id, staged, found.contentType)
    if (found.poster) {
      await writeFile(stagingFile(config, poster), found.poster)
      await storage.put(poster, stagingFile(config, poster), 'image/jpeg')
    }
    await inTransaction(db, async (tx) => {
      const locked = await lockUpload(tx, id)
      if (!locked) throw notFound('upload')()
      const isAdded = await addRecording(tx, {
        id,
        sessionId,
        storageKey: id,
        posterKey: found.poster ? poster : null,
        fileName,
        contentType: found.contentType,
        sizeBytes,
        duration: found.duration,
        isPlayable: found.isPlayable,
        uploadedBy: who.userId,
      })
      if (!isAdded) throw hasRecordingAlready()
      await removeUpload(tx, id)
      await audit(tx, who, {
        action: 'recording-uploaded',
        table: 'recording',
        rowId: id,
        clientId: locked.clientId,
      })
    })
  } catch (error) {
    const isFinal = error instanceof Rejected || error instanceof AppError
    if (isFinal) {
      await giveUp({ db, config }, id)
      await discardFiles(db, [id, poster])
    }
    throw toldToCaller(error)
  } finally {
    await rm(stagingFile(config, poster), { force: true })
  }
}

/** Removes what has arrived of an upload. */
export async function giveUp({ db, config }: Pick<Needs, 'db' | 'config'>, id: string) {
  await removeStaged(config, id)
  await removeUpload(db, id)
}

/** Side by side, since neither needs the other: whoever uploads waits for both. */
async function look(path: string) {
  const stop = new AbortController()
  const poster = posterOf(path, stop.signal)
  try {
    return { ...(await probe(path)), poster: await poster }
  } finally {
    stop.abort()
    await poster
  }
}

const codeOf: Record<Refusal, ErrorCode> = {
  empty: 'unprocessable',
  'not-a-video': 'unsupported-media',
  incomplete: 'unprocessable',
  'no-sound': 'unprocessable',
  unreadable: 'unprocessable',
}

function toldToCaller(error: unknown) {
  if (error instanceof Rejected)
    return new AppError(codeOf[error.reason as Refusal] ?? 'unprocessable', error.message)
  if (error instanceof Unavailable)
    return new AppError(
      'unavailable',
      'The video has arrived, but cannot be stored at the moment. Please try again in a few minutes.',
    )
  return isNoSpace(error) ? noSpace() : error
}
