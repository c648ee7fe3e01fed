import { z } from 'zod'
import { defaultModels } from '#contract/integrations/providers/ai-analysis.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import type { Settings, Testable } from '../../provider.ts'
import type { Llm } from '../llm.ts'
import { incompleteAnswer, requestOptions, testModel } from './model-request.ts'
import { modelLlm } from './model-llm.ts'

/** Context in tokens, by the prefix of the model name. */
const contexts: readonly [name: string, tokens: number][] = [
  ['gpt-5', 272_000],
  ['gpt-4.1', 1_000_000],
  ['o', 200_000],
  ['', 128_000],
]
const getContextSize = (model: string) =>
  contexts.find(([name]) => model.startsWith(name))?.[1] ?? 0

const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('output_text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
])
/** Other items, such as reasoning, are ignored. */
const item = z.union([
  z.object({ type: z.literal('message'), content: z.array(content) }),
  z.object({ type: z.string() }).transform(() => ({ content: [] })),
])
const response = z.object({
  id: z.string(),
  model: z.string(),
  status: z.string(),
  output: z.array(item),
  error: z.object({ message: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  usage: z
    .object({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() })
    .nullish(),
})

/** OpenAI's Responses API, with storage turned off. */
export function openAi(
  { apiKey = '', model = defaultModels.openai_gpt5 }: Settings,
  outboundClient: OutboundClient,
): Llm & Testable {
  const { label, redact } = outboundClient
  const url = `${outboundClient.baseUrl('https://api.openai.com')}/v1`
  const headers = { authorization: `Bearer ${apiKey}` }

  const llm = modelLlm({
    label,
    contextTokens: getContextSize(model),
    maxConcurrent: 4,
    async ask({ system, turns, form, sessionId }, signal) {
      const answer = await outboundClient.send({
        ...requestOptions,
        url: `${url}/responses`,
        headers,
        sessionId,
        signal,
        // Out of credit is permanent, though it has the status of a rate limit.
        outcomeOf: ({ status, text }) =>
          status === 429 && text.includes('"insufficient_quota"') ? 'rejected' : undefined,
        body: jsonBody({
          model,
          store: false,
          instructions: system,
          input: turns.map(({ role, text }) => ({ role, content: text })),
          ...(form && {
            text: {
              format: {
                type: 'json_schema',
                name: form.name,
                strict: true,
                schema: form.jsonSchema,
              },
            },
          }),
        }),
      })
      const { id, usage, ...result } = answer.json(response)
      return {
        text: answerIn(result),
        tokensUsed: usage?.total_tokens ?? null,
        tokensIn: usage?.input_tokens ?? null,
        tokensOut: usage?.output_tokens ?? null,
        model: result.model,
        requestId: String(answer.headers['x-request-id'] ?? id),
      }
    },
  })

  /** Throws if the answer is incomplete. */
  function answerIn({
    status,
    output,
    error,
    incomplete_details: details,
  }: Omit<z.infer<typeof response>, 'id' | 'usage'>) {
    const all = output.flatMap((it) => it.content)
    const refused = all.find((it) => it.type === 'refusal')
    if (refused) throw incompleteAnswer.refused(label, redact(refused.refusal))
    if (status === 'incomplete')
      throw details?.reason === 'content_filter'
        ? incompleteAnswer.filtered(label)
        : incompleteAnswer.tooLong(label)
    if (status !== 'completed')
      throw new Unavailable(`${label} says: ${redact(error?.message ?? status)}`)
    return all.map((it) => (it.type === 'output_text' ? it.text : '')).join('')
  }

  return {
    ...llm,
    test: (signal) => testModel(outboundClient, { model, url: `${url}/models`, headers }, signal),
  }
}
