import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onRequestHookHandler,
  preValidationAsyncHookHandler,
} from 'fastify'
import {
  type Access,
  type Endpoint,
  type JsonEndpoint,
  getPolicy,
  type ParsedInput,
  type Reply,
} from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../db/db.ts'
import type { Browser } from './browser.ts'
import { type IdempotentRequest, idempotentRequest } from './idempotency.ts'
import { type ReadSignature, requireSignatures } from './webhook-signature.ts'

/** While impersonating, `userId` is the impersonated user and `originalUserId` the administrator. */
export type Actor = {
  userId: string
  originalUserId: string | null
  roles: Role[]
  /** Id of the API token when called with one. */
  loginId: string
  address: string
  /** Name of the API token, when called with one. */
  apiToken?: string
  /** For idempotent endpoints, when the request has a key. */
  idempotentRequest?: IdempotentRequest | undefined
}

/** What is needed before and follows after an endpoint that `needsConfirmation`. */
export type ConfirmedActs = {
  /** Throws confirmation-needed, or conflict while impersonating. */
  requireConfirmation: (actor: Actor) => Promise<void>
  notifyAdministrators: (browser: Browser<Actor>, act: string) => Promise<void>
  /** Both, in the transaction of an act that needs it only sometimes. */
  confirm: (tx: Db, browser: Browser<Actor>, act: string) => Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    readonly browser: Browser
    /** What this request does that was confirmed. */
    confirmedAct: string | undefined
  }
  interface FastifyInstance {
    confirmedActs: ConfirmedActs
    /** Checks that run before the body is read (request-policy.ts). */
    policyHooks: (endpoint: Endpoint) => (onRequestHookHandler | onRequestAsyncHookHandler)[]
  }
}

/** Only public endpoints and webhooks may have no actor. */
type Caller<E extends Endpoint> = E['access'] extends 'public' | 'signed-webhook'
  ? Actor | null
  : Actor
type ForPeople = { access: Exclude<Access, 'signed-webhook'> }
type Input<E extends Endpoint> = ParsedInput<E> & {
  browser: Browser<Caller<E>>
  request: FastifyRequest
  reply: FastifyReply
}

/** Mounts a JSON endpoint. Undeclared keys of the response are dropped. */
export function mount<E extends JsonEndpoint & ForPeople>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, actor: Caller<E>) => Promise<Reply<E>>,
) {
  add(app, endpoint, handle as Handle)
}

/** Mounts an endpoint whose handler writes bytes or events to `reply`. */
export function mountRaw<E extends Endpoint & ForPeople & { response: 'bytes' | 'events' }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, actor: Caller<E>) => Promise<FastifyReply>,
) {
  add(app, endpoint, handle as Handle)
}

/** Mounts a webhook, verified by the service's signature. */
export function mountSigned<E extends JsonEndpoint & { access: 'signed-webhook' }>(
  app: FastifyInstance,
  endpoint: E,
  readSignature: ReadSignature,
  handle: (input: Input<E>, actor: null) => Promise<Reply<E>>,
) {
  add(app, endpoint, handle as Handle, readSignature)
}

type Handle = (input: object, actor: Actor | null) => Promise<unknown>

/** The only bridge from contract to Fastify. */
function add(
  app: FastifyInstance,
  endpoint: Endpoint,
  handle: Handle,
  readSignature?: ReadSignature,
) {
  const { method, path, params, query, body, response, wire } = endpoint
  const { isIdempotent, needsConfirmation } = endpoint
  const { bodyBytes, besideTextsBytes } = getPolicy(endpoint)
  const confirm: preValidationAsyncHookHandler = async (request) => {
    const { actor } = request
    if (!actor) return
    const act =
      typeof needsConfirmation === 'function'
        ? needsConfirmation(request, actor)
        : needsConfirmation
    if (act) await app.confirmedActs.requireConfirmation(actor)
    request.confirmedAct = act === true ? undefined : act
  }
  const route = (scope: FastifyInstance, preValidation: preValidationAsyncHookHandler[] = []) =>
    scope.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      exposeHeadRoute: false,
      ...(bodyBytes
        ? { bodyLimit: bodyBytes, config: { besideTextsBytes } }
        : { config: { isStreamed: true } }),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && body !== 'bytes' && { body }),
        ...(typeof response !== 'string' && {
          response: { 200: response, '4xx': errorBody, '5xx': errorBody },
        }),
      },
      onRequest: scope.policyHooks(endpoint),
      preValidation: [...(needsConfirmation ? [confirm] : []), ...preValidation],
      handler: async (request, reply) => {
        const { params: pathParams, query: queryParams, body: requestBody, actor } = request
        const caller =
          isIdempotent && actor
            ? { ...actor, idempotentRequest: idempotentRequest(request, actor) }
            : actor
        const browser = { ...request.browser, actor: caller }
        const input = { params: pathParams, query: queryParams, body: requestBody, browser }
        const answer = await handle({ ...input, request, reply }, caller)
        if (actor && request.confirmedAct)
          await app.confirmedActs.notifyAdministrators({ ...browser, actor }, request.confirmedAct)
        return answer
      },
    })
  if (readSignature) {
    void app.register(async (scope) => route(scope, [requireSignatures(scope, readSignature)]))
    return
  }
  if (body === undefined && wire?.sends) {
    const { type } = wire.sends
    // What is sent says nothing.
    void app.register(async (scope) => {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, _bytes, done) =>
        done(null),
      )
      route(scope)
    })
    return
  }
  if (body !== 'bytes') {
    route(app)
    return
  }
  // The handler reads the body as a stream.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    route(scope)
  })
}
