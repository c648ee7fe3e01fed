import { z } from 'zod'
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound-client.ts'
import type { RequestBody } from '../../../platform/outbound/request-body.ts'
import { acceptNotFound } from '../../../platform/outbound/response.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

export type CallOptions = { signal: AbortSignal; sessionId?: string | null | undefined }
/** Sends a request with an access token. */
export type AuthorizedSend = (
  request: Omit<OutboundRequest, 'signal' | 'headers' | 'purpose'> & { purpose?: string },
  options: CallOptions,
) => ReturnType<OutboundClient['send']>

const page = z.object({ items: z.array(z.object({ name: z.string() })).default([]) })
/** Each page is deleted before the next is listed. A recording has fewer objects. */
const maxPages = 200

/** The bucket from which Google reads audio (JSON API of Google Cloud Storage). */
export function createBucket(
  outboundClient: OutboundClient,
  send: AuthorizedSend,
  { bucketName, purpose }: { bucketName: string; purpose: string },
) {
  const origin = outboundClient.baseUrl('https://storage.googleapis.com', 'google_cloud')
  const objects = `/storage/v1/b/${encodeURIComponent(bucketName)}/o`
  const buildUrl = (name: string) => `${origin}${objects}/${encodeURIComponent(name)}`

  return {
    uriOf: (name: string) => `gs://${bucketName}/${name}`,
    async put(name: string, body: RequestBody, options: CallOptions) {
      const query = new URLSearchParams({ uploadType: 'media', name })
      const url = `${origin}/upload${objects}?${query.toString()}`
      await send({ purpose, method: 'POST', url, body }, options)
    },
    /** Undefined if the object does not exist. */
    async read<T>(name: string, schema: z.ZodType<T>, options: CallOptions) {
      const url = `${buildUrl(name)}?alt=media`
      const answer = await send({ purpose, method: 'GET', url, outcomeOf: acceptNotFound }, options)
      return answer.status === 404 ? undefined : answer.json(schema)
    },
    /** Idempotent. Succeeds if the bucket does not exist. */
    async removeAll(prefix: string, options: CallOptions) {
      const query = new URLSearchParams({ prefix, fields: 'items(name)' })
      const url = `${origin}${objects}?${query.toString()}`
      const request = { purpose, outcomeOf: acceptNotFound }
      for (let pages = 0; pages < maxPages; pages++) {
        const answer = await send({ ...request, method: 'GET', url }, options)
        const { items } = answer.status === 404 ? { items: [] } : answer.json(page)
        if (items.length === 0) return
        for (const { name } of items)
          await send({ ...request, method: 'DELETE', url: buildUrl(name) }, options)
      }
      throw new Unavailable(`${outboundClient.label} did not delete the audio.`)
    },
  }
}
