import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cancelUpload, continueUpload, createUpload, getUpload } from '#contract/recordings.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { type Actor, mountRaw } from '../../http/mount.ts'
import { finishUpload, giveUp } from '../../media/finish-upload.ts'
import { makeStagingFolder, stagedBytes } from '../../media/staging.ts'
import { holdUpload } from '../../media/upload-lease.ts'
import { finishedBytes, touchUpload, uploadFor } from './recordings.queries.ts'
import { callTus, readAnnouncement, type TusAnswer } from './tus.ts'
import { beginUpload } from './uploads.service.ts'

/** A connection on which nothing moves for so long is given up; what has arrived stays. */
const silenceMs = 120_000

/** Resumable uploads: tus 1.0.0 with the extensions creation, creation-with-upload and termination. */
export function uploadRoutes(app: FastifyInstance, deps: Deps) {
  makeStagingFolder(deps.config)

  mountRaw(app, createUpload, async ({ request, reply }, actor) => {
    const id = await beginUpload(deps, actor, readAnnouncement(request.headers))
    try {
      return answer(reply, await receive(deps, actor, id, request))
    } catch (error) {
      // Its address was never told, so nobody could go on with it.
      await giveUp(deps, id)
      throw error
    }
  })
  mountRaw(app, getUpload, async ({ params, request, reply }, actor) =>
    answer(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, continueUpload, async ({ params, request, reply }, actor) =>
    answer(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, cancelUpload, async ({ params: { uploadId }, reply }, actor) => {
    if (!(await uploadFor(deps.db, actor, uploadId))) throw notFound('upload')()
    const lease = await holdUpload(deps, uploadId)
    try {
      await giveUp(deps, uploadId)
    } finally {
      await lease.release()
    }
    return answer(reply, { status: 204, headers: tusVersion, arrived: 0 })
  })
}

/**
 * Passes a request to tus, one at a time per upload, and makes the recording when the last byte is there. The upload
 * is let go before the answer is sent, so that the next request need not wait.
 */
async function receive(
  deps: Deps,
  actor: Actor,
  id: string,
  { raw, method, headers }: FastifyRequest,
): Promise<TusAnswer> {
  const body = headers['content-type'] ? raw : undefined
  if (!(await uploadFor(deps.db, actor, id))) return finished(deps, actor, id)
  const lease = await holdUpload(deps, id, body && (() => raw.destroy()))
  try {
    // Looked up again: it may have been finished or cancelled while we waited.
    const upload = await uploadFor(deps.db, actor, id)
    if (!upload) return await finished(deps, actor, id)
    const finish = async () => {
      lease.keep()
      raw.socket.setTimeout(0)
      await finishUpload(deps, upload, actor)
    }
    if (await hasReachedStorage(deps, id)) {
      await finish()
      return await finished(deps, actor, id)
    }
    await touchUpload(deps.db, id)
    raw.socket.setTimeout(silenceMs)
    const told = await callTus(deps.config, { method, headers, upload, ...(body && { body }) })
    if (told.arrived === upload.sizeBytes) await finish()
    return told
  } finally {
    raw.socket.setTimeout(0)
    await lease.release()
  }
}

/** A crash may have come between storing the file and noting the recording. */
const hasReachedStorage = async ({ config, storage }: Deps, id: string) =>
  (await stagedBytes(config, id)) === undefined && (await storage.size(id)) !== undefined

/** An upload that has become a recording: a client that missed the last answer hears that all has arrived. */
async function finished({ db }: Deps, actor: Actor, id: string): Promise<TusAnswer> {
  const arrived = await finishedBytes(db, actor, id)
  const size = String(arrived)
  const headers = { ...tusVersion, 'upload-offset': size, 'upload-length': size }
  return { status: 200, headers, arrived }
}

const tusVersion = { 'tus-resumable': '1.0.0' }
const answer = (reply: FastifyReply, { status, headers }: TusAnswer) =>
  reply.code(status).headers(headers).send()
