import { z } from 'zod'
import type { OutboundResponse, Outcome } from '../../../platform/outbound/response.ts'
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound/outbound-client.ts'
import type { RequestBody } from '../../../platform/outbound/request-body.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'

type Needs = {
  outboundClient: OutboundClient
  token: (signal: AbortSignal) => Promise<string>
  bucketName: string
  /** As it stands in the record of what left. */
  purpose: string
}
type Of = { signal: AbortSignal; sessionId?: string | undefined }

const page = z.object({ items: z.array(z.object({ name: z.string() })).default([]) })
/** Of one recording there are fewer, and each page is shorter by what was removed. */
const mostPages = 200

/** The bucket through which Google Speech gets what it is to hear (JSON API of Google Cloud Storage). */
export function createBucket({ outboundClient, token, bucketName, purpose }: Needs) {
  const origin = outboundClient.baseUrl('https://storage.googleapis.com', 'google_cloud')
  const objects = `/storage/v1/b/${encodeURIComponent(bucketName)}/o`
  const at = (name: string) => `${origin}${objects}/${encodeURIComponent(name)}`
  const call = async (asked: Omit<OutboundRequest, 'signal' | 'headers' | 'purpose'>, of: Of) =>
    outboundClient.send({
      ...{ ...asked, ...of, purpose },
      headers: { authorization: `Bearer ${await token(of.signal)}` },
    })

  return {
    uriOf: (name: string) => `gs://${bucketName}/${name}`,
    async put(name: string, body: RequestBody, of: Of) {
      const query = new URLSearchParams({ uploadType: 'media', name })
      const url = `${origin}/upload${objects}?${query.toString()}`
      await call({ method: 'POST', url, body }, of)
    },
    /** Undefined where it is not there. */
    async read<T>(name: string, schema: z.ZodType<T>, of: Of) {
      const url = `${at(name)}?alt=media`
      const answer = await call({ method: 'GET', url, outcomeOf: goneIsGood }, of)
      return answer.status === 404 ? undefined : answer.json(schema)
    },
    /** All whose names begin so; harmless where there is nothing, or no bucket. */
    async removeAll(prefix: string, of: Of) {
      const query = new URLSearchParams({ prefix, fields: 'items(name)' })
      const url = `${origin}${objects}?${query.toString()}`
      for (let pages = 0; pages < mostPages; pages++) {
        const answer = await call({ method: 'GET', url, outcomeOf: goneIsGood }, of)
        const { items } = answer.status === 404 ? { items: [] } : answer.json(page)
        if (items.length === 0) return
        for (const { name } of items)
          await call({ method: 'DELETE', url: at(name), outcomeOf: goneIsGood }, of)
      }
      throw new Unavailable(`${outboundClient.label} keeps what it was told to remove.`)
    },
  }
}

/** What is not there is an answer here: without a bucket nothing is in it. */
const goneIsGood = ({ status }: OutboundResponse): Outcome | undefined =>
  status === 404 ? 'ok' : undefined
