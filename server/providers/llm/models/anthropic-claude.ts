import { z } from 'zod'
import { defaultModels } from '#contract/integrations/providers/ai-analysis.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import type { Settings, Testable } from '../../provider.ts'
import type { Llm } from '../llm.ts'
import { incompleteAnswer, requestOptions, testModel } from './model-request.ts'
import { modelLlm } from './model-llm.ts'

const version = '2023-06-01'
/** The same for all current models. */
const contextTokens = 200_000
/** Required by the API; a chunk of a conversation uses half of it. */
const maxAnswerTokens = 16_000

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

/** Anthropic's Messages API. A structured answer is the input of a forced tool call. */
export function anthropic(
  { apiKey = '', model = defaultModels.anthropic_claude }: Settings,
  outboundClient: OutboundClient,
): Llm & Testable {
  const { label, redact } = outboundClient
  const url = `${outboundClient.baseUrl('https://api.anthropic.com')}/v1`
  const headers = { 'x-api-key': apiKey, 'anthropic-version': version }

  const llm = modelLlm({
    label,
    contextTokens,
    maxConcurrent: 4,
    async ask({ system, turns, form, sessionId }, signal) {
      const response = await outboundClient.send({
        ...requestOptions,
        url: `${url}/messages`,
        headers,
        sessionId,
        signal,
        body: jsonBody({
          model,
          max_tokens: maxAnswerTokens,
          system,
          messages: turns.map(({ role, text }) => ({ role, content: text })),
          ...(form && {
            tools: [
              {
                name: form.name,
                input_schema: form.jsonSchema,
                description: 'Takes the answer. It is the only way to answer.',
              },
            ],
            tool_choice: { type: 'tool', name: form.name },
          }),
        }),
      })
      const answer = response.json(message)
      const { usage } = answer
      const tokensIn =
        usage.input_tokens +
        (usage.cache_creation_input_tokens ?? 0) +
        (usage.cache_read_input_tokens ?? 0)
      return {
        text: answerIn(answer),
        tokensUsed: tokensIn + usage.output_tokens,
        tokensIn,
        tokensOut: usage.output_tokens,
        model: answer.model,
        requestId: String(response.headers['request-id'] ?? answer.id),
      }
    },
  })

  /** Throws if the answer is incomplete. */
  function answerIn({ content, stop_reason: reason }: z.infer<typeof message>) {
    const text = content.map((it) => (it.type === 'text' ? it.text : '')).join('')
    if (reason === 'refusal') throw incompleteAnswer.refused(label, redact(text))
    if (reason === 'max_tokens') throw incompleteAnswer.tooLong(label)
    if (reason === 'model_context_window_exceeded') throw incompleteAnswer.tooMuchToRead(label)
    const tool = content.find((it) => it.type === 'tool_use')
    return tool ? JSON.stringify(tool.input) : text
  }

  return {
    ...llm,
    test: (signal) =>
      testModel(outboundClient, { model, url: `${url}/models?limit=1000`, headers }, signal),
  }
}
