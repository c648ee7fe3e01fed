import {
  idempotencyKey,
  type JsonEndpoint,
  type JsonRead,
  type Reply,
  type Sent,
  unattended,
} from '#contract/endpoint.ts'
import { type ErrorBody, errorBody } from '#contract/errors.ts'
import { pageHeaders } from '#contract/paging.ts'
import { isUserActive } from './user-activity.ts'
import type { ListSize } from './format-list-size.ts'
import { doubtServer, isOfProxy } from './server-reach.ts'

type Loose = {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
}

type How = {
  signal?: AbortSignal | undefined
  /** By which what makes something is known when it is sent again. */
  key?: string | undefined
}

/**
 * A refusal of the server. `message` is the status, a colon and the body (specification part 1, section 8);
 * `sentence` is what a person reads.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | undefined
  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    this.body = errorBody.safeParse(parsed(text)).data
  }
  get serverMessage() {
    return this.body?.error
  }
  get fields() {
    return this.body?.fields ?? {}
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No answer of the server came: nothing at all, or what a proxy says whose server is away. */
export const isUnreachable = (error: unknown) =>
  error instanceof ApiError ? !error.body && isOfProxy(error.status) : error instanceof TypeError

/** What the server said, or else `fallback`: also when it could not be reached. */
export const serverMessage = (error: unknown, fallback: string) =>
  (error instanceof ApiError && error.serverMessage) || fallback

/** What the server said, or else whether it answered at all; `safe` says what is not lost. */
export const describeError = (error: unknown, safe = 'Nothing is lost.') =>
  serverMessage(
    error,
    `${isUnreachable(error) ? 'The server cannot be reached.' : 'Something went wrong on our side.'} ${safe}`,
  )

/** The address of an endpoint with its parameters filled in. */
export function buildUrl(
  endpoint: { path: string },
  { params = {}, query = {} }: Omit<Loose, 'body'>,
) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size ? `${path}?${search}` : path
}

async function send(endpoint: JsonEndpoint, sent: Loose, { signal, key }: How = {}) {
  const asked = fetch(buildUrl(endpoint, sent), {
    method: endpoint.method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    headers: {
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { [idempotencyKey]: key }),
      ...(endpoint.method === 'GET' && !isUserActive() && { [unattended]: '1' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  })
  try {
    const answer = await asked
    if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
    return answer
  } catch (error) {
    if (isUnreachable(error)) doubtServer()
    throw error
  }
}

/** Calls one endpoint of the contract; the answer is parsed before anyone sees it. What changes something is called by a write. */
export async function request<E extends JsonEndpoint>(
  endpoint: E,
  sent: Sent<E>,
  how?: How,
): Promise<Reply<E>> {
  const answer = await send(endpoint, sent as Loose, how)
  return endpoint.response.parse(await answer.json()) as Reply<E>
}

/** Reads something once. */
export const call = <E extends JsonRead>(endpoint: E, sent: Sent<E>, signal?: AbortSignal) =>
  request(endpoint, sent, { signal })

export type Page<T> = ListSize & { rows: T; next: string | undefined }

/** Calls a list endpoint for one page, with its counts and the cursor of the next page. */
export async function fetchPage<E extends JsonRead>(
  endpoint: E,
  sent: Sent<E>,
  signal?: AbortSignal,
): Promise<Page<Reply<E>>> {
  const answer = await send(endpoint, sent as Loose, { signal })
  const capped = answer.headers.get(pageHeaders.capped) ?? ''
  const next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  return {
    rows: endpoint.response.parse(await answer.json()) as Reply<E>,
    total: Number(answer.headers.get(pageHeaders.total) ?? 0),
    isTotalCapped: capped.includes('total'),
    match: Number(answer.headers.get(pageHeaders.match) ?? 0),
    isMatchCapped: capped.includes('match'),
    next: (next && new URL(next, location.origin).searchParams.get('cursor')) || undefined,
  }
}
