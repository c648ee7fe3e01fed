import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  cancelUpload,
  continueUpload,
  createUpload,
  finishUpload,
  getUpload,
  getUploadOffset,
  listMyUnfinishedRecordings,
  type Upload,
} from '#contract/recordings/recordings.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { isNoConsent, requireConsent } from '../../../platform/consent.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { type Actor, mount, mountRaw } from '../../../platform/http/mount.ts'
import { whileAllowed } from '../../../platform/while-allowed.ts'
import { interruptReceiver, lockUpload } from './lock-upload.ts'
import { makeStagingFolder } from './staging.ts'
import { hourMs, sweepStaged } from './sweep-uploads.ts'
import { openParts } from './upload-parts.ts'
import { declareUploadSize, failUpload, touchUpload } from './uploads.queries.ts'
import { uploadFor } from '../recordings.queries.ts'
import type { TusResponse } from './tus.ts'
import {
  acknowledge,
  discardUpload,
  startUpload,
  emptyFile,
  getUploadStatus,
  listUnfinishedRecordings,
} from './uploads.service.ts'

/** Loaded with the first upload, to start the server faster. */
const tus = () => import('./tus.ts')

/** Resumable uploads: tus 1.0.0 with the extensions creation, creation-with-upload, creation-defer-length and termination. */
export function uploadRoutes(app: FastifyInstance, deps: Deps) {
  makeStagingFolder(deps.config)
  // The workers may be on other machines.
  const report = (err: unknown) => app.log.error({ err }, 'background work failed')
  const sweep = () => void sweepStaged(deps, report).catch(report)
  const sweeping = setInterval(sweep, hourMs).unref()
  // A withdrawal ends uploads.
  const stopListening = deps.announcements.listen('consents', sweep)
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    stopListening()
  })

  mountRaw(app, createUpload, async ({ request, reply }, actor) => {
    const { parseUploadCreation } = await tus()
    const creation = parseUploadCreation(request.headers)
    if (creation.sizeBytes === 0) throw emptyFile()
    const id = await startUpload(deps, actor, { ...creation, isResumable: true })
    try {
      return sendResponse(reply, await receive(deps, actor, id, request))
    } catch (error) {
      // The client never got its address, so it cannot be continued.
      await discardUpload(deps, id)
      throw error
    }
  })
  mount(app, getUpload, ({ params }, actor) => getUploadStatus(deps, actor, params.uploadId))
  mount(app, finishUpload, ({ params }, actor) => finish(deps, actor, params.uploadId))
  mount(app, listMyUnfinishedRecordings, (_asked, actor) => listUnfinishedRecordings(deps, actor))
  mountRaw(app, getUploadOffset, async ({ params, request, reply }, actor) =>
    sendResponse(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, continueUpload, async ({ params, request, reply }, actor) =>
    sendResponse(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, cancelUpload, async ({ params: { uploadId }, reply }, actor) => {
    const exists = (await uploadFor(deps.db, actor, uploadId)) !== undefined
    if (exists) await interruptReceiver(deps.db, uploadId)
    if (!exists || !(await discardUpload(deps, uploadId))) throw notFound('upload')()
    return sendResponse(reply, { status: 204, headers: tusVersion })
  })
}

/**
 * Passes a request to tus, one at a time per upload. Acknowledged bytes are durable. The lock is released before the response
 * is sent, so that the next request does not wait.
 */
async function receive(
  deps: Deps,
  actor: Actor,
  id: string,
  { raw, method, headers }: FastifyRequest,
): Promise<Answer> {
  const upload = await uploadFor(deps.db, actor, id)
  const lock = upload && (await lockUpload(deps, id))
  if (!lock) return finishedResponse(deps, actor, id, method)
  const { sessionId } = upload
  const body = headers['content-type'] ? raw : undefined
  const end = () => void body?.destroy()
  lock.interrupted.addEventListener('abort', end)
  try {
    const { callTus } = await tus()
    const mayRecord = () => requireConsent(deps.db, { sessionId }, 'recording')
    return await whileAllowed(deps.announcements, mayRecord, async (_consent, refused) => {
      const signal = AbortSignal.any([lock.interrupted, refused])
      const requireHeld = (tx: Db) => touchUpload(tx, id)
      const parts = await openParts(deps, { id, sessionId, signal, requireHeld })
      const response = await callTus(parts, {
        ...{ method, headers, upload, ...(body && { body }) },
        declareSize: (sizeBytes) => declareUploadSize(deps.db, id, sizeBytes),
      })
      lock.interrupted.removeEventListener('abort', end)
      await parts.sync(method === 'POST')
      // Creating an upload without bytes needs no acknowledgement.
      if (method !== 'POST' || response.arrived > 0)
        await acknowledge(deps, actor, id, { sessionId, ...response })
      return response
    })
  } catch (error) {
    // The response needs the connection.
    lock.interrupted.removeEventListener('abort', end)
    if (isNoConsent(error))
      await inTransaction(deps.db, (tx) => failUpload(tx, deps.queue, id, error.message))
    // Some bytes may have arrived: it is not abandoned, unless it was cancelled. The first error is the one to show.
    else if (body) await touchUpload(deps.db, id).catch(() => undefined)
    throw error
  } finally {
    await lock.release()
  }
}

/** Ends an upload at what has arrived: nothing more can come. A repeat returns what became of it. Throws unprocessable. */
async function finish(deps: Deps, actor: Actor, id: string): Promise<Upload> {
  const upload = await uploadFor(deps.db, actor, id)
  const lock = upload && (await lockUpload(deps, id))
  if (lock) {
    const { sessionId } = upload
    try {
      const requireHeld = (tx: Db) => touchUpload(tx, id)
      const parts = await openParts(deps, { id, sessionId, signal: lock.interrupted, requireHeld })
      const arrived = await parts.arrivedBytes()
      if (!arrived) throw emptyFile()
      await parts.sync(false)
      await acknowledge(deps, actor, id, { sessionId, arrived, isWhole: true })
    } finally {
      await lock.release()
    }
  }
  const status = await getUploadStatus(deps, actor, id)
  if (status.error !== null) throw new AppError('unprocessable', status.error)
  return status
}

/** A client that missed the last response asks for the offset by HEAD. Throws conflict for further bytes. */
async function finishedResponse(
  deps: Deps,
  actor: Actor,
  id: string,
  method: string,
): Promise<Answer> {
  const { error, sizeBytes } = await getUploadStatus(deps, actor, id)
  if (error !== null) throw new AppError('unprocessable', error)
  const size = String(sizeBytes)
  if (method !== 'HEAD') throw new AppError('conflict', 'This upload is already complete.')
  const headers = { ...tusVersion, 'upload-offset': size, 'upload-length': size }
  return { status: 200, headers }
}

const tusVersion = { 'tus-resumable': '1.0.0' }
type Answer = Pick<TusResponse, 'status' | 'headers'>
const sendResponse = (reply: FastifyReply, { status, headers }: Answer) =>
  reply.code(status).headers(headers).send()
