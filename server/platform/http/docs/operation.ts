import type { z } from 'zod'
import { type Endpoint, idempotencyKey, idempotencyKeyForm, type Raw } from '#contract/endpoint.ts'
import { maxCounted, pageHeaders } from '#contract/paging.ts'
import type { JsonSchema } from './schemas.ts'

type Header = { description: string; required?: boolean; schema: JsonSchema }
type Content = Record<string, { schema?: JsonSchema }>
export type Response = { description: string; headers?: Record<string, Header>; content?: Content }
type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required: boolean
  description?: string
  schema: JsonSchema
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | { $ref: string }>
}
type Write = (schema: z.ZodType, way: 'input' | 'output') => JsonSchema

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'integer' }

/** Parameters, headers and body of a request. */
export function describeRequest(
  { params, query, body, wire, isIdempotent }: Endpoint,
  write: Write,
) {
  const inHeaders = (headers: Record<string, string> = {}, required: boolean) =>
    Object.entries(headers).map(([name, description]) => ({
      ...{ in: 'header' as const, name, required, description },
      schema: text,
    }))
  const parameters = [
    ...parametersIn('path', params, write),
    ...parametersIn('query', query, write),
    ...inHeaders(wire?.headers, true),
    ...inHeaders(wire?.optionalHeaders, false),
    ...(isIdempotent ? [idempotencyKeyParameter] : []),
  ]
  return {
    ...(parameters.length && { parameters }),
    ...(body && {
      requestBody: {
        required: body !== 'bytes' && !body.safeParse(undefined).success,
        content: body === 'bytes' ? bytesContent(wire, write) : json(write(body, 'input')),
      },
    }),
  }
}

/** IETF draft "The Idempotency-Key HTTP Header Field", which has no number yet. */
const idempotencyKeyParameter: Parameter = {
  in: 'header',
  name: idempotencyKey,
  required: false,
  description:
    'A random value. The same request with the same key, sent again by the same user within a day, creates nothing and ' +
    'returns what the first one created, in its current state. Another request with the same key is rejected.',
  schema: { ...text, pattern: idempotencyKeyForm.source.replace('?<key>', '') },
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined, write: Write) {
  if (!schema) return []
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => ({
    in: place,
    name,
    required: !field.safeParse(undefined).success,
    schema: write(field, 'input'),
  }))
}

function bytesContent(wire: Endpoint['wire'], write: Write): Content {
  const { type = 'application/octet-stream', schema } = wire?.sends ?? {}
  return { [type]: schema ? { schema: write(schema, 'input') } : {} }
}

/** Successful responses of an endpoint, by status. */
export function describeResponses(endpoint: Endpoint, write: Write): Record<string, Response> {
  const { response, wire } = endpoint
  if (response === 'bytes') return rawResponses(wire?.answers)
  if (response === 'events') return { 200: eventResponse(wire?.event, write) }
  const headers = isPaged(endpoint) ? pagedHeaders : undefined
  const content = json(write(response, 'output'))
  return { 200: { description: 'Done', ...(headers && { headers }), content } }
}

const rawResponses = (answers: NonNullable<Endpoint['wire']>['answers'] = {}) =>
  Object.fromEntries(
    Object.entries(answers).map(([status, { says, type, headers, optionalHeaders }]) => [
      status,
      {
        description: says,
        ...(headers && {
          headers: {
            ...describeHeaders(headers, true),
            ...describeHeaders(optionalHeaders, false),
          },
        }),
        ...(type && { content: { [type]: {} } }),
      },
    ]),
  )

const describeHeaders = (descriptions: Record<string, string> = {}, required: boolean) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, required, schema: text },
    ]),
  )

/** Server-sent events (HTML standard, section 9.2): each `data:` line holds one message in JSON. */
const eventResponse = (event: z.ZodType | undefined, write: Write): Response => ({
  description:
    'Server-sent events. Each `data:` line is a JSON message that matches `contentSchema`.',
  content: {
    'text/event-stream': {
      schema: {
        ...text,
        ...(event && {
          contentMediaType: 'application/json',
          contentSchema: write(event, 'output'),
        }),
      },
    },
  },
})

const json = (schema: JsonSchema): Content => ({ 'application/json': { schema } })

const isPaged = ({ query, response }: { query?: z.ZodObject; response: z.ZodType | Raw }) =>
  query !== undefined && 'cursor' in query.shape && typeof response !== 'string'
const pagedHeaders: Record<string, Header> = {
  [pageHeaders.total]: {
    description: 'Number of rows that the caller may see',
    required: true,
    schema: number,
  },
  [pageHeaders.match]: {
    description: 'Number of those that match the query',
    required: true,
    schema: number,
  },
  [pageHeaders.capped]: {
    description: `Which of the two, \`total\` or \`match\`, was counted only up to ${maxCounted}`,
    schema: text,
  },
  Link: { description: 'The next page, as `<url>; rel="next"`', schema: text },
}
