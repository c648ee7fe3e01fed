import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { type Locker, Metadata, Server, Upload } from '@tus/server'
import { z } from 'zod'
import { rowId } from '#contract/bounds.ts'
import { createUpload, maxRecordingBytes } from '#contract/recordings.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { appendStaged, isNoSpace, noSpace, stagingFolder } from './staging.ts'

type StoredUpload = { id: string; sizeBytes: number; fileName: string; sessionId: string }
type Call = {
  method: string
  headers: IncomingHttpHeaders
  body?: Readable
  upload: StoredUpload
}
export type TusResponse = { status: number; headers: Record<string, string>; arrived: number }

const requestHeaders = [
  'tus-resumable',
  'upload-length',
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
  'upload-metadata',
]

/** lock-upload.ts already locks the upload over all processes. */
const noLock: Locker = {
  newLock: () => ({ lock: async () => {}, unlock: async () => {} }),
}

/**
 * The tus 1.0.0 protocol over the staging folder. The caller has checked access. Throws AppError for protocol errors.
 */
export async function callTus(config: { dataDir: string }, call: Call): Promise<TusResponse> {
  const { method, headers, body, upload } = call
  let failure: unknown
  const datastore = new FileStore({ directory: stagingFolder(config), configstore: rowOf(upload) })
  // Written directly: the web stream that tus uses takes twice as long.
  datastore.write = async (_, id, offset) => {
    try {
      return await append(config, { id, offset, size: upload.sizeBytes }, body)
    } catch (error) {
      failure = error
      throw error
    }
  }
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
    if (typeof value === 'string') forwarded.set(name, value)
  }
  const url = `http://tus${createUpload.path}${method === 'POST' ? '' : `/${upload.id}`}`
  const answer = await server.handleWeb(new Request(url, { method, headers: forwarded }))
  if (failure) throw writeError(failure, body)
  if (answer.status >= 400) throw errorForStatus(answer.status)
  return {
    status: answer.status,
    headers: Object.fromEntries(
      responseHeaders.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    arrived: Number(answer.headers.get('upload-offset') ?? 0),
  }
}

/** Appends the body, never beyond `size`. Returns the new end; what has arrived before an error stays. */
async function append(
  config: { dataDir: string },
  { id, offset, size }: { id: string; offset: number; size: number },
  body: Readable | undefined,
) {
  let end = offset
  function checked(chunk: Buffer) {
    end += chunk.length
    if (end > size) throw tooManyBytes()
    return chunk
  }
  if (body) await appendStaged(config, id, body, checked)
  return end
}

/** Serves the metadata that tus stores from the database row. */
const rowOf = ({ id, sizeBytes, fileName, sessionId }: StoredUpload) => ({
  get: async () =>
    new Upload({ id, size: sizeBytes, offset: 0, metadata: { filename: fileName, sessionId } }),
  set: async () => {},
  delete: async () => {},
})

const tooManyBytes = () =>
  new AppError('too-large', 'More bytes were forwarded than Upload-Length announced.')

function writeError(failure: unknown, body: Readable | undefined) {
  if (failure instanceof AppError) return failure
  if (isNoSpace(failure)) return noSpace()
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

const creation = z.object({
  sessionId: rowId('Upload-Metadata must name the session (sessionId).'),
  filename: z.string().max(1000).nullish(),
  sizeBytes: z
    .string({ error: 'Upload-Length is missing.' })
    .regex(/^\d{1,15}$/, 'Upload-Length must be a whole number.')
    .transform(Number),
})

/** Parses the headers of the first request. Throws invalid. */
export function parseUploadCreation(headers: IncomingHttpHeaders) {
  const { data, error } = creation.safeParse({
    ...parseMetadata(String(headers['upload-metadata'] ?? '')),
    sizeBytes: headers['upload-length'],
  })
  if (error) throw new AppError('invalid', error.issues[0]?.message ?? 'The request is not valid.')
  const { sessionId, filename, sizeBytes } = data
  return { sessionId, fileName: filename ?? '', sizeBytes }
}

function parseMetadata(header: string) {
  try {
    return Metadata.parse(header)
  } catch {
    throw new AppError('invalid', 'Upload-Metadata is not valid.')
  }
}
