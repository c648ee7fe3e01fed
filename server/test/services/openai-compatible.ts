import { z } from 'zod'
import { json, localService } from '../local-service.ts'
import { type Asked, ledBy, type ModelService, tokensIn } from './model-service.ts'

const question = z.strictObject({
  model: z.string(),
  stream: z.literal(false),
  messages: z
    .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
    .min(2),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({
        name: z.string(),
        strict: z.literal(true),
        schema: z.looseObject({}),
      }),
    })
    .optional(),
})

/**
 * A self-hosted server with OpenAI's chat completions, such as Ollama, vLLM and llama.cpp: `GET /v1/models`, and
 * `POST /v1/chat/completions`, which responds `{ id, model, choices: [{ message, finish_reason }], usage }`. An older
 * one does not support schemas and rejects them. Errors are `{ error: { message, type, code } }`.
 */
export async function openAiCompatibleService({
  takesSchemas,
}: {
  takesSchemas: boolean
}): Promise<ModelService> {
  const key = 'local-server-test-key'
  let count = 0

  return ledBy(key, (answerTo) =>
    localService(({ method, path, headers, body }, response) => {
      const refuse = (code: number, type: string, message: string) =>
        json(response, code, { error: { code, message, type } })

      if (headers.authorization !== `Bearer ${key}`)
        return refuse(401, 'authentication_error', 'Invalid API Key')
      if (method === 'GET' && path === '/v1/models')
        return json(response, 200, { object: 'list', data: [{ id: 'qwen3:14b', object: 'model' }] })
      if (method !== 'POST' || path !== '/v1/chat/completions')
        return refuse(404, 'not_found_error', 'File Not Found')

      const { success, data, error } = question.safeParse(JSON.parse(body.toString()))
      if (!success) return refuse(400, 'invalid_request_error', z.prettifyError(error))
      if (data.response_format && !takesSchemas)
        return refuse(400, 'invalid_request_error', 'response_format is not supported')

      const [system, ...turns] = data.messages
      const it: Asked = {
        system: system?.content ?? '',
        turns: turns.map(({ role, content }) => ({ role, text: content })),
        schema: data.response_format?.json_schema.schema,
      }
      const reply = answerTo(it)
      const isCutOff = reply === 'cut off'
      const text = isCutOff ? 'Coach: How was' : 'text' in reply ? reply.text : ''
      const [read, written] = [tokensIn(JSON.stringify(data.messages)), tokensIn(text)]
      return json(response, 200, {
        ...{ id: `chatcmpl-${++count}`, object: 'chat.completion', model: data.model },
        choices: [
          {
            ...{ index: 0, finish_reason: isCutOff ? 'length' : 'stop' },
            message: {
              ...{ role: 'assistant', content: text },
              ...(!isCutOff && 'refusal' in reply && { refusal: reply.refusal }),
            },
          },
        ],
        usage: { prompt_tokens: read, completion_tokens: written, total_tokens: read + written },
      })
    }),
  )
}
