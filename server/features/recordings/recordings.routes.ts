import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createDirectLink,
  getPoster,
  getRecording,
  openDirectLink,
  uploadRecording,
} from '#contract/recordings.ts'
import {
  getRecordingsMove,
  moveRecordings,
  stopMovingRecordings,
} from '#contract/move-recordings.ts'
import { audit, auditOpening, auditPlan } from '../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { type Actor, mount, mountRaw } from '../../platform/http/mount.ts'
import type { Storage } from '../../providers/storage/storage.ts'
import { NotFound, Unavailable } from '../../platform/jobs/errors.ts'
import { directLink, requireDirectLink } from './playback/direct-link.ts'
import { videoFileName } from './uploads/file-name.ts'
import { endMoving, moveState, startMove } from './moves/moves.service.ts'
import { receiveBase64 } from './uploads/receive-base64.ts'
import { recordingById, recordingFor } from './recordings.queries.ts'

export function recordingRoutes(app: FastifyInstance, deps: Deps) {
  const { db, keys } = deps

  mount(app, uploadRecording, ({ params, request }, actor) =>
    receiveBase64(deps, actor, params.id, request.raw),
  )

  mountRaw(app, getRecording, async ({ params, query, request, reply }, actor) => {
    const recording = await recordingFor(db, actor, params.id)
    const isDownload = query.download === '1'
    if (!isDownload && query.through !== 'server') {
      const link = await linkTo(deps, recording)
      if (link !== undefined) {
        await noteOpening(deps, actor, recording)
        return reply.redirect(link, 302)
      }
    }
    return sendRecording(deps, { request, reply, opener: actor }, { ...recording, isDownload })
  })

  mountRaw(app, getPoster, async ({ params, request, reply }, actor) => {
    const recording = await recordingFor(db, actor, params.id)
    const { posterKey, sessionId, clientId } = recording
    if (posterKey === null) throw notFound('picture')()
    const size = await whereItLies(deps, recording, async (storage, it) => {
      const found = await storage.size(it.posterKey ?? '', { sessionId })
      if (found === undefined) throw new NotFound()
      return found
    })
    return sendFile(request, reply, {
      id: posterKey,
      size,
      contentType: 'image/jpeg',
      // It stands in the session, so whoever sees it has opened the plan; who plays the recording has opened that.
      read: (range) =>
        noted(
          () => auditPlan(db, actor, clientId),
          whereItLies(deps, recording, (storage, it) =>
            storage.read(it.posterKey ?? '', range, { sessionId }),
          ),
        ),
    })
  })

  mount(app, getRecordingsMove, () => moveState(deps))
  mount(app, moveRecordings, (_asked, actor) => startMove(deps, actor))
  mount(app, stopMovingRecordings, (_asked, actor) => endMoving(deps, actor))

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
        opener: actor ?? { address: clientAddress(request) },
        details: { isByLink: true, linkEnds: new Date(query.expires * 1000).toISOString() },
      },
      { ...recording, isDownload: false },
    )
  })
}

/**
 * Does something with the storage that keeps a recording, whichever is active by now; once more where it was moved
 * elsewhere since its row was read.
 */
async function whereItLies<T>(
  { db, providers }: Pick<Deps, 'db' | 'providers'>,
  recording: Row,
  use: (storage: Storage, it: Row) => Promise<T>,
): Promise<T> {
  const lies = async (it: Row) =>
    use((await providers.of('video_storage', it.integrationId)).adapter, it)
  try {
    return await lies(recording)
  } catch (error) {
    if (!(error instanceof NotFound)) refuse(error)
    const now = await recordingById(db, recording.id)
    return now.storageKey === recording.storageKey ? refuse(error) : lies(now).catch(refuse)
  }
}

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

/** A link to what is played, where the storage that keeps it gives it by links. It holds no name, and lasts minutes. */
async function linkTo(
  { providers }: Pick<Deps, 'providers'>,
  { integrationId, storageKey, playableKey, contentType, sessionId }: Row,
) {
  try {
    const { adapter } = await providers.of('video_storage', integrationId)
    const type = playableKey === null ? contentType : 'video/mp4'
    return await adapter.links?.to(playableKey ?? storageKey, type, { sessionId })
  } catch (error) {
    return refuse(error)
  }
}

type Row = Awaited<ReturnType<typeof recordingFor>>
type Opening = {
  request: FastifyRequest
  reply: FastifyReply
  opener: Partial<Actor>
  details?: Record<string, string | boolean>
}

const noteOpening = (
  { db }: Pick<Deps, 'db'>,
  opener: Opening['opener'],
  { id, clientId }: Row,
  details: Opening['details'] = {},
) =>
  auditOpening(db, opener, {
    ...{ action: 'recording-opened', table: 'recording' },
    ...{ rowIds: [id], clientId, details },
  })

/** Sends the copy for browsers where there is one, or as a download the recording itself. */
async function sendRecording(
  deps: Pick<Deps, 'db' | 'providers'>,
  { request, reply, opener, details = {} }: Opening,
  recording: Row & { isDownload: boolean },
) {
  const { sessionId, fileName, isDownload, playableBytes } = recording
  const isCopy = !isDownload && playableBytes !== null
  const contentType = isCopy ? 'video/mp4' : recording.contentType
  return sendFile(request, reply, {
    id: isCopy ? `${recording.id}-copy` : recording.id,
    size: isCopy ? playableBytes : recording.sizeBytes,
    contentType,
    name: videoFileName(fileName, contentType),
    isDownload,
    read: (range) =>
      noted(
        () => noteOpening(deps, opener, recording, details),
        whereItLies(deps, recording, (storage, it) =>
          storage.read((isCopy && it.playableKey) || it.storageKey, range, { sessionId }),
        ),
      ),
  })
}

/** Whoever gets any byte of it is written down first; who gets none has not opened it. */
async function noted(note: () => Promise<void>, reading: Promise<Readable>) {
  const content = await reading
  try {
    await note()
  } catch (error) {
    content.destroy()
    throw error
  }
  return content
}
