import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import { type Asked, type ModelService, ledBy, tokensIn } from './model-service.ts'

const question = z
  .strictObject({
    model: z.string(),
    max_tokens: z.int().min(1).max(64_000),
    system: z.string(),
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().min(1) }))
      .min(1),
    tools: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          description: z.string(),
          input_schema: z.looseObject({ type: z.literal('object') }),
        }),
      )
      .optional(),
    tool_choice: z.strictObject({ type: z.literal('tool'), name: z.string() }).optional(),
  })
  .refine((it) => it.messages.at(-1)?.role === 'user', 'messages: the last must be of the user')
  .refine(
    ({ tools, tool_choice: choice }) => !choice || tools?.some(({ name }) => name === choice.name),
    'tool_choice: no such tool',
  )

/**
 * A fake of Anthropic's API as documented: `GET /v1/models`, and `POST /v1/messages`, which requires
 * `anthropic-version` and `max_tokens` and responds `{ id, model, content, stop_reason, usage }`, with the request id
 * in the header `request-id`. A forced tool is answered with a `tool_use` block. Errors are
 * `{ type: 'error', error: { type, message }, request_id }`. The key is sent as `x-api-key` or as a bearer token.
 */
export async function anthropicService(
  models = ['claude-sonnet-5-5', 'claude-haiku-4-5'],
): Promise<ModelService> {
  const key = 'sk-ant-api03-anthropic-test-key'
  let count = 0

  return ledBy(key, (answerTo) =>
    localService(({ method, path, headers, body }, response) => {
      const requestId = `req_011${++count}`
      const answer = (status: number, value: unknown) =>
        json(response, status, value, { 'request-id': requestId })
      const refuse = (status: number, type: string, message: string) =>
        answer(status, { type: 'error', error: { type, message }, request_id: requestId })

      const given = headers['x-api-key'] ?? headers.authorization?.replace('Bearer ', '')
      if (given !== key) return refuse(401, 'authentication_error', 'invalid x-api-key')
      if (!headers['anthropic-version'])
        return refuse(400, 'invalid_request_error', 'anthropic-version: header is required')
      if (method === 'GET' && path === '/v1/models')
        return answer(200, {
          ...{ data: models.map((id) => ({ type: 'model', id, display_name: id })) },
          has_more: false,
        })
      if (method !== 'POST' || path !== '/v1/messages')
        return refuse(404, 'not_found_error', 'Not found')

      const { success, data, error } = question.safeParse(JSON.parse(body.toString()))
      if (!success) return refuse(400, 'invalid_request_error', z.prettifyError(error))
      const { model, system, messages, tools, tool_choice: choice } = data
      if (!models.includes(model)) return refuse(404, 'not_found_error', `model: ${model}`)

      const tool = tools?.find(({ name }) => name === choice?.name)
      const it: Asked = {
        ...{ system, schema: tool?.input_schema },
        turns: messages.map(({ role, content }) => ({ role, text: content })),
      }
      const reply = answerTo(it)
      const isCutOff = reply === 'cut off'
      const text = isCutOff ? 'Coach: How was' : 'text' in reply ? reply.text : reply.refusal
      const isRefusal = !isCutOff && 'refusal' in reply
      const input = tool && inputIn(text)
      const usage = {
        ...{ input_tokens: tokensIn(system + JSON.stringify(messages)) },
        ...{ output_tokens: tokensIn(text), cache_creation_input_tokens: 0 },
        cache_read_input_tokens: 0,
      }
      return answer(200, {
        ...{ id: `msg_01${count}`, type: 'message', role: 'assistant', model, usage },
        content: input
          ? [{ type: 'tool_use', id: `toolu_01${count}`, name: tool.name, input }]
          : [{ type: 'text', text }],
        stop_reason: isCutOff
          ? 'max_tokens'
          : isRefusal
            ? 'refusal'
            : input
              ? 'tool_use'
              : 'end_turn',
        stop_sequence: null,
      })
    }),
  )
}

/** Tool input is always JSON; other text becomes a text block. */
function inputIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
