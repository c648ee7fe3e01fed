import { z } from 'zod'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'

const models = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Lists the models, which is free and validates the key and the model name. */
export async function testModel(
  outboundClient: OutboundClient,
  { model, url, headers }: { model: string; url: string; headers: Record<string, string> },
  signal: AbortSignal,
) {
  const answer = await outboundClient.send({
    ...{ purpose: 'connection test', method: 'GET', url, headers, signal },
  })
  const { label } = outboundClient
  const isListed = answer.json(models).data.some(({ id }) => id === model)
  const works = Object.keys(headers).length ? 'The key works' : `${label} responds`
  return isListed
    ? `${works}, and ${model} is available.`
    : `${works}, but ${label} does not list a model called ${model}.`
}
