import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { Unavailable } from '../jobs/errors.ts'

export type OutboundResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Throws Unavailable if the response does not match the schema. */
  json<T>(schema: z.ZodType<T>): T
}

/** `unavailable`: overloaded or broken, worth another attempt. */
export type Outcome = 'ok' | 'rejected' | 'unavailable'

const temporaryStatuses = new Set([408, 425, 429])

export function outcomeOfStatus(status: number): Outcome {
  if (status >= 200 && status < 300) return 'ok'
  return temporaryStatuses.has(status) || status >= 500 ? 'unavailable' : 'rejected'
}

/** `outcomeOf` for resources that may be gone: 404 is a success. */
export const acceptNotFound = ({ status }: OutboundResponse): Outcome | undefined =>
  status === 404 ? 'ok' : undefined

const maxBytes = 32 * 1024 * 1024

export type StreamingResponse = Pick<OutboundResponse, 'status' | 'headers'> & { body: Readable }

export async function readResponse(
  { status, headers, body }: StreamingResponse,
  label: string,
): Promise<OutboundResponse> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) throw new Unavailable(`${label} sent a response that is too large.`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    ...{ status, headers, text },
    json(schema) {
      const { success, data } = schema.safeParse(parseJson(text))
      if (!success) throw new Unavailable(`${label} sent a response that could not be read.`)
      return data
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where services put their error message, the most specific first. */
const messageKeys = [
  ...['error_description', 'message', 'Message', 'faultstring', 'error_info', 'msg'],
  ...['detail', 'error', 'errors', 'title'],
]

/** The error message in a JSON or XML response. */
export function errorMessageIn({ text }: Pick<OutboundResponse, 'text'>): string | undefined {
  const json = parseJson(text)
  if (json !== undefined) return findMessage(json, 0)
  return /<(?:\w+:)?(?:faultstring|Message)>([^<]+)</.exec(text)?.[1]
}

function findMessage(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return depth > 0 && value.trim() ? value : undefined
  if (typeof value !== 'object' || value === null || depth > 4) return undefined
  const values = Array.isArray(value)
    ? value.slice(0, 3)
    : messageKeys.map((it) => (value as Record<string, unknown>)[it])
  for (const it of values) {
    const found = findMessage(it, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
