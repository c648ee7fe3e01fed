import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import { type Asked, ledBy, type ModelService, tokensIn } from './model-service.ts'

const question = z.strictObject({
  model: z.string(),
  // Health data: OpenAI must not store it.
  store: z.literal(false),
  instructions: z.string(),
  input: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string() })),
  text: z
    .strictObject({
      format: z.strictObject({
        type: z.literal('json_schema'),
        name: z.string().regex(/^[\w-]{1,64}$/),
        strict: z.literal(true),
        schema: z.looseObject({}),
      }),
    })
    .optional(),
})

/**
 * A fake of OpenAI's API as documented: `GET /v1/models`, and `POST /v1/responses`, which responds
 * `{ id, model, status, output, usage }`, with the request id in the header `x-request-id`. Errors are
 * `{ error: { message, type, param, code } }`. A strict schema must require all properties of an object and forbid
 * others.
 */
export async function openAiService(models = ['gpt-5', 'gpt-5-mini']): Promise<ModelService> {
  const key = 'sk-proj-openai-test-key-0001'
  let count = 0

  return ledBy(key, (answerTo) =>
    localService(({ method, path, headers, body }, response) => {
      const requestId = `req_${++count}`
      const answer = (status: number, value: unknown) =>
        json(response, status, value, { 'x-request-id': requestId })
      const refuse = (status: number, message: string, code: string | null) =>
        answer(status, { error: { message, type: 'invalid_request_error', param: null, code } })

      if (headers.authorization !== `Bearer ${key}`)
        return refuse(
          401,
          `Incorrect API key provided: ${headers.authorization}.`,
          'invalid_api_key',
        )
      if (method === 'GET' && path === '/v1/models')
        return answer(200, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) })
      if (method !== 'POST' || path !== '/v1/responses')
        return refuse(404, `Invalid URL (${method} ${path})`, null)

      const { success, data, error } = question.safeParse(JSON.parse(body.toString()))
      if (!success) return refuse(400, z.prettifyError(error), null)
      const { model, instructions, input, text } = data
      if (!models.includes(model))
        return refuse(404, `The model '${model}' does not exist.`, 'model_not_found')
      const loose = text && findSchemaFault(text.format.schema)
      if (loose) return refuse(400, `Invalid schema for response_format: ${loose}`, null)

      const turns = input.map((it) => ({ role: it.role, text: it.content }))
      const it: Asked = { system: instructions, turns, schema: text?.format.schema }
      const reply = answerTo(it)
      const said = reply === 'cut off' ? 'Coach: How was' : 'text' in reply ? reply.text : ''
      const [read, written] = [tokensIn(instructions + JSON.stringify(input)), tokensIn(said)]
      return answer(200, {
        ...{ id: `resp_${count}`, object: 'response', model: `${model}-2025-08-07`, error: null },
        status: reply === 'cut off' ? 'incomplete' : 'completed',
        incomplete_details: reply === 'cut off' ? { reason: 'max_output_tokens' } : null,
        output: [
          { id: `rs_${count}`, type: 'reasoning', summary: [] },
          {
            ...{ id: `msg_${count}`, type: 'message', role: 'assistant', status: 'completed' },
            content: [
              typeof reply === 'object' && 'refusal' in reply
                ? { type: 'refusal', refusal: reply.refusal }
                : { type: 'output_text', text: said, annotations: [] },
            ],
          },
        ],
        usage: { input_tokens: read, output_tokens: written, total_tokens: read + written },
      })
    }),
  )
}

/** The first violation of the rules for strict schemas; undefined if there is none. */
function findSchemaFault(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>
  if (type === 'object') {
    if (additionalProperties !== false) return "'additionalProperties' must be false."
    const names = Object.keys(properties as object)
    if (names.some((it) => !(required as string[]).includes(it)))
      return "'required' must hold every property."
  }
  return Object.values(schema)
    .map(findSchemaFault)
    .find((it) => it !== undefined)
}
