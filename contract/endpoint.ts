import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Role } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'

/**
 * `public`: no login needed. `signed-in`: any role. A list: these roles; the server also checks access to the row.
 * `signed-webhook`: an outside service that signs the raw bytes of its request; who is signed in does not matter.
 */
export type Access = 'public' | 'signed-in' | 'signed-webhook' | readonly Role[]

/** A request or response body that is not JSON: raw bytes, or a stream of server-sent events. */
export type Raw = 'bytes' | 'events'

/** Describes requests and responses that are not plain JSON, where schemas cannot. */
export type Wire = {
  /** Required request headers, with their descriptions. */
  headers?: Record<string, string>
  optionalHeaders?: Record<string, string>
  /** Content type of a `bytes` body, and its schema where it is JSON that is parsed as a stream. */
  sends?: { type: string; schema?: z.ZodType }
  /** Responses of an endpoint with a `Raw` response, by status; headers with their descriptions. */
  answers?: Record<
    number,
    {
      says: string
      type?: string
      headers?: Record<string, string>
      optionalHeaders?: Record<string, string>
    }
  >
  /** Schema of each event of a stream. */
  event?: z.ZodType
}

/**
 * By default data never becomes stale (docs/product.md, "Data freshness"). Exceptions:
 * `always-stale`: refetched by every page that shows it, and when the window gets the focus.
 * `while-shown`: dropped from the cache when no component uses it.
 * `staleAfterMs`: stale after this time.
 */
export type Freshness = 'always-stale' | 'while-shown' | { staleAfterMs: number }

/**
 * What the API is about. A read lists the nouns that it `shows`, a write those that it `changes`, also indirectly:
 * renaming a user changes coaches and clients too. After a write the web refetches the reads that show a changed noun.
 * The audit log is refetched only on request, because almost every call adds to it.
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
  | 'note'
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
  | 'calendar-feed'
  | 'erasure'
  | 'person-export'
  | 'webhook'
  | 'identity-provider'

/**
 * Audit actions that tell a client who read what about them. Each call adds entries, but for one act only one
 * (`auditOpening`).
 */
export const openings = [
  'client-listed',
  'consents-opened',
  'message-read',
  'plan-opened',
  'plan-exported',
  'person-exported',
  'transcript-opened',
  'transcript-downloaded',
  'shared-conversation-opened',
  'recording-opened',
  'recording-link-made',
  'execution-opened',
  'questionnaire-opened',
  'template-executed',
] as const
export type OpeningAction = (typeof openings)[number]

type Affects<M extends Method> = M extends 'GET' | 'HEAD'
  ? { shows: readonly Noun[] }
  : { changes: readonly Noun[] }

/** Header that identifies a repeated request (IETF draft, The Idempotency-Key HTTP Header Field). */
export const idempotencyKey = 'Idempotency-Key'
/** With the quotes of the draft, or without. */
export const idempotencyKeyForm = /^("?)(?<key>[\w-]{16,64})\1$/

type UncheckedInput = { params: unknown; body: unknown }
type Caller = { roles: readonly Role[] }

type EndpointOptions = {
  access: Access
  summary: string
  /** It creates something; a repeat with the same `Idempotency-Key` creates nothing more (decision 9). */
  isIdempotent?: true
  /** Maximum calls per minute from one address, where it is lower than the general limit. */
  limit?: number
  /** Which pages may make a browser call it; default: by method (`getPolicy`). */
  origin?: 'own' | 'any'
  /** `Cache-Control` of the response; default: `no-store`. */
  caching?: string
  /** When the web refetches the response; default: never (`Freshness`). */
  freshness?: Freshness
  /** Maximum bytes of a JSON body; default: `defaultBodyBytes`. */
  bodyBytes?: number
  /** Maximum bytes of a JSON body outside its strings; default: `defaultBodyBytes`. */
  besideTextsBytes?: number
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType | 'bytes'
  response: z.ZodType | Raw
  wire?: Wire
  /** Errors beyond those that follow from access and input (`listErrorCodes`). */
  errorCodes?: readonly ErrorCode[]
  shows?: readonly Noun[]
  changes?: readonly Noun[]
  /** What of a client its response contains, and so adds to the audit log for that client. */
  opens?: readonly OpeningAction[]
  /**
   * A user with a second factor has to have confirmed with it a few minutes ago, and the other system administrators
   * are told: "Anna …". True: they are not, because it is about the own account. A function where it depends on the unchecked input; undefined: not this time.
   */
  needsConfirmation?:
    | true
    | string
    | ((input: UncheckedInput, caller: Caller) => string | undefined)
  /** API tokens may not call it. */
  isForPeopleOnly?: true
  /** The caller’s own act: neither API tokens nor an administrator who is signed in as the caller may call it. */
  isOwnAct?: true
  /** An administrator who still has to set up the required second factor may call it. */
  isOpenWithoutSecondFactor?: true
  /** Its changes are committed even if it fails, to record the failure. */
  keepsFailures?: boolean
}

/** One HTTP operation as data: the server mounts it, the web calls it, a test checks it for every role. */
export function endpoint<const M extends Method, const P extends EndpointOptions & Affects<M>>(
  route: `${M} /api/${string}`,
  parts: P,
) {
  const [method, path] = route.split(' ') as [M, string]
  return { method, path, ...parts }
}

/** Enough for a form with a description; the longest takes 15 kB. */
export const defaultBodyBytes = 64 * 1024
/** Maximum bytes of a body with a text of this many characters, up to three bytes each, and some other fields. */
export const maxTextBytes = (characters: number) => 3 * characters + defaultBodyBytes

/**
 * Rules for every call of an endpoint, however its path is spelled. Writes must come from the product's own pages;
 * responses are not cached by default, because they contain personal data.
 */
export const getPolicy = ({
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
  /** Undefined: the body is read as a stream with its own limits. */
  bodyBytes: number | undefined
  /** Bytes of a JSON body outside its strings: brackets and numbers. */
  besideTextsBytes: number
  /** The signature is checked before the body is parsed. */
  isSigned: boolean
  /** An event stream: open as long as its page, so it does not count as use. */
  isListening: boolean
}

/** Header of reads by a page while the user is idle: they do not extend the login. */
export const backgroundHeader = 'x-unattended'

export const isSafe = (method: Method) => method === 'GET' || method === 'HEAD'

export type Endpoint = { method: Method; path: string } & EndpointOptions
/** An endpoint with a JSON response. */
export type JsonEndpoint = Endpoint & { response: z.ZodType }
/** A JSON endpoint that only reads. */
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
/** The response body. */
export type Reply<E> = E extends { response: infer S extends z.ZodType } ? z.output<S> : never
