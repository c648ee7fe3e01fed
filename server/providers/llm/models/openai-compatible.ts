import { z } from 'zod'
import { defaultContextTokens } from '#contract/providers/ai-analysis.ts'
import type { OutboundResponse } from '../../../platform/outbound/response.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { Testable } from '../../adapter.ts'
import { incompleteAnswer } from './incomplete-answer.ts'
import type { Completion, Llm } from '../llm.ts'
import { testModel } from './test-model.ts'
import type { ModelRequest } from './model-request.ts'
import { modelLlm } from './model-llm.ts'
import { answerTimeoutMs } from '../patience.ts'

const completion = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
})

type Compatible = {
  model: string
  apiKey: string | undefined
  contextTokens: number | undefined
}

/**
 * Any server with OpenAI's chat completions, where the environment says. One that takes no schema is asked in words alone
 * from then on; its answers are checked all the same.
 */
export function openAiCompatible(
  { model, apiKey, contextTokens = defaultContextTokens }: Compatible,
  outboundClient: OutboundClient,
): Llm & Testable {
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  let takesSchemas = true

  const llm = modelLlm({
    ...{ label: outboundClient.label, contextTokens, maxConcurrent: 2 },
    async ask(question, signal) {
      if (!question.form || !takesSchemas) return askOnce(question, false, signal)
      const refusal = { status: 0 }
      try {
        return await askOnce(question, true, signal, refusal)
      } catch (error) {
        if (!(error instanceof Rejected) || !mayBeSchema.has(refusal.status)) throw error
        const told = await askOnce(question, false, signal)
        takesSchemas = false
        return told
      }
    },
  })

  async function askOnce(
    { system, turns, form, sessionId }: ModelRequest,
    withSchema: boolean,
    signal: AbortSignal,
    refusal = { status: 0 },
  ): Promise<Completion> {
    const answer = await outboundClient.send({
      ...{ purpose: 'AI analysis', method: 'POST', url: `${address()}/chat/completions`, headers },
      ...{
        sessionId,
        signal,
        maxAttempts: 2,
        timeoutMs: answerTimeoutMs,
        idleTimeoutMs: answerTimeoutMs,
      },
      outcomeOf({ status }: OutboundResponse) {
        refusal.status = status
        // Not implemented: another try would end the same way.
        return status === 501 ? 'rejected' : undefined
      },
      body: jsonBody({
        ...{ model, stream: false },
        messages: [
          { role: 'system', content: system },
          ...turns.map(({ role, text }) => ({ role, content: text })),
        ],
        ...(withSchema &&
          form && {
            response_format: {
              type: 'json_schema',
              json_schema: { name: form.name, strict: true, schema: form.jsonSchema },
            },
          }),
      }),
    })
    return completionOf(answer.json(completion))
  }

  /** Throws what kept the model from an answer. */
  function completionOf({ choices, usage, ...told }: z.infer<typeof completion>): Completion {
    const [choice] = choices
    if (!choice) throw new Unavailable(`${outboundClient.label} gave no answer.`)
    const { message, finish_reason: why } = choice
    if (message.refusal)
      throw incompleteAnswer.refused(outboundClient.label, outboundClient.redact(message.refusal))
    if (why === 'content_filter') throw incompleteAnswer.filtered(outboundClient.label)
    if (why === 'length') throw incompleteAnswer.tooLong(outboundClient.label)
    const [tokensIn, tokensOut] = [usage?.prompt_tokens ?? null, usage?.completion_tokens ?? null]
    return {
      text: (message.content ?? '').replace(thoughts, ''),
      tokensUsed: tokensIn === null || tokensOut === null ? null : tokensIn + tokensOut,
      ...{ tokensIn, tokensOut, model: told.model ?? model, requestId: told.id ?? null },
    }
  }

  function address() {
    const origin = outboundClient.baseUrl('')
    if (!origin)
      throw new Rejected(
        'no-address',
        'Nobody has said where the server is: OPENAI_COMPATIBLE_BASE_URL is to be set where this product runs.',
      )
    return `${origin}/v1`
  }

  return {
    ...llm,
    test: async (signal) =>
      testModel(outboundClient, { model, url: `${address()}/models`, headers }, signal),
  }
}

/** With these a server says no to a body that it does not understand. */
const mayBeSchema: ReadonlySet<number> = new Set([400, 415, 422, 501])
/** Some servers put in front of an answer what a model thinks before it. */
const thoughts = /^\s*<think>[\s\S]*?<\/think>\s*/
