import {
  idempotencyKey,
  type JsonEndpoint,
  type JsonRead,
  type Reply,
  type RequestInput,
  backgroundHeader,
} from '#contract/endpoint.ts'
import { type ErrorBody, errorBody } from '#contract/errors.ts'
import { pageHeaders } from '#contract/paging.ts'
import { isUserActive } from './user-activity.ts'
import type { ListSize } from './format-list-size.ts'
import { checkServer, isProxyError } from './server-reach.ts'

type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

type RequestOptions = {
  signal?: AbortSignal | undefined
  /** The idempotency key. */
  key?: string | undefined
}

/** An error response. `message` is the status, a colon and the body (docs/product.md, "Errors"). */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | undefined
  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.body = errorBody.safeParse(parseJson(text)).data
  }
  get serverMessage() {
    return this.body?.error
  }
  get fields() {
    return this.body?.fields ?? {}
  }
}

/** Undefined for anything else. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No response of the server, or one of a proxy that could not reach it. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError ? !error.body && isProxyError(error.status) : error instanceof TypeError

/** The message of the server, or else `fallback`. */
export const serverMessage = (error: unknown, fallback: string) =>
  (error instanceof ApiError && error.serverMessage) || fallback

/** The message of the server, or else whether it could be reached; `safe` says what is not lost. */
export const describeError = (error: unknown, safe = 'Nothing is lost.') =>
  serverMessage(
    error,
    `${isUnreachable(error) ? 'The server cannot be reached.' : 'Something went wrong on our side.'} ${safe}`,
  )

/** The URL of an endpoint with its parameters. */
export function buildUrl(
  endpoint: { path: string },
  { params = {}, query = {} }: Omit<RequestParts, 'body'>,
) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size ? `${path}?${search}` : path
}

async function send(
  endpoint: JsonEndpoint,
  sent: RequestParts,
  { signal, key }: RequestOptions = {},
) {
  const pending = fetch(buildUrl(endpoint, sent), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    headers: {
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { [idempotencyKey]: key }),
      ...(endpoint.method === 'GET' && !isUserActive() && { [backgroundHeader]: '1' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  })
  try {
    const response = await pending
    if (!response.ok)
      throw new ApiError(response.status, response.statusText, await response.text())
    return response
  } catch (error) {
    if (isUnreachable(error)) checkServer()
    throw error
  }
}

/** Calls an endpoint and parses the response. Changes go through `useApiMutation`. */
export async function request<E extends JsonEndpoint>(
  endpoint: E,
  sent: RequestInput<E>,
  options?: RequestOptions,
): Promise<Reply<E>> {
  const response = await send(endpoint, sent as RequestParts, options)
  return endpoint.response.parse(await response.json()) as Reply<E>
}

export const call = <E extends JsonRead>(
  endpoint: E,
  sent: RequestInput<E>,
  signal?: AbortSignal,
) => request(endpoint, sent, { signal })

export type Page<T> = ListSize & { rows: T; next: string | undefined }

/** One page of a list, with its counts and the cursor of the next page. */
export async function fetchPage<E extends JsonRead>(
  endpoint: E,
  sent: RequestInput<E>,
  signal?: AbortSignal,
): Promise<Page<Reply<E>>> {
  const response = await send(endpoint, sent as RequestParts, { signal })
  const capped = response.headers.get(pageHeaders.capped) ?? ''
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return {
    rows: endpoint.response.parse(await response.json()) as Reply<E>,
    total: Number(response.headers.get(pageHeaders.total) ?? 0),
    isTotalCapped: capped.includes('total'),
    match: Number(response.headers.get(pageHeaders.match) ?? 0),
    isMatchCapped: capped.includes('match'),
    next: (next && new URL(next, location.origin).searchParams.get('cursor')) || undefined,
  }
}
