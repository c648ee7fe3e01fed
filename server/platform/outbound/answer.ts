import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { Unavailable } from '../jobs/errors.ts'

export type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Read by a schema. Throws Unavailable where it says something else. */
  json<T>(schema: z.ZodType<T>): T
}

/** `later`: the service is overloaded, or something is wrong with it. */
export type Verdict = 'good' | 'refused' | 'later'

const passing = new Set([408, 425, 429])

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'good'
  return passing.has(status) || status >= 500 ? 'later' : 'refused'
}

/** Bytes of an answer that is read as a whole. */
const mostBytes = 32 * 1024 * 1024

type Opened = Pick<Answer, 'status' | 'headers'> & { body: Readable }

export async function answerOf({ status, headers, body }: Opened, label: string): Promise<Answer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > mostBytes) throw new Unavailable(`${label} answered more than can be read.`)
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  return {
    ...{ status, headers, text },
    json(schema) {
      const { success, data } = schema.safeParse(parsed(text))
      if (!success) throw new Unavailable(`${label} gave an answer that cannot be read.`)
      return data
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where services put their sentence, the most telling first. */
const places = [
  ...['error_description', 'message', 'Message', 'faultstring', 'error_info', 'msg'],
  ...['detail', 'error', 'errors', 'title'],
]

/** The sentence in which a service says no, in JSON or XML; undefined where there is none. */
export function wordsIn({ text }: Pick<Answer, 'text'>): string | undefined {
  const json = parsed(text)
  if (json !== undefined) return sentenceIn(json, 0)
  return /<(?:\w+:)?(?:faultstring|Message)>([^<]+)</.exec(text)?.[1]
}

function sentenceIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return depth > 0 && value.trim() ? value : undefined
  if (typeof value !== 'object' || value === null || depth > 4) return undefined
  const inside = Array.isArray(value)
    ? value.slice(0, 3)
    : places.map((it) => (value as Record<string, unknown>)[it])
  for (const it of inside) {
    const found = sentenceIn(it, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}
