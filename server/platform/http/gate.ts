import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, policyOf, unattended } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { callerOf, requireOwnOrigin } from './login.ts'
import type { Actor } from './mount.ts'

const minuteMs = 60_000

/**
 * What stands before every endpoint, by its policy in the contract and never by the text of the address: the router
 * has found the endpoint, however its address was written. The cheap questions come first, and all of them before the
 * body is read.
 */
export function openGate(app: FastifyInstance, deps: Pick<Deps, 'db' | 'config'>) {
  app.decorateRequest('actor', null)
  app.decorate('gateOf', (endpoint: Endpoint) => {
    const { origin, caching, perMinute, isSigned, isListening } = policyOf(endpoint)
    return [
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        void reply.header('cache-control', caching)
        if (origin === 'own') requireOwnOrigin(request, deps.config)
        done()
      },
      ...(perMinute ? [app.rateLimit({ max: perMinute, timeWindow: minuteMs })] : []),
      // Whose signature it has is known when its bytes are there (signed.ts).
      ...(isSigned
        ? []
        : [
            async (request: FastifyRequest) => {
              const isUse = !isListening && request.headers[unattended] === undefined
              request.actor = await callerOf(deps, request, isUse)
              requireAccess(endpoint, request.actor)
            },
          ]),
    ]
  })
}

function requireAccess({ access }: Endpoint, actor: Actor | null) {
  if (access === 'public') return
  if (!actor) throw new AppError('not-signed-in', 'Please sign in.')
  if (access === 'signed-in') return
  if (access === 'signed-webhook' || !access.some((role) => actor.roles.includes(role)))
    throw new AppError('not-allowed', 'You are not allowed to do this.')
}
