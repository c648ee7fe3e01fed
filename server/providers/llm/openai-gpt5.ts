import { z } from 'zod'
import { usualModels } from '#contract/providers/ai-analysis.ts'
import type { Answer } from '../../outbound/answer.ts'
import type { Door } from '../../outbound/door.ts'
import { jsonPayload } from '../../outbound/payload.ts'
import { Rejected, Unavailable } from '../../work/failures.ts'
import type { Llm } from './llm.ts'
import { modelLlm } from './model.ts'
import { answerMs } from './patience.ts'

const origin = 'https://api.openai.com'

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
  { apiKey, model = usualModels.openai_gpt5 }: OpenAi,
  door: Door,
): Llm & { test(signal: AbortSignal): Promise<string> } {
  const url = `${door.address(origin)}/v1`
  const headers = { authorization: `Bearer ${apiKey}` }

  const llm = modelLlm({
    label: door.label,
    async ask({ system, turns, form, sessionId }, signal) {
      const answer = await door.call({
        ...{ purpose: 'AI analysis', method: 'POST', url: `${url}/responses`, headers },
        ...{ sessionId, signal, verdict: outOfMoney, withinMs: answerMs, silenceMs: answerMs },
        tries: 2,
        body: jsonPayload({
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
        text: textOf(told),
        ...{ tokensUsed: told.usage?.total_tokens ?? null },
        ...{ tokensIn: told.usage?.input_tokens ?? null },
        ...{ tokensOut: told.usage?.output_tokens ?? null },
        ...{ model: told.model, requestId: requestIdOf(answer) ?? told.id },
      }
    },
  })

  /** Throws what kept the model from an answer. */
  function textOf({ status, output, error, incomplete_details: why }: z.infer<typeof response>) {
    const all = output.flatMap((it) => it.content)
    const refused = all.find((it) => it.type === 'refusal')
    if (refused)
      throw new Rejected('refused', `${door.label} refuses: ${door.said(refused.refusal)}`)
    if (status === 'incomplete')
      throw new Rejected(
        'incomplete',
        why?.reason === 'content_filter'
          ? `${door.label} broke the answer off: its content filter took offence.`
          : `The answer of ${door.label} was longer than it may be, and was cut off.`,
      )
    if (status === 'failed')
      throw new Unavailable(`${door.label} says: ${door.said(error?.message ?? 'It failed.')}`)
    if (status !== 'completed')
      throw new Unavailable(`${door.label} gave no answer (${door.said(status)}).`)
    return all.map((it) => (it.type === 'output_text' ? it.text : '')).join('')
  }

  return {
    ...llm,
    async test(signal) {
      const answer = await door.call({
        ...{ purpose: 'connection test', method: 'GET', url: `${url}/models`, headers, signal },
      })
      const { data } = answer.json(models)
      return data.some(({ id }) => id === model)
        ? `The key is good, and ${model} is there.`
        : `The key is good, but ${door.label} does not list a model called ${model}.`
    },
  }
}

const models = z.object({ data: z.array(z.object({ id: z.string() })) })
const failure = z.object({ error: z.object({ code: z.string().nullish() }) })

/** More money is needed, not more patience, though the status is that of a limit. */
function outOfMoney(answer: Answer) {
  if (answer.status !== 429) return undefined
  try {
    const { error } = failure.parse(JSON.parse(answer.text))
    return error.code === 'insufficient_quota' ? 'refused' : undefined
  } catch {
    return undefined
  }
}

function requestIdOf({ headers }: Answer) {
  const id = headers['x-request-id']
  return typeof id === 'string' && id ? id : undefined
}
