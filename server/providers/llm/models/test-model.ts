import { z } from 'zod'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'

const models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The smallest call that all of them have: it costs nothing, and tells whether the key is good and the model is there. */
export async function testModel(
  outboundClient: OutboundClient,
  { model, url, headers }: { model: string; url: string; headers: Record<string, string> },
  signal: AbortSignal,
) {
  const answer = await outboundClient.send({
    purpose: 'connection test',
    method: 'GET',
    url,
    headers,
    signal,
  })
  const isThere = answer.json(models).data.some(({ id }) => id === model)
  const good = Object.keys(headers).length ? 'The key is good' : `${outboundClient.label} answers`
  return isThere
    ? `${good}, and ${model} is there.`
    : `${good}, but ${outboundClient.label} does not list a model called ${model}.`
}
