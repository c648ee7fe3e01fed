import { z } from 'zod'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { Rejected } from '../../../platform/jobs/errors.ts'
import type { OutboundRequest, OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import type { Completion } from '../llm.ts'
import type { AnswerFormat } from './answers.ts'

/** Timeout of one call. */
export const answerTimeoutMs = 120_000

export type Turn = { role: 'user' | 'assistant'; text: string }

/** One call to a model. */
export type ModelRequest = {
  system: string
  turns: readonly Turn[]
  /** Undefined for a text answer. */
  form: AnswerFormat | undefined
  sessionId: string | null
}

/** A service with a language model. */
export type Model = {
  label: string
  /** Maximum tokens of prompt and answer together. */
  contextTokens: number
  maxConcurrent: number
  /** Throws Rejected also for a refused or truncated answer. */
  ask(request: ModelRequest, signal: AbortSignal): Promise<Completion>
}

/** Request options that the adapters share. */
export const requestOptions: Pick<
  OutboundRequest,
  'purpose' | 'method' | 'maxAttempts' | 'timeoutMs' | 'idleTimeoutMs'
> = {
  purpose: 'AI analysis',
  method: 'POST',
  maxAttempts: 2,
  timeoutMs: answerTimeoutMs,
  idleTimeoutMs: answerTimeoutMs,
}

/** Errors for an incomplete answer. `words`: the message of the service, if any. */
export const incompleteAnswer = {
  refused: (label: string, words?: string) =>
    new Rejected('refused', words ? `${label} refuses: ${words}` : `${label} refused to answer.`),
  filtered: (label: string) =>
    new Rejected('incomplete', `The content filter of ${label} stopped the answer.`),
  tooLong: (label: string) =>
    new Rejected('incomplete', `The answer of ${label} was too long and was cut off.`),
  tooMuchToRead: (label: string) =>
    new Rejected('too-long', `${label} cannot read this much at once.`),
}

/** As shown to people: of the model, or of its provider where it did not report one. */
export const modelName = (model: string | null, provider: string | null) =>
  model ?? providerForm('ai_analysis', provider ?? '')?.label ?? provider

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
