import { z } from 'zod'
import type { OutboundResponse, Outcome } from '../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound-client.ts'
import { bytesBody, fileBody, jsonBody } from '../../platform/outbound/request-body.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import type { Settings } from '../provider.ts'
import { createAccessTokens } from '../google/access-token.ts'
import { fileHash } from './on-disk.ts'
import {
  type Call,
  cleanUpMs,
  type Objects,
  rangeHeader,
  remoteStorage,
  timeoutsFor,
} from './remote-storage.ts'

type Needs = {
  settings: Settings
  outboundClient: OutboundClient
  keyDir: string
  downloadsDir: string
}
type Request = Omit<OutboundRequest, 'url' | 'signal' | 'headers'> & {
  path: string
  headers?: Record<string, string>
}

const scopes = ['https://www.googleapis.com/auth/devstorage.read_write']

const sizeResponse = z.object({ size: z.string().regex(/^\d+$/) })
const page = z.object({
  items: z.array(z.object({ name: z.string(), updated: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})

/** A bucket of Google Cloud Storage (JSON API). */
export function googleCloud({ settings, outboundClient, keyDir, downloadsDir }: Needs) {
  const { keyFilePath = '', bucketName = '' } = settings
  const { label, integrationId: folder } = outboundClient
  const token = createAccessTokens({ outboundClient, keyDir, keyFilePath, scopes })
  const origin = outboundClient.baseUrl('https://storage.googleapis.com')
  const bucket = `/storage/v1/b/${encodeURIComponent(bucketName)}/o`
  const buildPath = (name: string) => `${bucket}/${encodeURIComponent(name)}`

  async function authorized(
    { path, headers, ...request }: Request,
    call: Call,
  ): Promise<OutboundRequest> {
    const authorization = `Bearer ${await token(call.signal)}`
    return { ...request, ...call, url: origin + path, headers: { ...headers, authorization } }
  }
  const send = async (request: Request, call: Call) =>
    outboundClient.send(await authorized(request, call))

  const objects: Objects = {
    label,
    /** A resumable upload in one request: Google checks its hash before it stores the file. */
    async put(name, { path, bytes, contentType }, call) {
      const purpose = 'storing a recording'
      const query = new URLSearchParams({ uploadType: 'resumable', name })
      const md5Hash = (await fileHash('md5', path)).toString('base64')
      const { headers } = await send(
        {
          ...{ purpose, method: 'POST', path: `/upload${bucket}?${query.toString()}` },
          headers: {
            'x-upload-content-type': contentType,
            'x-upload-content-length': String(bytes),
          },
          body: jsonBody({ name, contentType, md5Hash }),
        },
        call,
      )
      const location = String(headers['location'])
      if (!URL.canParse(location))
        throw new Unavailable(`${label} sent a response that could not be read.`)
      const { pathname, search } = new URL(location)
      const upload = { purpose, path: pathname + search }
      try {
        await send(
          {
            ...{ ...upload, method: 'PUT', ...timeoutsFor(bytes) },
            headers: { 'content-range': bytes ? `bytes 0-${bytes - 1}/${bytes}` : 'bytes */0' },
            body: bytes ? await fileBody(path) : bytesBody(''),
            // 308: incomplete.
            outcomeOf: ({ status }) => (status === 308 ? 'unavailable' : undefined),
          },
          call,
        )
      } catch (error) {
        const later = { sessionId: call.sessionId, signal: AbortSignal.timeout(cleanUpMs) }
        // Cancelled uploads have their own status, 499. The error of the upload is the one to show.
        await send({ ...upload, method: 'DELETE' }, later).catch(() => {})
        throw error
      }
    },
    async get(name, range, call) {
      const response = await outboundClient.stream(
        await authorized(
          {
            ...{
              purpose: 'reading a recording',
              method: 'GET',
              path: `${buildPath(name)}?alt=media`,
            },
            ...{ headers: rangeHeader(range), outcomeOf: acceptMissingObject },
          },
          call,
        ),
      )
      return response.status === 404 ? undefined : response
    },
    async size(name, call) {
      const purpose = 'looking for a recording'
      const path = `${buildPath(name)}?fields=size`
      const answer = await send(
        { purpose, method: 'GET', path, outcomeOf: acceptMissingObject },
        call,
      )
      return answer.status === 404 ? undefined : Number(answer.json(sizeResponse).size)
    },
    async remove(name, call) {
      const purpose = 'removing a recording'
      const path = buildPath(name)
      await send({ purpose, method: 'DELETE', path, outcomeOf: acceptMissingObject }, call)
    },
    async *list(prefix, call) {
      const fields = 'items(name,updated),nextPageToken'
      for (let pageToken: string | undefined = ''; pageToken !== undefined;) {
        const query = new URLSearchParams({
          ...{ prefix: `${prefix}/`, maxResults: '1000', fields },
          ...(pageToken && { pageToken }),
        })
        const path = `${bucket}?${query.toString()}`
        const answer = await send({ purpose: 'listing recordings', method: 'GET', path }, call)
        const { items, nextPageToken } = answer.json(page)
        for (const { name, updated } of items) yield { name, storedAt: new Date(updated) }
        pageToken = nextPageToken
      }
    },
  }

  return {
    ...remoteStorage(objects, { folder, downloadsDir }),
    async test(signal: AbortSignal) {
      const query = new URLSearchParams({ prefix: `${folder}/`, maxResults: '1' })
      const path = `${bucket}?${query.toString()}`
      await send({ purpose: 'connection test', method: 'GET', path }, { signal })
      return `The bucket ${bucketName} is reachable.`
    },
  }
}

/** A missing bucket is an error, a missing object is not. */
const acceptMissingObject = ({ status, text }: OutboundResponse): Outcome | undefined =>
  status === 404 && !text.includes('bucket does not exist') ? 'ok' : undefined
