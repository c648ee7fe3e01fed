import { z } from 'zod'
import { defaultModels } from '#contract/providers/ai-analysis.ts'
import type { OutboundResponse } from '../../../platform/outbound/response.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts'
import { jsonBody } from '../../../platform/outbound/request-body.ts'
import { Unavailable } from '../../../platform/jobs/errors.ts'
import type { Testable } from '../../adapter.ts'
import { incompleteAnswer } from './incomplete-answer.ts'
import type { Llm } from '../llm.ts'
import { testModel } from './test-model.ts'
import { modelLlm } from './model-llm.ts'
import { answerTimeoutMs } from '../patience.ts'

const origin = 'https://api.openai.com'

/** Tokens that models read at a time, by how their names begin, and what all of them do. */
const contexts: readonly [name: string, tokens: number][] = [
  ['gpt-5', 272_000],
  ['gpt-4.1', 1_000_000],
  ['o', 200_000],
  ['', 128_000],
]
const contextOf = (model: string) => contexts.find(([name]) => model.startsWith(name))?.[1] ?? 0

const content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('output_text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
])
/** Of what a model puts out, its thoughts and the like say nothing here. */
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

type OpenAi = { apiKey: string; model: string | undefined }

/** OpenAI's Responses, with nothing kept there. */
export function openAi(
  { apiKey, model = defaultModels.openai_gpt5 }: OpenAi,
  outboundClient: OutboundClient,
): Llm & Testable {
  const url = `${outboundClient.baseUrl(origin)}/v1`
  const headers = { authorization: `Bearer ${apiKey}` }

  const llm = modelLlm({
    ...{ label: outboundClient.label, contextTokens: contextOf(model), maxConcurrent: 4 },
    async ask({ system, turns, form, sessionId }, signal) {
      const answer = await outboundClient.send({
        ...{ purpose: 'AI analysis', method: 'POST', url: `${url}/responses`, headers },
        ...{
          sessionId,
          signal,
          outcomeOf: outOfMoney,
          timeoutMs: answerTimeoutMs,
          idleTimeoutMs: answerTimeoutMs,
        },
        maxAttempts: 2,
        body: jsonBody({
          model,
          store: false,
          instructions: system,
          input: turns.map(({ role, text }) => ({ role, content: text })),
          ...(form && {
            text: {
              format: {
                ...{ type: 'json_schema', name: form.name, strict: true, schema: form.jsonSchema },
              },
            },
          }),
        }),
      })
      const told = answer.json(response)
      return {
        text: formatValue(told),
        ...{ tokensUsed: told.usage?.total_tokens ?? null },
        ...{ tokensIn: told.usage?.input_tokens ?? null },
        ...{ tokensOut: told.usage?.output_tokens ?? null },
        ...{ model: told.model, requestId: requestIdOf(answer) ?? told.id },
      }
    },
  })

  /** Throws what kept the model from an answer. */
  function formatValue({
    status,
    output,
    error,
    incomplete_details: why,
  }: z.infer<typeof response>) {
    const all = output.flatMap((it) => it.content)
    const refused = all.find((it) => it.type === 'refusal')
    if (refused)
      throw incompleteAnswer.refused(outboundClient.label, outboundClient.redact(refused.refusal))
    if (status === 'incomplete')
      throw why?.reason === 'content_filter'
        ? incompleteAnswer.filtered(outboundClient.label)
        : incompleteAnswer.tooLong(outboundClient.label)
    if (status === 'failed')
      throw new Unavailable(
        `${outboundClient.label} says: ${outboundClient.redact(error?.message ?? 'It failed.')}`,
      )
    if (status !== 'completed')
      throw new Unavailable(
        `${outboundClient.label} gave no answer (${outboundClient.redact(status)}).`,
      )
    return all.map((it) => (it.type === 'output_text' ? it.text : '')).join('')
  }

  return {
    ...llm,
    test: (signal) => testModel(outboundClient, { model, url: `${url}/models`, headers }, signal),
  }
}

const failure = z.object({ error: z.object({ code: z.string().nullish() }) })

/** More money is needed, not more patience, though the status is that of a limit. */
function outOfMoney(answer: OutboundResponse) {
  if (answer.status !== 429) return undefined
  try {
    const { error } = failure.parse(JSON.parse(answer.text))
    return error.code === 'insufficient_quota' ? 'rejected' : undefined
  } catch {
    return undefined
  }
}

function requestIdOf({ headers }: OutboundResponse) {
  const id = headers['x-request-id']
  return typeof id === 'string' && id ? id : undefined
}
