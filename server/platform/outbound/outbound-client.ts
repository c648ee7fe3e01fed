import { setTimeout as sleep } from 'node:timers/promises'
import type { BaseAddresses } from '../config/base-addresses.ts'
import type { OutsideType } from '../consent.ts'
import type { Db } from '../db/db.ts'
import type { Announcements } from '../db/notify.ts'
import { Rejected, Unavailable } from '../jobs/errors.ts'
import { insertEgress, playbackLinkPurpose } from './egress.queries.ts'
import { type Call, type CallOptions, createCallRunner } from './outbound-call.ts'
import { redact } from './redact.ts'
import type { RequestBody } from './request-body.ts'
import {
  errorMessageIn,
  type Outcome,
  outcomeOfStatus,
  type OutboundResponse,
  readResponse,
  type StreamingResponse,
} from './response.ts'
import { sendRequest } from './send-request.ts'

export type OutboundRequest = {
  /** A word or two for the outbound log. */
  purpose: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: string
  /** A function if they are signed with the time of each attempt. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** The host was entered in a form: it must not be a local address. */
  isUntrustedHost?: boolean
  body?: RequestBody | undefined
  /** The session whose content is sent; null: nothing of a client. Required where consent is (platform/consent.ts). */
  sessionId?: string | null | undefined
  /** Requests with the same id share one entry in the outbound log. */
  egressId?: string | undefined
  signal: AbortSignal
  /** For one attempt, or until a stream begins; default two minutes. */
  timeoutMs?: number
  /** Maximum time without a byte; default thirty seconds. */
  idleTimeoutMs?: number
  /** Default 3; use 1 for requests that are not idempotent. */
  maxAttempts?: number
  /** The longest wait that a service may request before a retry; default ten seconds. */
  maxRetryWaitMs?: number
  /** Overrides the outcome that follows from the status. */
  outcomeOf?: (response: OutboundResponse) => Outcome | undefined
}

/**
 * Sends requests to one service (docs/decisions/015). Throws Rejected with the service's own message if it rejects,
 * and Unavailable if another attempt may succeed. Neither contains secrets, email addresses or phone numbers.
 */
export type OutboundClient = {
  /** The service's name on screens. */
  readonly label: string
  readonly integrationId: string
  /** The documented origin of a service, or its override from the environment. `provider` defaults to this one. */
  baseUrl(documented: string, provider?: string): string
  /** Resolves with the complete response. */
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Resolves when the response begins. A body that breaks off is destroyed with Unavailable. */
  stream(request: OutboundRequest): Promise<StreamingResponse>
  /** Runs one call over another protocol. */
  run<T>(
    options: Omit<CallOptions, 'timeoutMs' | 'hasContent'> & { timeoutMs?: number },
    work: (call: Call) => Promise<T>,
  ): Promise<T>
  /** Records a signed link before it is handed out. */
  recordLink(link: { url: string; sessionId?: string | null | undefined }): Promise<void>
  /** Removes secrets, email addresses and phone numbers from a message. */
  redact: (message: string) => string
}

type Deps = {
  db: Db
  /** Required for services that get content. */
  announcements?: Pick<Announcements, 'listen'>
  addresses: BaseAddresses
  onError: (error: Error) => void
  /** The wait before a retry if the service requests none. */
  backoff?: (attempts: number) => number
}
type Service = {
  integrationId: string
  type: OutsideType
  provider: string
  label: string
  secrets: readonly string[]
  /** Default 4. */
  maxConcurrent?: number | undefined
}

const defaultTimeoutMs = 120_000
const defaultIdleTimeoutMs = 30_000
const defaultMaxRetryWaitMs = 10_000

export function createOutboundClient(
  { backoff = backoffMs, ...deps }: Deps,
  { type, provider, label, secrets, integrationId, maxConcurrent }: Service,
): OutboundClient {
  const redactMessage = (message: string) => redact(message, secrets)
  const runCall = createCallRunner(deps, {
    ...{ integrationId, type, provider, label, maxConcurrent, redact: redactMessage },
  })

  async function attempt<T>(
    request: OutboundRequest,
    read: (response: StreamingResponse, call: Call) => Promise<T>,
  ) {
    const { timeoutMs = defaultTimeoutMs, idleTimeoutMs = defaultIdleTimeoutMs } = request
    const host = new URL(request.url).host
    const options = { ...request, host, timeoutMs, hasContent: request.body !== undefined }
    return runCall(options, async (call) => {
      const response = await sendRequest({ ...request, idleTimeoutMs }, call, label)
      call.status = response.status
      return read(response, call)
    })
  }

  function assertOk(request: OutboundRequest, response: OutboundResponse) {
    const outcome = request.outcomeOf?.(response) ?? outcomeOfStatus(response.status)
    if (outcome === 'ok') return
    const found = errorMessageIn(response)
    const fallback = outcome === 'unavailable' ? 'is not available' : 'rejected the request'
    const message = found
      ? `${label} says: ${redactMessage(found)}`
      : `${label} ${fallback} (status ${response.status}).`
    if (outcome === 'rejected') throw new Rejected('refused', message)
    throw new Unavailable(message, { waitMs: retryAfterMs(response.headers) })
  }

  async function retry<T>(request: OutboundRequest, work: () => Promise<T>): Promise<T> {
    const { maxAttempts = 3, maxRetryWaitMs = defaultMaxRetryWaitMs, signal } = request
    for (let attempts = 1; ; attempts++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof Unavailable) || attempts >= maxAttempts || signal.aborted)
          throw error
        const waitMs = error.waitMs ?? backoff(attempts)
        if (waitMs > maxRetryWaitMs) throw error
        await sleep(waitMs, undefined, { signal })
      }
    }
  }

  return {
    label,
    integrationId,
    redact: redactMessage,
    baseUrl: (documented, of = provider) => deps.addresses[of] ?? documented,
    send: (request) =>
      retry(request, () =>
        attempt(request, async (streaming) => {
          const response = await readResponse(streaming, label)
          assertOk(request, response)
          return response
        }),
      ),
    stream: (request) =>
      retry(request, () =>
        attempt(request, async (streaming, call) => {
          if (outcomeOfStatus(streaming.status) === 'ok') call.endWith(streaming.body)
          // `outcomeOf` may accept another status; its body has then been read.
          else assertOk(request, await readResponse(streaming, label))
          return streaming
        }),
      ),
    async recordLink({ url, sessionId }) {
      await insertEgress(deps.db, {
        ...{ integrationId, provider, host: new URL(url).host, sessionId },
        ...{ purpose: playbackLinkPurpose, isSuccess: true },
      })
    },
    run: (options, work) =>
      runCall({ timeoutMs: defaultTimeoutMs, ...options, hasContent: true }, work),
  }
}

/** One day, as longer values are implausible. */
const maxWaitMs = 24 * 3600 * 1000

type Headers = Record<string, string | string[] | undefined>

/** From `retry-after-ms`, or `retry-after` in seconds or as a date; undefined without either. */
function retryAfterMs(headers: Headers, now = Date.now()) {
  const exact = numberIn(headers['retry-after-ms'])
  if (exact !== undefined) return Math.min(maxWaitMs, exact)
  const seconds = numberIn(headers['retry-after'])
  if (seconds !== undefined) return Math.min(maxWaitMs, seconds * 1000)
  const date = Date.parse(String(headers['retry-after']))
  return Number.isNaN(date) ? undefined : Math.min(maxWaitMs, Math.max(0, date - now))
}

function numberIn(header: Headers[string]) {
  const value = typeof header === 'string' && header.trim() !== '' ? Number(header) : Number.NaN
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** 0.5 s before the second attempt, doubled for each later one, with jitter. */
const backoffMs = (attempts: number) =>
  Math.min(8_000, 500 * 2 ** (attempts - 1)) * (0.5 + Math.random())
