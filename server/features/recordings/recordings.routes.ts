import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createDirectLink,
  getPoster,
  getRecording,
  openDirectLink,
  uploadRecording,
} from '#contract/recordings/recordings.ts'
import {
  getRecordingsMove,
  moveRecordings,
  stopMovingRecordings,
} from '#contract/recordings/recordings-move.ts'
import { auditOpening, auditPlan } from '../audit/audit.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import { type Actor, mount, mountRaw } from '../../platform/http/mount.ts'
import type { Storage } from '../../providers/storage/storage.ts'
import { NotFound, Unavailable } from '../../platform/jobs/errors.ts'
import { signDirectLink, requireDirectLink } from './playback/playback-links.ts'
import { videoFileName } from './uploads/file-name.ts'
import { stopRunningMove, getMoveStatus, startMove } from './moves/moves.service.ts'
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
      const link = await playbackLink(deps, recording)
      if (link !== undefined) {
        await auditOpened(deps, actor, recording)
        return reply.redirect(link, 302)
      }
    }
    return sendRecording(deps, { request, reply, opener: actor }, { ...recording, isDownload })
  })

  mountRaw(app, getPoster, async ({ params, request, reply }, actor) => {
    const recording = await recordingFor(db, actor, params.id)
    const { posterKey, sessionId, clientId } = recording
    if (posterKey === null) throw notFound('picture')()
    const size = await withStorage(deps, recording, async (storage) => {
      const found = await storage.size(posterKey, { sessionId })
      if (found === undefined) throw new NotFound()
      return found
    })
    return sendFile(request, reply, {
      id: posterKey,
      size,
      contentType: 'image/jpeg',
      // The poster is part of the plan: only playing counts as opening the recording.
      read: (range) =>
        auditBeforeSending(
          () => auditPlan(db, actor, clientId),
          withStorage(deps, recording, (storage) => storage.read(posterKey, range, { sessionId })),
        ),
    })
  })

  mount(app, getRecordingsMove, () => getMoveStatus(deps))
  mount(app, moveRecordings, (_asked, actor) => startMove(deps, actor))
  mount(app, stopMovingRecordings, (_asked, actor) => stopRunningMove(deps, actor))

  mount(app, createDirectLink, async ({ params }, actor) => {
    const { id, clientId } = await recordingFor(db, actor, params.id)
    await auditOpening(db, actor, {
      ...{ action: 'recording-link-made', table: 'recording', rowIds: [id] },
      clientId,
    })
    return signDirectLink(keys, id, new Date())
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

/** The file of a recording that was just moved stays for hours, so its row need not be read again. */
async function withStorage<T>(
  { providers }: Pick<Deps, 'providers'>,
  { integrationId }: RecordingRow,
  use: (storage: Storage) => Promise<T>,
): Promise<T> {
  try {
    return await use((await providers.of('video_storage', integrationId)).adapter)
  } catch (error) {
    return throwStorageError(error)
  }
}

/** Translates errors of a storage for the caller. */
function throwStorageError(error: unknown): never {
  if (error instanceof NotFound) throw notFound('recording')()
  if (error instanceof Unavailable)
    throw new AppError(
      'unavailable',
      'The recording is temporarily unavailable. Please try again in a few minutes.',
    )
  throw error
}

/** A link to the storage, valid for minutes, without personal data; undefined if the storage has no links. */
function playbackLink(deps: Pick<Deps, 'providers'>, recording: RecordingRow) {
  const { storageKey, playableKey, contentType, sessionId } = recording
  const type = playableKey === null ? contentType : 'video/mp4'
  return withStorage(deps, recording, async ({ links }) =>
    links?.to(playableKey ?? storageKey, type, { sessionId }),
  )
}

type RecordingRow = Awaited<ReturnType<typeof recordingFor>>
type Opening = {
  request: FastifyRequest
  reply: FastifyReply
  opener: Partial<Actor>
  details?: Record<string, string | boolean>
}

const auditOpened = (
  { db }: Pick<Deps, 'db'>,
  opener: Opening['opener'],
  { id, clientId }: RecordingRow,
  details: Opening['details'] = {},
) =>
  auditOpening(db, opener, {
    ...{ action: 'recording-opened', table: 'recording' },
    ...{ rowIds: [id], clientId, details },
  })

/** Sends the playable copy if there is one; as a download, the original. */
async function sendRecording(
  deps: Pick<Deps, 'db' | 'providers'>,
  { request, reply, opener, details = {} }: Opening,
  recording: RecordingRow & { isDownload: boolean },
) {
  const { sessionId, fileName, isDownload, playableBytes } = recording
  const isCopy = !isDownload && playableBytes !== null
  const key = (isCopy && recording.playableKey) || recording.storageKey
  const contentType = isCopy ? 'video/mp4' : recording.contentType
  return sendFile(request, reply, {
    id: isCopy ? `${recording.id}-copy` : recording.id,
    size: isCopy ? playableBytes : recording.sizeBytes,
    contentType,
    name: videoFileName(fileName, contentType),
    isDownload,
    read: (range) =>
      auditBeforeSending(
        () => auditOpened(deps, opener, recording, details),
        withStorage(deps, recording, (storage) => storage.read(key, range, { sessionId })),
      ),
  })
}

/** Audits before the first byte is sent, and only if there is something to send. */
async function auditBeforeSending(log: () => Promise<void>, pendingContent: Promise<Readable>) {
  const content = await pendingContent
  try {
    await log()
  } catch (error) {
    content.destroy()
    throw error
  }
  return content
}
