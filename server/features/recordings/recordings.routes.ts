import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createDirectLink,
  getPoster,
  getRecording,
  openDirectLink,
  uploadRecording,
} from '#contract/recordings.ts'
import { audit } from '../../audit.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { sendFile } from '../../http/send-file.ts'
import { type Actor, mount, mountRaw } from '../../http/mount.ts'
import { NotFound } from '../../providers/failures.ts'
import { directLink, requireDirectLink } from './direct-link.ts'
import { receiveBase64 } from './receive-base64.ts'
import { recordingById, recordingFor } from './recordings.queries.ts'

export function recordingRoutes(app: FastifyInstance, deps: Deps) {
  const { db, secretKey } = deps

  mount(app, uploadRecording, ({ params, request }, actor) =>
    receiveBase64(deps, actor, params.id, request.raw),
  )

  mountRaw(app, getRecording, async ({ params, query, request, reply }, actor) => {
    const recording = await recordingFor(db, actor, params.id)
    await auditOpening(deps, actor, request, recording)
    const isDownload = query.download === '1'
    return sendRecording(deps, request, reply, { ...recording, isDownload })
  })

  mountRaw(app, getPoster, async ({ params, request, reply }, actor) => {
    const { posterKey } = await recordingFor(db, actor, params.id)
    const size = posterKey === null ? undefined : await deps.storage.size(posterKey)
    if (posterKey === null || size === undefined) throw notFound('picture')()
    return sendFile(request, reply, {
      id: posterKey,
      size,
      contentType: 'image/jpeg',
      read: (range) => deps.storage.read(posterKey, range),
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
    return directLink(secretKey, id, new Date())
  })

  mountRaw(app, openDirectLink, async ({ params, query, request, reply }, actor) => {
    requireDirectLink(secretKey, { ...params, ...query }, new Date())
    const recording = await recordingById(db, params.recordingId)
    const opener = actor ?? { address: request.ip }
    await auditOpening(deps, opener, request, recording, { isByLink: true })
    return sendRecording(deps, request, reply, { ...recording, isDownload: false })
  })
}

type Row = Awaited<ReturnType<typeof recordingFor>>

async function sendRecording(
  { storage }: Pick<Deps, 'storage'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, storageKey, fileName, contentType, sizeBytes, isDownload }: Row & { isDownload: boolean },
) {
  return sendFile(request, reply, {
    id,
    size: sizeBytes,
    contentType,
    name: fileName,
    isDownload,
    read: (range) =>
      storage.read(storageKey, range).catch((error: unknown) => {
        throw error instanceof NotFound ? notFound('recording')() : error
      }),
  })
}

/** A player asks for many parts: only the one with the beginning counts as an opening. */
async function auditOpening(
  { db }: Pick<Deps, 'db'>,
  opener: Partial<Actor>,
  { headers: { range } }: FastifyRequest,
  { id, clientId }: Pick<Row, 'id' | 'clientId'>,
  details: Record<string, boolean> = {},
) {
  if (range !== undefined && !range.startsWith('bytes=0-')) return
  await audit(db, opener, {
    action: 'recording-opened',
    table: 'recording',
    rowId: id,
    clientId,
    details,
  })
}
