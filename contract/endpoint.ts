import type { z } from 'zod'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/** `public`: anybody. `signed-in`: every role. A list: these roles; the row is checked besides, on the server. */
export type Access = 'public' | 'signed-in' | readonly Role[]

/** A body or an answer that is not JSON: bytes as they come, or a stream of server-sent events. */
export type Raw = 'bytes' | 'events'

type Parts = {
  access: Access
  summary: string
  /** Calls per minute from one address, where fewer than usual are allowed. */
  limit?: number
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType | 'bytes'
  response: z.ZodType | Raw
}

/** One HTTP operation as data: the server mounts it, the web calls it, a test walks it for every role. */
export function endpoint<const P extends Parts>(route: `${Method} /api/${string}`, parts: P) {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, ...parts }
}

export type Endpoint = { method: Method; path: string } & Parts
/** An endpoint that answers JSON. */
export type JsonEndpoint = Endpoint & { response: z.ZodType }

type Part<E, K extends string, D extends 'input' | 'output'> =
  E extends Record<K, infer S extends z.ZodType>
    ? Record<K, D extends 'input' ? z.input<S> : z.output<S>>
    : unknown

/** What a caller sends, before parsing (defaults still optional). */
export type Sent<E> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>
/** What a handler receives, after parsing. */
export type Received<E> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>
/** What the caller reads. */
export type Reply<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
