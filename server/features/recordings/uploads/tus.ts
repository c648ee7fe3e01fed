import { open } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { type Locker, Metadata, Server, Upload } from '@tus/server'
import { z } from 'zod'
import { rowId } from '#contract/bounds.ts'
import { createUpload, maximumRecordingBytes } from '#contract/recordings.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Take } from './each-piece.ts'
import { isNoSpace, noSpace, stagingFile, stagingFolder, writeStaged } from './staging.ts'

type Known = { id: string; sizeBytes: number; fileName: string; sessionId: string }
type Call = {
  method: string
  headers: IncomingHttpHeaders
  body?: Readable
  upload: Known
}
export type TusAnswer = { status: number; headers: Record<string, string>; arrived: number }

const passedOn = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'content-type',
  'content-length',
]
const answered = ['tus-resumable', 'location', 'upload-offset', 'upload-length', 'upload-metadata']

/** The lease of hold-upload.ts, taken before, does this for all processes. */
const heldAlready: Locker = {
  newLock: () => ({ lock: async () => {}, unlock: async () => {} }),
}

/**
 * The tus 1.0.0 protocol over the files of the staging folder, without knowing who calls: that has been checked.
 * Throws AppError where the protocol refuses.
 */
export async function callTus(config: { dataDir: string }, call: Call): Promise<TusAnswer> {
  const { method, headers, body, upload } = call
  let failure: unknown
  const datastore = new FileStore({ directory: stagingFolder(config), configstore: rowOf(upload) })
  // The body goes to the file as it comes: by way of a web stream, as tus passes it, it takes twice as long.
  datastore.write = async (_, id, offset) => {
    try {
      return await append(stagingFile(config, id), offset, upload.sizeBytes, body)
    } catch (error) {
      failure = error
      throw error
    }
  }
  const server = new Server({
    path: createUpload.path,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: maximumRecordingBytes,
    locker: heldAlready,
    namingFunction: () => upload.id,
    datastore,
  })
  const sent = new Headers()
  for (const name of passedOn) {
    const value = headers[name]
    if (typeof value === 'string') sent.set(name, value)
  }
  const address = `http://tus${createUpload.path}${method === 'POST' ? '' : `/${upload.id}`}`
  const answer = await server.handleWeb(new Request(address, { method, headers: sent }))
  if (failure) throw storingFailed(failure, body)
  if (answer.status >= 400) throw refusalOf(answer.status)
  return {
    status: answer.status,
    headers: Object.fromEntries(
      answered.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    arrived: Number(answer.headers.get('upload-offset') ?? 0),
  }
}

/** Writes the body into the file from `offset`, never beyond `size`; answers where it ends. What has arrived stays. */
async function append(file: string, offset: number, size: number, body: Readable | undefined) {
  if (!body) return offset
  let end = offset
  function each(piece: Buffer, add: Take) {
    end += piece.length
    if (end > size) throw tooMuch()
    add(piece)
  }
  await writeStaged(await open(file, 'r+'), body, { each, start: offset })
  return end
}

/** What tus keeps beside a file stands in the database row that is at hand. */
const rowOf = ({ id, sizeBytes, fileName, sessionId }: Known) => ({
  get: async () =>
    new Upload({ id, size: sizeBytes, offset: 0, metadata: { filename: fileName, sessionId } }),
  set: async () => {},
  delete: async () => {},
})

const tooMuch = () => new AppError('too-large', 'More was sent than this upload announced.')

function storingFailed(failure: unknown, body: Readable | undefined) {
  if (failure instanceof AppError) return failure
  if (isNoSpace(failure)) return noSpace()
  return body?.readableAborted
    ? new AppError('invalid', 'The upload broke off; what has arrived is kept.')
    : failure
}

function refusalOf(status: number) {
  if (status === 404 || status === 410) return notFound('upload')()
  if (status === 409)
    return new AppError(
      'conflict',
      'The upload goes on at another byte. Please ask how much has arrived.',
    )
  if (status === 413) return tooMuch()
  return new AppError('invalid', 'This is not a valid tus 1.0.0 request.')
}

const announcement = z.object({
  sessionId: rowId('Upload-Metadata must name the session (sessionId).'),
  filename: z.string().max(1000).nullish(),
  sizeBytes: z
    .string({ error: 'Upload-Length is missing.' })
    .regex(/^\d{1,15}$/, 'Upload-Length must be a whole number.')
    .transform(Number),
})

/** What the first request of an upload says about it. Throws invalid. */
export function readAnnouncement(headers: IncomingHttpHeaders) {
  const { data, error } = announcement.safeParse({
    ...metadataOf(String(headers['upload-metadata'] ?? '')),
    sizeBytes: headers['upload-length'],
  })
  if (error) throw new AppError('invalid', error.issues[0]?.message ?? 'The request is not valid.')
  const { sessionId, filename, sizeBytes } = data
  return { sessionId, fileName: filename ?? '', sizeBytes }
}

function metadataOf(header: string) {
  try {
    return Metadata.parse(header)
  } catch {
    throw new AppError('invalid', 'Upload-Metadata is not valid.')
  }
}
