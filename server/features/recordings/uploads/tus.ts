import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { DataStore, type Locker, Metadata, Server, Upload } from '@tus/server'
import { z } from 'zod'
import { instant, rowId } from '#contract/bounds.ts'
import { createUpload, maxRecordingBytes, maxSpeakers } from '#contract/recordings/recordings.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import { isNoSpace, noSpace } from './staging.ts'
import type { UploadParts } from './upload-parts.ts'
import { tooLarge } from './uploads.service.ts'

/** `sizeBytes` null: not known yet. */
type StoredUpload = { id: string; sizeBytes: number | null; fileName: string; sessionId: string }
type Call = {
  method: string
  headers: IncomingHttpHeaders
  body?: Readable
  upload: StoredUpload
  /** Saves a length that was not known before. */
  declareSize: (sizeBytes: number) => Promise<unknown>
}
export type TusResponse = {
  status: number
  headers: Record<string, string>
  arrived: number
  isWhole: boolean
}

const requestHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-defer-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
]
const responseHeaders = [
  'tus-resumable',
  'location',
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
]

/** lock-upload.ts already locks the upload over all processes. */
const noLock: Locker = {
  newLock: () => ({ lock: async () => {}, unlock: async () => {} }),
}

/**
 * The tus 1.0.0 protocol over the parts of an upload. The caller has checked access. Throws AppError for protocol errors.
 */
export async function callTus(parts: UploadParts, call: Call): Promise<TusResponse> {
  const { method, headers, body, upload, declareSize } = call
  if (method === 'POST') await parts.create()
  const offset = await parts.arrivedBytes()
  if (offset === undefined) throw notFound('upload')()
  const length = Number(headers['content-length'] ?? 0)
  let size = upload.sizeBytes
  const datastore = new DataStore()
  datastore.extensions = ['creation', 'creation-with-upload', 'creation-defer-length']
  datastore.getUpload = async () => toUpload(upload, offset)
  let failure: unknown
  /** tus reports errors as texts. */
  const captureFailure = async <T>(work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      failure = error
      throw error
    }
  }
  // Before the bytes: a sender whose connection breaks learns that it is known.
  datastore.declareUploadLength = (_id, declared) =>
    captureFailure(async () => {
      if (offset + length > declared) throw tooManyBytes()
      await declareSize(declared)
      size = declared
    })
  // Written directly: the web stream that tus uses takes twice as long.
  datastore.write = () =>
    captureFailure(async () => {
      if (body) await parts.requireSpace(length)
      return append(parts, { offset, size }, body)
    })
  const server = new Server({
    path: createUpload.path,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: maxRecordingBytes,
    locker: noLock,
    namingFunction: () => upload.id,
    datastore,
  })
  const forwarded = new Headers()
  for (const name of requestHeaders) {
    const value = headers[name]
    // A sender whose connection broke may declare the length again.
    const isRepeated =
      method === 'PATCH' && name === 'upload-length' && value === String(upload.sizeBytes)
    if (typeof value === 'string' && !isRepeated) forwarded.set(name, value)
  }
  const url = `http://tus${createUpload.path}${method === 'POST' ? '' : `/${upload.id}`}`
  const answer = await server.handleWeb(new Request(url, { method, headers: forwarded }))
  if (failure) throw writeError(failure, body)
  if (answer.status === 413 && size === null)
    throw tooLarge(Math.max(offset + length, Number(headers['upload-length'] ?? 0)))
  if (answer.status >= 400) throw errorForStatus(answer.status)
  const arrived = Number(answer.headers.get('upload-offset') ?? 0)
  return {
    status: answer.status,
    headers: Object.fromEntries(
      responseHeaders.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    arrived,
    isWhole: arrived === size,
  }
}

/** Appends the body, never beyond `size` or the limit. Returns the new end; what has arrived before an error stays. */
async function append(
  parts: UploadParts,
  { offset, size }: { offset: number; size: number | null },
  body: Readable | undefined,
) {
  let end = offset
  const check = ({ length }: Buffer) => {
    end += length
    if (size === null && end > maxRecordingBytes) throw tooLarge(end)
    if (size !== null && end > size) throw tooManyBytes()
  }
  if (body) await parts.append(body, check)
  return end
}

const toUpload = ({ id, sizeBytes, fileName, sessionId }: StoredUpload, offset: number) =>
  new Upload({
    ...{ id, offset, metadata: { filename: fileName, sessionId } },
    ...(sizeBytes !== null && { size: sizeBytes }),
  })

const tooManyBytes = () =>
  new AppError('too-large', 'More bytes were forwarded than Upload-Length announced.')

function writeError(failure: unknown, body: Readable | undefined) {
  if (failure instanceof AppError) return failure
  if (isNoSpace(failure)) return noSpace()
  if (failure instanceof Unavailable)
    return new AppError('unavailable', 'Storage is temporarily unavailable.')
  return body?.readableAborted
    ? new AppError('invalid', 'The upload was interrupted; the bytes received so far are kept.')
    : failure
}

function errorForStatus(status: number) {
  if (status === 404 || status === 410) return notFound('upload')()
  if (status === 409)
    return new AppError(
      'conflict',
      'Upload-Offset does not match. Please request the current offset.',
    )
  if (status === 413) return tooManyBytes()
  return new AppError('invalid', 'This is not a valid tus 1.0.0 request.')
}

const isSet = (name: string) =>
  z
    .literal('1', `${name} must be 1.`)
    .optional()
    .transform((it) => it !== undefined)

const creation = z.object({
  sessionId: rowId('Upload-Metadata must name the session (sessionId).'),
  filename: z.string().max(1000).nullish(),
  sizeBytes: z
    .string()
    .regex(/^\d{1,15}$/, 'Upload-Length must be a whole number.')
    .transform(Number)
    .optional(),
  isDeferred: isSet('Upload-Defer-Length'),
  recorder: isSet('recorder'),
  speakers: z
    .string()
    .regex(/^([1-9]|10)$/, `speakers must be 1 to ${maxSpeakers}.`)
    .transform(Number)
    .optional(),
  sides: isSet('sides'),
  startedAt: instant('startedAt must be an ISO 8601 time.').optional(),
})

/** Parses the headers of the first request. `sizeBytes` null: it comes later. Throws invalid. */
export function parseUploadCreation(headers: IncomingHttpHeaders) {
  const { data, error } = creation.safeParse({
    ...parseMetadata(String(headers['upload-metadata'] ?? '')),
    sizeBytes: headers['upload-length'],
    isDeferred: headers['upload-defer-length'],
  })
  if (error) throw new AppError('invalid', error.issues[0]?.message ?? 'The request is not valid.')
  const {
    sessionId,
    filename,
    sizeBytes = null,
    isDeferred,
    recorder,
    speakers,
    sides,
    startedAt,
  } = data
  if (isDeferred === (sizeBytes !== null))
    throw new AppError('invalid', 'Either Upload-Length or Upload-Defer-Length is needed.')
  return {
    ...{ sessionId, fileName: filename ?? '', sizeBytes },
    ...{ isMadeHere: recorder, speakers: speakers ?? null, hasSides: sides },
    ...(startedAt !== undefined && { startedAt }),
  }
}

function parseMetadata(header: string) {
  try {
    return Metadata.parse(header)
  } catch {
    throw new AppError('invalid', 'Upload-Metadata is not valid.')
  }
}
