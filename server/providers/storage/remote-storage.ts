import { stat } from 'node:fs/promises'
import type { StreamingResponse } from '../../platform/outbound/response.ts'
import { NotFound, Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { lendFile } from './downloads.ts'
import type { StorageOptions, Links, Range, Storage } from './storage.ts'

/** A file of this machine that is to be kept. */
export type Source = { path: string; bytes: number; contentType: string }
/** An `StorageOptions` whose signal is there. `purpose` where it is not the usual one. */
export type Call = { sessionId?: string | undefined; signal: AbortSignal; purpose?: string }

/** The same as `Links`, by the names of objects. */
export type ObjectLinks = Pick<Links, 'origin'> & {
  to(name: string, contentType: string, call: Call): Promise<string>
}

/** What a service does with objects under names of its own. */
export type Objects = {
  /** How people call the service. */
  label: string
  put(name: string, source: Source, call: Call): Promise<void>
  /** Undefined where there is nothing. */
  get(name: string, range: Range | undefined, call: Call): Promise<StreamingResponse | undefined>
  size(name: string, call: Call): Promise<number | undefined>
  remove(name: string, call: Call): Promise<void>
  /** All whose names begin with `folder` and a slash. */
  list(folder: string, call: Call): AsyncIterable<{ name: string; storedAt: Date }>
  tidy?(folder: string, before: Date, call: Call): Promise<void>
  links?: ObjectLinks
}

type Place = {
  /** Nothing outside of it is read, written or found: the rest of a bucket is somebody else's. */
  folder: string
  /** Where copies lie while they are lent. */
  borrowed: string
}

const nobodyLeaves = new AbortController().signal
const plainKey = /^(?:(?!\.{1,2}(?:\/|$))[\w.-]+\/)*(?!\.{1,2}$)[\w.-]+$/

/** A storage out of the objects of a service. */
export function remoteStorage(objects: Objects, { folder, borrowed }: Place): Storage {
  const { label, links } = objects
  function nameOf(key: string) {
    if (!plainKey.test(key)) throw new NotFound('no such file')
    return `${folder}/${key}`
  }
  const callOf = ({ sessionId, signal = nobodyLeaves }: StorageOptions = {}): Call => ({
    sessionId,
    signal,
  })

  async function open(key: string, range: Range | undefined, asking: StorageOptions | undefined) {
    const opened = await objects.get(nameOf(key), range, callOf(asking)).catch(notNow)
    if (!opened) throw new NotFound('no such file')
    const problem = range && faultOf(opened, range)
    if (!problem) return opened
    opened.body.destroy()
    throw new Unavailable(`${label} ${problem}`)
  }

  /** How many bytes are to come, also where the answer does not say. */
  async function bytesOf(
    { headers, body }: StreamingResponse,
    key: string,
    asking: StorageOptions | undefined,
  ) {
    const told = headers['content-length']
    if (told !== undefined) return Number(told)
    return storage.size(key, asking).catch((error: unknown) => {
      body.destroy()
      throw error
    })
  }

  const storage: Storage = {
    async put(key, path, contentType, asking) {
      const { size: bytes } = await stat(path)
      await objects.put(nameOf(key), { path, bytes, contentType }, callOf(asking)).catch(notNow)
    },
    async read(key, range, asking) {
      return (await open(key, range, asking)).body
    },
    size: async (key, asking) => objects.size(nameOf(key), callOf(asking)).catch(notNow),
    withLocalFile: (key, use, asking) =>
      lendFile(
        borrowed,
        async () => {
          const opened = await open(key, undefined, asking)
          return whole(opened, await bytesOf(opened, key, asking), label)
        },
        use,
      ),
    remove: async (key, asking) => objects.remove(nameOf(key), callOf(asking)).catch(notNow),
    async *list(asking) {
      try {
        for await (const { name, storedAt } of objects.list(folder, callOf(asking))) {
          const key = name.slice(folder.length + 1)
          // What is called otherwise was put there by somebody else.
          if (plainKey.test(key)) yield { key, storedAt }
        }
      } catch (error) {
        notNow(error)
      }
    },
    async tidy(before, asking) {
      await objects.tidy?.(folder, before, callOf(asking)).catch(notNow)
    },
    ...(links && {
      links: {
        origin: links.origin,
        to: async (key, contentType, asking) => links.to(nameOf(key), contentType, callOf(asking)),
      } satisfies Links,
    }),
  }
  return storage
}

/** A refusal is about the settings of the storage and no film of it: they can be mended, and it is tried again. */
function notNow(error: unknown): never {
  throw error instanceof Rejected ? new Unavailable(error.message, { cause: error }) : error
}

/** A player that is given other bytes than it asked for shows them all the same. */
function faultOf({ status, headers }: StreamingResponse, { start, end }: Range) {
  const isAsked = String(headers['content-range']).startsWith(`bytes ${start}-${end}/`)
  return status === 206 && isAsked ? undefined : 'did not give the part that was asked for.'
}

/** The bytes as they come; where they end too early, that is told. */
async function* whole({ body }: StreamingResponse, bytes: number | undefined, label: string) {
  let came = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    came += chunk.length
    yield chunk
  }
  if (came !== bytes) throw new Unavailable(`${label} gave only ${came} of ${bytes} bytes.`)
}
