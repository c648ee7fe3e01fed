import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Multipart } from '../../../providers/storage/storage.ts'
import {
  appendStaged,
  releaseMemory,
  requireSpace,
  stagedBytes,
  stagingFile,
  syncStaged,
} from './staging.ts'
import {
  findStoredParts,
  listEtags,
  listWaitingBytes,
  saveMultipartId,
  saveStoredPart,
  saveWaitingBytes,
  type StoredParts,
} from './upload-parts.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'providers'>
type Holding = {
  id: string
  sessionId: string
  signal: AbortSignal
  /** Throws once the upload is no longer the caller's. */
  requireHeld: (tx: Db) => Promise<unknown>
}

/** Where the bytes of one upload arrive: the staging folder, or the storage that was active when it began. */
export type UploadParts = {
  create(): Promise<void>
  arrivedBytes(): Promise<number | undefined>
  /** Throws unavailable if there is no space for `bytes` more. */
  requireSpace(bytes: number): Promise<void>
  /**
   * Appends a body, of which `check` may refuse chunks. What has arrived before an error stays, and the body stays open, so
   * that the error can be sent over the same connection.
   */
  append(body: Readable, check: (chunk: Buffer) => void): Promise<void>
  /** Makes durable what has arrived. */
  sync(isNew: boolean): Promise<void>
}

/** Bytes that have arrived; undefined if the upload no longer exists. */
export const countArrivedBytes = async ({ db, config }: Pick<Needs, 'db' | 'config'>, id: string) =>
  (await findStoredParts(db, id))?.arrivedBytes ?? stagedBytes(config, id)

export async function openParts(deps: Needs, holding: Holding): Promise<UploadParts> {
  const { db, config } = deps
  const { id } = holding
  const stored = await findStoredParts(db, id)
  return {
    arrivedBytes: () => countArrivedBytes(deps, id),
    ...(stored
      ? {
          create: async () => {},
          requireSpace: async () => {},
          append: (body, check) => appendStored(deps, holding, stored, { body, check }),
          sync: async () => {},
        }
      : {
          create: () => writeFile(stagingFile(config, id), '', { mode: 0o600 }),
          requireSpace: (bytes) => requireSpace(config, bytes),
          append: (body, check) =>
            appendStaged(config, id, body, (chunk) => {
              check(chunk)
              return chunk
            }),
          sync: (isNew) => syncStaged(config, id, { isNew }),
        }),
  }
}

/** The request's body, and what may refuse its chunks. */
type Arriving = { body: Readable; check: (chunk: Buffer) => void }

/** Stores every full part. The rest waits in the database for more, because only the last part may be smaller. */
async function appendStored(
  { db, providers }: Needs,
  holding: Holding,
  stored: StoredParts,
  { body, check }: Arriving,
) {
  const { id } = holding
  const multipart = await requireMultipart(providers, stored)
  const part = Buffer.allocUnsafe(multipart.partBytes)
  let fromByte = stored.storedBytes
  let filled = 0
  for (const bytes of await listWaitingBytes(db, id)) filled += bytes.copy(part, filled)
  let saved = filled
  const store = storePart(db, multipart, holding, stored)
  async function storeIfFull() {
    if (filled < part.length) return
    await store(fromByte, part)
    fromByte += part.length
    filled = saved = 0
  }
  try {
    // The storage may have been unreachable.
    await storeIfFull()
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      check(chunk)
      for (let at = 0; at < chunk.length; await storeIfFull()) {
        const copied = chunk.copy(part, filled, at)
        at += copied
        filled += copied
      }
      releaseMemory(chunk)
    }
  } finally {
    await saveRest()
  }
  async function saveRest() {
    if (filled === saved) return
    const bytes = part.subarray(saved, filled)
    const rest = { uploadId: id, fromByte: fromByte + saved, sizeBytes: bytes.length, bytes }
    await inTransaction(db, async (tx) => {
      await holding.requireHeld(tx)
      await saveWaitingBytes(tx, rest)
    })
  }
}

/** Joins the parts of a complete upload to a file under the id of the upload. Idempotent. */
export async function joinParts({ db, providers }: Needs, holding: Holding, stored: StoredParts) {
  const { id } = holding
  const multipart = await requireMultipart(providers, stored)
  const rest = Buffer.concat(await listWaitingBytes(db, id))
  const store = storePart(db, multipart, holding, stored)
  const multipartId = rest.length ? await store(stored.storedBytes, rest) : stored.multipartId
  if (!multipartId) throw new Error('An upload without bytes is complete.')
  const etags = await listEtags(db, id)
  await multipart.complete({ key: id, multipartId, etags }, toOptions(holding))
}

/** Stores parts, and begins with the first. Returns the id of the multipart upload. */
function storePart(
  db: Needs['db'],
  multipart: Multipart,
  holding: Holding,
  { multipartId }: StoredParts,
) {
  const { id, requireHeld } = holding
  const options = toOptions(holding)
  let begun = multipartId
  async function begin() {
    const begunId = await multipart.begin(id, options)
    await inTransaction(db, async (tx) => {
      await requireHeld(tx)
      await saveMultipartId(tx, id, begunId)
    })
    return begunId
  }
  return async (fromByte: number, bytes: Buffer) => {
    begun ??= await begin()
    const number = fromByte / multipart.partBytes + 1
    const etag = await multipart.put({ key: id, multipartId: begun, number, bytes }, options)
    const part = { uploadId: id, fromByte, sizeBytes: bytes.length, etag }
    await inTransaction(db, async (tx) => {
      await requireHeld(tx)
      await saveStoredPart(tx, part)
    })
    return begun
  }
}

/** One entry for each upload in the outbound log. */
const toOptions = ({ id, sessionId, signal }: Holding) => ({ sessionId, signal, egressId: id })

async function requireMultipart(providers: Needs['providers'], { integrationId }: StoredParts) {
  const { adapter } = await providers.of('video_storage', integrationId)
  if (!adapter.multipart) throw new Error('This storage receives no parts.')
  return adapter.multipart
}
