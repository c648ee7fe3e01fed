import { z } from 'zod'
import type { OutboundResponse, Outcome } from '../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { bytesBody, fileBody, jsonBody } from '../../platform/outbound/request-body.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { createAccessTokens } from '../google/access-token.ts'
import { fileHash } from './file-hash.ts'
import { timeoutsFor } from './patience.ts'
import { type Call, type Objects, remoteStorage, type Source } from './remote-storage.ts'

type Needs = {
  settings: { keyFilePath: string; bucketName: string }
  outboundClient: OutboundClient
  keyDir: string
  borrowed: string
}
type Asked = Omit<OutboundRequest, 'url' | 'signal' | 'headers'> & {
  path: string
  headers?: Record<string, string>
}

/** Bytes that are sent at a time: a multiple of 256 KiB, as is asked for. */
const chunkBytes = 16 * 1024 * 1024
/** How often in a row a service may answer that nothing of a chunk has arrived. */
const mostTries = 3
/** Milliseconds for telling the service to forget an upload that failed. */
const forgetMs = 30_000
const scopes = ['https://www.googleapis.com/auth/devstorage.read_write']

const found = z.object({ size: z.string().regex(/^\d+$/) })
const page = z.object({
  items: z.array(z.object({ name: z.string(), updated: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})

/** Recordings in a bucket of Google Cloud Storage (JSON API). */
export function googleCloud({ settings, outboundClient, keyDir, borrowed }: Needs) {
  // A folder that no other installation writes to.
  const id = outboundClient.integrationId
  const { keyFilePath, bucketName } = settings
  const token = createAccessTokens({ outboundClient, keyDir, keyFilePath, scopes })
  const origin = outboundClient.baseUrl('https://storage.googleapis.com')
  const bucket = `/storage/v1/b/${encodeURIComponent(bucketName)}/o`
  const at = (name: string) => `${bucket}/${encodeURIComponent(name)}`

  async function sent({ path, headers = {}, ...asked }: Asked, of: Call): Promise<OutboundRequest> {
    const authorization = `Bearer ${await token(of.signal)}`
    return { ...asked, ...of, url: origin + path, headers: { ...headers, authorization } }
  }
  const call = async (asked: Asked, of: Call) => outboundClient.send(await sent(asked, of))

  /** Begins an upload, and answers the path under which it goes on: where it is reached is known. */
  async function begin(name: string, { path, bytes, contentType }: Source, of: Call) {
    const query = new URLSearchParams({ uploadType: 'resumable', name })
    const { headers } = await call(
      {
        ...{
          purpose: 'storing a recording',
          method: 'POST',
          path: `/upload${bucket}?${query.toString()}`,
        },
        headers: { 'x-upload-content-type': contentType, 'x-upload-content-length': String(bytes) },
        // What has arrived is compared with it before it is kept.
        body: jsonBody({
          name,
          contentType,
          md5Hash: (await fileHash('md5', path)).toString('base64'),
        }),
      },
      of,
    )
    const location = String(headers['location'])
    if (!URL.canParse(location)) throw unreadable()
    const { pathname, search } = new URL(location)
    return pathname + search
  }

  /**
   * Sends a chunk from `start` on, and answers from where on it is to go on, undefined where all is there. Sent again, what
   * has arrived already is passed over.
   */
  async function send(session: string, { path, bytes }: Source, start: number, of: Call) {
    const end = Math.min(start + chunkBytes, bytes) - 1
    const range = bytes ? `bytes ${start}-${end}/${bytes}` : 'bytes */0'
    const answer = await call(
      {
        ...{ purpose: 'storing a recording', method: 'PUT', path: session },
        ...timeoutsFor(chunkBytes),
        headers: { 'content-range': range },
        body: bytes ? await fileBody(path, undefined, { start, end }) : bytesBody(''),
        outcomeOf: ({ status }) => (status === 308 ? 'ok' : undefined),
      },
      of,
    )
    if (answer.status !== 308) return undefined
    const kept = /^bytes=0-(\d+)$/.exec(String(answer.headers['range'] ?? ''))?.[1]
    return kept === undefined ? 0 : Number(kept) + 1
  }

  const objects: Objects = {
    label: outboundClient.label,
    async put(name, source, of) {
      const session = await begin(name, source, of)
      try {
        let stuck = 0
        for (let from: number | undefined = 0; from !== undefined;) {
          const next = await send(session, source, from, of)
          stuck = next === from ? stuck + 1 : 0
          if (stuck === mostTries)
            throw new Unavailable(`${outboundClient.label} does not take the recording.`)
          from = next
        }
      } catch (error) {
        await forget(session, of).catch(() => {})
        throw error
      }
    },
    async get(name, range, of) {
      const opened = await outboundClient.stream(
        await sent(
          {
            ...{ purpose: 'reading a recording', method: 'GET', path: `${at(name)}?alt=media` },
            headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
            outcomeOf: goneIsGood,
          },
          of,
        ),
      )
      return opened.status === 404 ? undefined : opened
    },
    async size(name, of) {
      const asked = { purpose: 'looking for a recording', method: 'GET' } as const
      const path = `${at(name)}?fields=size`
      const answer = await call({ ...asked, path, outcomeOf: goneIsGood }, of)
      return answer.status === 404 ? undefined : Number(answer.json(found).size)
    },
    async remove(name, of) {
      const asked = { purpose: 'removing a recording', method: 'DELETE', path: at(name) } as const
      await call({ ...asked, outcomeOf: goneIsGood }, of)
    },
    async *list(folder, of) {
      const fields = 'items(name,updated),nextPageToken'
      for (let pageToken: string | undefined = ''; pageToken !== undefined;) {
        const query = new URLSearchParams({
          ...{ prefix: `${folder}/`, maxResults: '1000', fields },
          ...(pageToken && { pageToken }),
        })
        const asked = { purpose: 'listing recordings', method: 'GET' } as const
        const { items, nextPageToken } = (
          await call({ ...asked, path: `${bucket}?${query.toString()}` }, of)
        ).json(page)
        for (const { name, updated } of items) yield { name, storedAt: new Date(updated) }
        pageToken = nextPageToken
      }
    },
  }
  /** What has arrived of an upload that failed. It says so with a status of its own. */
  const forget = (path: string, { sessionId }: Call) =>
    call(
      {
        ...{ purpose: 'removing a recording', method: 'DELETE', path },
        outcomeOf: ({ status }) => (status === 499 ? 'ok' : undefined),
      },
      { sessionId, signal: AbortSignal.timeout(forgetMs) },
    )
  const unreadable = () =>
    new Unavailable(`${outboundClient.label} sent a response that could not be read.`)

  return {
    ...remoteStorage(objects, { folder: id, borrowed }),
    async test(signal: AbortSignal) {
      const query = new URLSearchParams({
        prefix: `${id}/`,
        maxResults: '1',
        fields: 'items(name)',
      })
      const asked = { purpose: 'connection test', method: 'GET' } as const
      await call({ ...asked, path: `${bucket}?${query.toString()}` }, { signal })
      return `The bucket ${bucketName} answers.`
    },
  }
}

/** A bucket that is not there is no object that is not there. */
const goneIsGood = ({ status, text }: OutboundResponse): Outcome | undefined =>
  status === 404 && !text.includes('bucket does not exist') ? 'ok' : undefined
