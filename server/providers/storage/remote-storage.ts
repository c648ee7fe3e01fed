import { stat } from 'node:fs/promises'
import type { StreamingResponse } from '../../platform/outbound/response.ts'
import { NotFound, Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { withDownload } from './downloads.ts'
import type { StorageOptions, Links, Multipart, Range, Storage } from './storage.ts'

/** A local file to store. */
export type Source = { path: string; bytes: number; contentType: string }
/** `purpose`: overrides the default in the outbound log. */
export type Call = {
  sessionId?: string | null | undefined
  egressId?: string | undefined
  signal: AbortSignal
  purpose?: string
}

/** `Links` by object name. */
export type ObjectLinks = Pick<Links, 'origin'> & {
  to(name: string, contentType: string, call: Call): Promise<string>
}

/** The object store of a service. */
export type Objects = {
  label: string
  put(name: string, source: Source, call: Call): Promise<void>
  /** Undefined if the object does not exist. */
  get(name: string, range: Range | undefined, call: Call): Promise<StreamingResponse | undefined>
  size(name: string, call: Call): Promise<number | undefined>
  /** Also an unfinished upload of that name. */
  remove(name: string, call: Call): Promise<void>
  /** All objects in a folder, and unfinished uploads. */
  list(folder: string, call: Call): AsyncIterable<{ name: string; storedAt: Date }>
  /** The key is the name. */
  multipart?: Multipart<Call>
  links?: ObjectLinks
}

type Place = {
  /** All names are in this folder; the bucket may be shared with others. */
  folder: string
  downloadsDir: string
}

/** Timeout for cleaning up after a failed upload. */
export const cleanUpMs = 30_000
/** Half an hour for the largest video. */
const minBytesPerSecond = 256 * 1024

/** Services may be silent for a while after the last byte. */
export const timeoutsFor = (bytes: number) => ({
  timeoutMs: 120_000 + (bytes / minBytesPerSecond) * 1000,
  idleTimeoutMs: 120_000,
})

export const rangeHeader = (range: Range | undefined) =>
  range ? { range: `bytes=${range.start}-${range.end}` } : undefined

const neverAborted = new AbortController().signal
const validKey = /^(?:(?!\.{1,2}(?:\/|$))[\w.-]+\/)*(?!\.{1,2}$)[\w.-]+$/

export function remoteStorage(objects: Objects, { folder, downloadsDir }: Place): Storage {
  const { label, links, multipart } = objects
  function getName(key: string) {
    if (!validKey.test(key)) throw new NotFound('no such file')
    return `${folder}/${key}`
  }
  const toCall = ({ sessionId, egressId, signal = neverAborted }: StorageOptions = {}): Call => ({
    sessionId,
    egressId,
    signal,
  })

  async function open(key: string, range?: Range, options?: StorageOptions) {
    const response = await objects.get(getName(key), range, toCall(options)).catch(toUnavailable)
    if (!response) throw new NotFound('no such file')
    if (!range || isRange(response, range)) return response.body
    response.body.destroy()
    throw new Unavailable(`${label} sent another part than was requested.`)
  }

  return {
    async put(key, path, contentType, options) {
      const { size: bytes } = await stat(path)
      const source = { path, bytes, contentType }
      await objects.put(getName(key), source, toCall(options)).catch(toUnavailable)
    },
    read: open,
    size: async (key, options) => objects.size(getName(key), toCall(options)).catch(toUnavailable),
    withLocalFile: (key, use, options) =>
      withDownload(downloadsDir, () => open(key, undefined, options), use),
    remove: async (key, options) =>
      objects.remove(getName(key), toCall(options)).catch(toUnavailable),
    async *list(options) {
      try {
        for await (const { name, storedAt } of objects.list(folder, toCall(options))) {
          const key = name.slice(folder.length + 1)
          // Other names were not stored by this installation.
          if (validKey.test(key)) yield { key, storedAt }
        }
      } catch (error) {
        toUnavailable(error)
      }
    },
    ...(multipart && {
      multipart: {
        partBytes: multipart.partBytes,
        begin: async (key, options) =>
          multipart.begin(getName(key), toCall(options)).catch(toUnavailable),
        put: async ({ key, ...part }, options) =>
          multipart.put({ ...part, key: getName(key) }, toCall(options)).catch(toUnavailable),
        complete: async ({ key, ...file }, options) =>
          multipart.complete({ ...file, key: getName(key) }, toCall(options)).catch(toUnavailable),
      } satisfies Multipart,
    }),
    ...(links && {
      links: {
        origin: links.origin,
        to: async (key, contentType, options) =>
          links.to(getName(key), contentType, toCall(options)),
      } satisfies Links,
    }),
  }
}

/** A rejection is caused by the settings, which can be corrected, so the recording is retried. */
function toUnavailable(error: unknown): never {
  throw error instanceof Rejected ? new Unavailable(error.message, { cause: error }) : error
}

/** A player would not notice a wrong range. */
const isRange = ({ status, headers }: StreamingResponse, { start, end }: Range) =>
  status === 206 && String(headers['content-range']).startsWith(`bytes ${start}-${end}/`)
