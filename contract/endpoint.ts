import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/**
 * `public`: anybody. `signed-in`: every role. A list: these roles; the row is checked besides, on the server.
 * `signed-webhook`: an outside service that signs what it sends, byte by byte; who is signed in does not matter.
 */
export type Access = 'public' | 'signed-in' | 'signed-webhook' | readonly Role[]

/** A body or an answer that is not JSON: bytes as they come, or a stream of server-sent events. */
export type Raw = 'bytes' | 'events'

/** What stands on the wire of an endpoint that is not JSON alone, each with a sentence: no schema says it. */
export type Wire = {
  /** Headers that have to be sent, by their names. */
  headers?: Record<string, string>
  /** What a body of `bytes` is: its content type, and its form where it is JSON read as a stream. */
  sends?: { type: string; schema?: z.ZodType }
  /** The answers of an endpoint with a `Raw` response, by status, with their headers. */
  answers?: Record<number, { says: string; type?: string; headers?: Record<string, string> }>
  /** Each message of a stream of events. */
  event?: z.ZodType
}

/**
 * "Queries never refetch on interval or window focus, data never becomes stale" (specification part 1, section 9), but:
 * `always-stale`: read again by every page that shows it, and when the window gets the focus.
 * `while-shown`: no copy is kept once nothing shows it.
 * `staleAfterMs`: believed for so long.
 */
export type Freshness = 'always-stale' | 'while-shown' | { staleAfterMs: number }

/**
 * What the API is about. A read says of which of these it tells (`shows`), a write which of them are not the same after
 * it (`changes`), also those that only follow: who is renamed goes by another name as a coach and as a client. The web
 * reads anew what shows what was changed. The log is read when one asks for it: everything is in it.
 */
export type Noun =
  | 'login'
  | 'user'
  | 'coach'
  | 'client'
  | 'organization'
  | 'session'
  | 'questionnaire'
  | 'draft'
  | 'upload'
  | 'definition'
  | 'template'
  | 'golden-transcript'
  | 'check'
  | 'execution'
  | 'message'
  | 'notification'
  | 'log'
  | 'setting'
  | 'move'
  | 'integration'
  | 'crm'
  | 'api-token'
  | 'webhook'

type Affects<M extends Method> = M extends 'GET' | 'HEAD'
  ? { shows: readonly Noun[] }
  : { changes: readonly Noun[] }

/** By which a request that is sent again is known to be the same (IETF, The Idempotency-Key HTTP Header Field). */
export const idempotencyKey = 'Idempotency-Key'
/** In quotes, as the draft has it, or without. */
export const idempotencyKeyForm = /^("?)(?<key>[\w-]{16,64})\1$/

type EndpointOptions = {
  access: Access
  summary: string
  /** It makes something, and the same request sent again under its `Idempotency-Key` makes nothing (decision 9). */
  isIdempotent?: true
  /** Calls per minute from one address, where fewer than usual are allowed. */
  limit?: number
  /** Which pages may make a browser call it, where the method does not say (`policyOf`). */
  origin?: 'own' | 'any'
  /** What may be kept of the answer on its way and in the browser, where something may. */
  caching?: string
  /** How long the web believes its copy of the answer, where it is not for as long as it has one (`Freshness`). */
  freshness?: Freshness
  /** Bytes of a JSON body, where it may have more than `usualBodyBytes`. */
  bodyBytes?: number
  /** How many of them may stand outside its texts, where it is large for its numbers. */
  besideTextsBytes?: number
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType | 'bytes'
  response: z.ZodType | Raw
  wire?: Wire
  /** How it may refuse beside what follows from all this (`refusalsOf`). */
  errorCodes?: readonly ErrorCode[]
  shows?: readonly Noun[]
  changes?: readonly Noun[]
  /** No API token may call it. */
  isForPeopleOnly?: true
  /** What it changes is changed also when it fails: the failure itself is kept. */
  keepsFailures?: boolean
}

/** One HTTP operation as data: the server mounts it, the web calls it, a test walks it for every role. */
export function endpoint<const M extends Method, const P extends EndpointOptions & Affects<M>>(
  route: `${M} /api/${string}`,
  parts: P,
) {
  const [method, path] = route.split(' ') as [M, string]
  return { method, path, ...parts }
}

/** A form with a description in it; the longest of them has 15 kB. */
export const defaultBodyBytes = 64 * 1024
/** A body that holds a text of so many characters, each of up to three bytes, and some fields beside it. */
export const maxTextBytes = (characters: number) => 3 * characters + defaultBodyBytes

/**
 * What holds for every call of an endpoint, whatever its address looks like. What changes something must come from the
 * product's own pages; what people say here is kept by no cache.
 */
export const policyOf = ({
  access,
  method,
  origin,
  caching,
  bodyBytes,
  besideTextsBytes,
  limit,
  body,
  response,
}: Endpoint): Policy => ({
  origin: origin ?? (access === 'signed-webhook' || isSafe(method) ? 'any' : 'own'),
  caching: caching ?? 'no-store',
  perMinute: limit,
  bodyBytes: body === 'bytes' ? undefined : (bodyBytes ?? defaultBodyBytes),
  besideTextsBytes: besideTextsBytes ?? defaultBodyBytes,
  isSigned: access === 'signed-webhook',
  isListening: response === 'events',
})

type Policy = {
  origin: 'own' | 'any'
  caching: string
  perMinute: number | undefined
  /** Undefined: the body is read as a stream, and has its own bounds. */
  bodyBytes: number | undefined
  /** Of a JSON body: brackets and numbers. */
  besideTextsBytes: number
  /** Nothing of the body is believed, nor looked at, before its signature was. */
  isSigned: boolean
  /** A page that is left open does it for as long as it is open. */
  isListening: boolean
}

/** Stands in the head of what a page reads while nobody is at it: it keeps no login alive. */
export const backgroundHeader = 'x-unattended'

const isSafe = (method: Method) => method === 'GET' || method === 'HEAD'

export type Endpoint = { method: Method; path: string } & EndpointOptions
/** An endpoint that answers JSON. */
export type JsonEndpoint = Endpoint & { response: z.ZodType }
/** One that only tells, as JSON. */
export type JsonRead = JsonEndpoint & { shows: readonly Noun[] }

type Part<E, K extends string, D extends 'input' | 'output'> =
  E extends Record<K, infer S extends z.ZodType>
    ? Record<K, D extends 'input' ? z.input<S> : z.output<S>>
    : unknown

/** What a caller sends, before parsing (defaults still optional). */
export type RequestInput<E> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>
/** What a handler receives, after parsing. */
export type ParsedInput<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>
/** What the caller reads. */
export type Reply<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
