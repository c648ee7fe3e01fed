import { z } from 'zod'
import { defaultModels } from '#contract/providers/ai-analysis.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import type { Testable } from '../../adapter.ts'
import { incompleteAnswer } from './incomplete-answer.ts'
import type { Llm } from '../llm.ts'
import { testModel } from './test-model.ts'
import { modelLlm } from './model-llm.ts'
import { answerTimeoutMs } from '../patience.ts'

const origin = 'https://api.anthropic.com'
/** The version whose bodies and answers are spoken here. */
const version = '2023-06-01'
/** Tokens that all models of the last years read at a time. */
const contextTokens = 200_000
/** Tokens of an answer, which has to be said: a piece of a conversation has half of it. */
const mostTokens = 16_000

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), input: z.unknown() }),
  z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
])
const message = z.object({
  id: z.string(),
  model: z.string(),
  content: z.array(block),
  stop_reason: z.string(),
  usage: z.object({
    input_tokens: z.int(),
    output_tokens: z.int(),
    cache_creation_input_tokens: z.int().nullish(),
    cache_read_input_tokens: z.int().nullish(),
  }),
})
type Message = z.infer<typeof message>

type Anthropic = { apiKey: string; model: string | undefined }

/** Anthropic's Messages; an answer of a form is the input of a tool that has to be used. */
export function anthropic(
  { apiKey, model = defaultModels.anthropic_claude }: Anthropic,
  outboundClient: OutboundClient,
): Llm & Testable {
  const url = `${outboundClient.baseUrl(origin)}/v1`
  const headers = { 'x-api-key': apiKey, 'anthropic-version': version }

  const llm = modelLlm({
    ...{ label: outboundClient.label, contextTokens, maxConcurrent: 4 },
    async ask({ system, turns, form, sessionId }, signal) {
      const answer = await outboundClient.send({
        ...{ purpose: 'AI analysis', method: 'POST', url: `${url}/messages`, headers },
        ...{
          sessionId,
          signal,
          maxAttempts: 2,
          timeoutMs: answerTimeoutMs,
          idleTimeoutMs: answerTimeoutMs,
        },
        body: jsonBody({
          ...{ model, max_tokens: mostTokens, system },
          messages: turns.map(({ role, text }) => ({ role, content: text })),
          ...(form && {
            tools: [
              {
                ...{ name: form.name, input_schema: form.jsonSchema },
                description: 'Takes the answer. It is the only way to answer.',
              },
            ],
            tool_choice: { type: 'tool', name: form.name },
          }),
        }),
      })
      const told = answer.json(message)
      const requestId = answer.headers['request-id']
      const { usage } = told
      const tokensIn =
        usage.input_tokens +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0)
      return {
        text: formatValue(told),
        ...{ tokensUsed: tokensIn + usage.output_tokens, tokensIn },
        ...{ tokensOut: usage.output_tokens, model: told.model },
        requestId: typeof requestId === 'string' ? requestId : told.id,
      }
    },
  })

  /** Throws what kept the model from an answer. */
  function formatValue({ content, stop_reason: why }: Message) {
    const text = content.map((it) => (it.type === 'text' ? it.text : '')).join('')
    if (why === 'refusal')
      throw incompleteAnswer.refused(outboundClient.label, outboundClient.redact(text))
    if (why === 'max_tokens') throw incompleteAnswer.tooLong(outboundClient.label)
    if (why === 'model_context_window_exceeded')
      throw incompleteAnswer.tooMuchToRead(outboundClient.label)
    const used = content.find((it) => it.type === 'tool_use')
    return used ? JSON.stringify(used.input) : text
  }

  return {
    ...llm,
    test: (signal) =>
      testModel(outboundClient, { model, url: `${url}/models?limit=1000`, headers }, signal),
  }
}
