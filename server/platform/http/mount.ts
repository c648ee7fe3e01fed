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
  policyOf,
  type Received,
  type Reply,
} from '#contract/endpoint.ts'
import { errorBody } from '#contract/errors.ts'
import type { Role } from '#contract/roles.ts'
import { type SentRequest, sentRequestOf } from './make-once.ts'
import { type ReadSignature, requireSignatures } from './signed.ts'

/** Who calls. While impersonating, `userId` is the impersonated and `originalUserId` the administrator behind. */
export type Actor = {
  userId: string
  originalUserId: string | null
  roles: Role[]
  loginId: string
  address: string
  /** Of an endpoint that makes something `once`, where the request has a key. */
  sent?: SentRequest | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
  }
  interface FastifyInstance {
    /** What an endpoint asks of every call before anything of it is read (gate.ts). */
    gateOf: (endpoint: Endpoint) => (onRequestHookHandler | onRequestAsyncHookHandler)[]
  }
}

/** A public endpoint may be called by nobody in particular; any other has let someone in. */
type Caller<E extends Endpoint> = E['access'] extends 'public' ? Actor | null : Actor
type ForPeople = { access: Exclude<Access, 'signed-webhook'> }
type Input<E extends Endpoint> = Received<E> & { request: FastifyRequest; reply: FastifyReply }

/** Mounts an endpoint that answers JSON. Undeclared keys of the answer are dropped. */
export function mount<E extends JsonEndpoint & ForPeople>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, actor: Caller<E>) => Promise<Reply<E>>,
) {
  add(app, endpoint, handle as Handle)
}

/** Mounts an endpoint that answers bytes or events: the handler writes to `reply` itself. */
export function mountRaw<E extends Endpoint & ForPeople & { response: 'bytes' | 'events' }>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, actor: Caller<E>) => Promise<FastifyReply>,
) {
  add(app, endpoint, handle as Handle)
}

/** Mounts an endpoint that an outside service calls, with the way in which that one signs. */
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
  const { method, path, params, query, body, response, once } = endpoint
  const { bodyBytes, besideTextsBytes } = policyOf(endpoint)
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
      onRequest: scope.gateOf(endpoint),
      preValidation,
      handler: async (request, reply) => {
        const { params: given, query: asked, body: sent, actor } = request
        const input = { params: given, query: asked, body: sent, request, reply }
        return handle(
          input,
          once && actor ? { ...actor, sent: sentRequestOf(request, actor) } : actor,
        )
      },
    })
  if (readSignature) {
    void app.register(async (scope) => route(scope, [requireSignatures(scope, readSignature)]))
    return
  }
  if (body !== 'bytes') {
    route(app)
    return
  }
  // A body that is read as a stream by the handler: no parser may touch it.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    route(scope)
  })
}
