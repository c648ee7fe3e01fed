import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createDirectLink,
  getPoster,
  getRecording,
  openDirectLink,
  uploadRecording,
} from '#contract/recordings.ts'
import { audit, auditOpening } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError, notFound } from '../errors.ts'
import { addressOf } from '../http/address.ts'
import { sendFile } from '../http/send-file.ts'
import { type Actor, mount, mountRaw } from '../http/mount.ts'
import { NotFound, Unavailable } from '../work/failures.ts'
import { directLink, requireDirectLink } from './direct-link.ts'
import { videoFileName } from './file-name.ts'
import { receiveBase64 } from './receive-base64.ts'
import { recordingById, recordingFor } from './recordings.queries.ts'

export function recordingRoutes(app: FastifyInstance, deps: Deps) {
  const { db, keys } = deps

  mount(app, uploadRecording, ({ params, request }, actor) =>
    receiveBase64(deps, actor, params.id, request.raw),
  )

  mountRaw(app, getRecording, async ({ params, query, request, reply }, actor) => {
    const recording = await recordingFor(db, actor, params.id)
    const isDownload = query.download === '1'
    return sendRecording(deps, { request, reply, opener: actor }, { ...recording, isDownload })
  })

  mountRaw(app, getPoster, async ({ params, request, reply }, actor) => {
    const { posterKey, integrationId } = await recordingFor(db, actor, params.id)
    const storage = await storageOf(deps, integrationId)
    const size = posterKey === null ? undefined : await storage.size(posterKey).catch(refuse)
    if (posterKey === null || size === undefined) throw notFound('picture')()
    return sendFile(request, reply, {
      id: posterKey,
      size,
      contentType: 'image/jpeg',
      read: (range) => storage.read(posterKey, range).catch(refuse),
    })
  })

  mount(app, createDirectLink, async ({ params }, actor) => {
    const { id, clientId } = await recordingFor(db, actor, params.id)
    await audit(db, actor, {
      action: 'recording-link-made',
      table: 'recording',
      rowId: id,
      clientId,
    })
    return directLink(keys, id, new Date())
  })

  mountRaw(app, openDirectLink, async ({ params, query, request, reply }, actor) => {
    requireDirectLink(keys, { ...params, ...query }, new Date())
    const recording = await recordingById(db, params.recordingId)
    return sendRecording(
      deps,
      {
        request,
        reply,
        opener: actor ?? { address: addressOf(request) },
        details: { isByLink: true, linkEnds: new Date(query.expires * 1000).toISOString() },
      },
      { ...recording, isDownload: false },
    )
  })
}

/** The storage that keeps a recording, whichever is active by now. */
const storageOf = ({ providers }: Pick<Deps, 'providers'>, integrationId: string) =>
  providers.of('video_storage', integrationId).then(({ adapter }) => adapter, refuse)

/** What a storage that does not give a file answers to whoever wants to see it. */
function refuse(error: unknown): never {
  if (error instanceof NotFound) throw notFound('recording')()
  if (error instanceof Unavailable)
    throw new AppError(
      'unavailable',
      'The recording cannot be reached at the moment. Please try again in a few minutes.',
    )
  throw error
}

type Row = Awaited<ReturnType<typeof recordingFor>>
type Opening = {
  request: FastifyRequest
  reply: FastifyReply
  opener: Partial<Actor>
  details?: Record<string, string | boolean>
}

/** Whoever gets any byte of a recording is written down first; who gets none has not opened it. */
async function sendRecording(
  deps: Pick<Deps, 'db' | 'providers'>,
  { request, reply, opener, details = {} }: Opening,
  recording: Row & { isDownload: boolean },
) {
  const { id, storageKey, fileName, contentType, sizeBytes, isDownload, clientId } = recording
  const storage = await storageOf(deps, recording.integrationId)
  return sendFile(request, reply, {
    id,
    size: sizeBytes,
    contentType,
    name: videoFileName(fileName, contentType),
    isDownload,
    async read(range) {
      const content = await storage.read(storageKey, range).catch(refuse)
      try {
        await auditOpening(deps.db, opener, {
          action: 'recording-opened',
          table: 'recording',
          rowIds: [id],
          clientId,
          details,
        })
      } catch (error) {
        content.destroy()
        throw error
      }
      return content
    },
  })
}
