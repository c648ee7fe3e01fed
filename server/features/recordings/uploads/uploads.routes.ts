import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  cancelUpload,
  continueUpload,
  createUpload,
  getUpload,
  getUploadOffset,
} from '#contract/recordings.ts'
import type { Deps } from '../../../deps.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { type Actor, mount, mountRaw } from '../../../platform/http/mount.ts'
import { giveUp } from './finish-upload.ts'
import { endHolder, holdUpload } from './hold-upload.ts'
import { makeStagingFolder, syncStaged } from './staging.ts'
import { touchUpload } from './uploads.queries.ts'
import { uploadFor } from '../recordings.queries.ts'
import type { TusAnswer } from './tus.ts'
import { acknowledge, beginUpload, emptyFile, uploadState } from './uploads.service.ts'

/** Read with the first upload: nobody waits for the protocol's library at the start. */
const tus = () => import('./tus.ts')

/** Resumable uploads: tus 1.0.0 with the extensions creation, creation-with-upload and termination. */
export function uploadRoutes(app: FastifyInstance, deps: Deps) {
  makeStagingFolder(deps.config)

  mountRaw(app, createUpload, async ({ request, reply }, actor) => {
    const { readAnnouncement } = await tus()
    const announced = readAnnouncement(request.headers)
    if (announced.sizeBytes === 0) throw emptyFile()
    const id = await beginUpload(deps, actor, { ...announced, isResumable: true })
    try {
      return answer(reply, await receive(deps, actor, id, request))
    } catch (error) {
      // Its address was never told, so nobody could go on with it.
      await giveUp(deps, id)
      throw error
    }
  })
  mount(app, getUpload, ({ params }, actor) => uploadState(deps, actor, params.uploadId))
  mountRaw(app, getUploadOffset, async ({ params, request, reply }, actor) =>
    answer(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, continueUpload, async ({ params, request, reply }, actor) =>
    answer(reply, await receive(deps, actor, params.uploadId, request)),
  )
  mountRaw(app, cancelUpload, async ({ params: { uploadId }, reply }, actor) => {
    const isThere = (await uploadFor(deps.db, actor, uploadId)) !== undefined
    if (isThere) await endHolder(deps.db, uploadId)
    if (!isThere || !(await giveUp(deps, uploadId))) throw notFound('upload')()
    return answer(reply, { status: 204, headers: tusVersion, arrived: 0 })
  })
}

/**
 * Passes a request to tus, one at a time per upload. What is answered is on the disk, and whoever sent it may still do
 * so. The upload is let go of before the answer is sent, so that the next request need not wait.
 */
async function receive(
  deps: Deps,
  actor: Actor,
  id: string,
  { raw, method, headers }: FastifyRequest,
): Promise<TusAnswer> {
  const upload = await uploadFor(deps.db, actor, id)
  const held = upload && (await holdUpload(deps, id))
  if (!held) return arrived(deps, actor, id, method)
  const body = headers['content-type'] ? raw : undefined
  const end = () => void body?.destroy()
  held.ended.addEventListener('abort', end)
  try {
    const { callTus } = await tus()
    const told = await callTus(deps.config, { method, headers, upload, ...(body && { body }) })
    held.ended.removeEventListener('abort', end)
    await syncStaged(deps.config, id, { isNew: method === 'POST' })
    const { sessionId, sizeBytes } = upload
    // An upload that has only been announced is nobody's word to take.
    if (method !== 'POST' || told.arrived > 0)
      await acknowledge(deps, actor, held.lease, {
        sessionId,
        isWhole: told.arrived === sizeBytes,
      })
    return told
  } catch (error) {
    // Something may have arrived all the same: it is not abandoned yet.
    if (body) await touchUpload(deps.db, held.lease).catch(() => undefined)
    throw error
  } finally {
    await held.release()
  }
}

/** An upload of which every byte is there: whoever missed that answer hears it now, whatever they send. */
async function arrived(deps: Deps, actor: Actor, id: string, method: string): Promise<TusAnswer> {
  const { error, sizeBytes } = await uploadState(deps, actor, id)
  if (error !== null) throw new AppError('unprocessable', error)
  const size = String(sizeBytes)
  const headers = { ...tusVersion, 'upload-offset': size, 'upload-length': size }
  return { status: method === 'HEAD' ? 200 : 204, headers, arrived: sizeBytes }
}

const tusVersion = { 'tus-resumable': '1.0.0' }
const answer = (reply: FastifyReply, { status, headers }: TusAnswer) =>
  reply.code(status).headers(headers).send()
