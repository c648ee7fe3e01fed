import { z } from 'zod'
import { defaultContextTokens } from '#contract/integrations/providers/ai-analysis.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../../provider.ts'
import type { Completion, Llm } from '../llm.ts'
import { incompleteAnswer, type ModelRequest, requestOptions, testModel } from './model-request.ts'
import { modelLlm } from './model-llm.ts'

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

/** Statuses of servers that do not support a JSON schema. */
const mayRejectSchema: ReadonlySet<number> = new Set([400, 415, 422, 501])
/** Some servers return a model's reasoning before its answer. */
const reasoning = /^\s*<think>[\s\S]*?<\/think>\s*/

/**
 * Any server with OpenAI's chat completions API, at an address in the environment. A server that rejects schemas gets
 * none from then on: the prompt describes the format too.
 */
export function openAiCompatible(
  { model = '', apiKey, contextTokens }: Settings,
  outboundClient: OutboundClient,
): Llm & Testable {
  const { label, redact } = outboundClient
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  let hasSchemas = true

  const llm = modelLlm({
    label,
    contextTokens: Number(contextTokens) || defaultContextTokens,
    maxConcurrent: 2,
    async ask(request, signal) {
      if (!request.form || !hasSchemas) return send(request, { hasSchema: false, signal })
      let status = 0
      try {
        const onStatus = (it: number) => void (status = it)
        return await send(request, { hasSchema: true, signal, onStatus })
      } catch (error) {
        if (!(error instanceof Rejected) || !mayRejectSchema.has(status)) throw error
        const answer = await send(request, { hasSchema: false, signal })
        hasSchemas = false
        return answer
      }
    },
  })

  async function send(
    { system, turns, form, sessionId }: ModelRequest,
    {
      hasSchema,
      signal,
      onStatus,
    }: { hasSchema: boolean; signal: AbortSignal; onStatus?: (status: number) => void },
  ) {
    const answer = await outboundClient.send({
      ...requestOptions,
      url: `${address()}/chat/completions`,
      headers,
      sessionId,
      signal,
      outcomeOf({ status }) {
        onStatus?.(status)
        // 501 Not Implemented is permanent.
        return status === 501 ? 'rejected' : undefined
      },
      body: jsonBody({
        model,
        stream: false,
        messages: [
          { role: 'system', content: system },
          ...turns.map(({ role, text }) => ({ role, content: text })),
        ],
        ...(hasSchema &&
          form && {
            response_format: {
              type: 'json_schema',
              json_schema: { name: form.name, strict: true, schema: form.jsonSchema },
            },
          }),
      }),
    })
    return answerIn(answer.json(completion))
  }

  /** Throws if the answer is incomplete. */
  function answerIn({ choices, usage, ...answer }: z.infer<typeof completion>): Completion {
    const [choice] = choices
    if (!choice) throw new Unavailable(`${label} gave no answer.`)
    const { message, finish_reason: reason } = choice
    if (message.refusal) throw incompleteAnswer.refused(label, redact(message.refusal))
    if (reason === 'content_filter') throw incompleteAnswer.filtered(label)
    if (reason === 'length') throw incompleteAnswer.tooLong(label)
    return {
      text: (message.content ?? '').replace(reasoning, ''),
      tokensUsed: usage ? usage.prompt_tokens + usage.completion_tokens : null,
      tokensIn: usage?.prompt_tokens ?? null,
      tokensOut: usage?.completion_tokens ?? null,
      model: answer.model ?? model,
      requestId: answer.id ?? null,
    }
  }

  function address() {
    const origin = outboundClient.baseUrl('')
    if (!origin)
      throw new Rejected(
        'no-address',
        `${label} has no address: set OPENAI_COMPATIBLE_BASE_URL in the environment of this installation.`,
      )
    return `${origin}/v1`
  }

  return {
    ...llm,
    test: async (signal) =>
      testModel(outboundClient, { model, url: `${address()}/models`, headers }, signal),
  }
}
