import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, backgroundHeader, isSafe, getPolicy } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { authenticateToken, bearerToken } from './api-token.ts'
import { getBrowser } from './browser.ts'
import { countCall } from './call-limit.ts'
import { clientAddress } from './client-address.ts'
import { authenticate, requireOwnOrigin } from './login.ts'
import type { Actor } from './mount.ts'
import { lacksSecondFactor } from './second-factor.ts'

const minuteMs = 60_000

/** Checks origin, rate limit and access of every endpoint by its policy in the contract, cheap checks first, before the body is read. */
export function registerRequestPolicy(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'config' | 'keys' | 'installation'>,
) {
  app.decorateRequest('actor', null)
  app.decorateRequest('confirmedAct', undefined)
  app.decorateRequest('browser', {
    getter(this: FastifyRequest) {
      return getBrowser(deps.config, this)
    },
  })
  app.decorate('policyHooks', (endpoint: Endpoint) => {
    const { origin, caching, perMinute, isSigned, isListening } = getPolicy(endpoint)
    return [
      (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
        void reply.header('cache-control', caching)
        if (origin === 'own' && !bearerToken(request)) requireOwnOrigin(request, deps.config)
        done()
      },
      // Protects the process from floods, without a query.
      ...(perMinute ? [app.rateLimit({ max: perMinute, timeWindow: minuteMs })] : []),
      // What guesses or costs something is limited over all processes.
      ...(perMinute && !isSafe(endpoint.method)
        ? [
            (request: FastifyRequest) =>
              countCall(
                deps,
                { endpoint: endpoint.path, address: clientAddress(request) },
                perMinute,
              ),
          ]
        : []),
      // Signatures need the body (webhook-signature.ts).
      ...(isSigned
        ? []
        : [
            async (request: FastifyRequest) => {
              const isUse = !isListening && request.headers[backgroundHeader] === undefined
              const token = bearerToken(request)
              request.actor = token
                ? await authenticateToken(deps.db, token, endpoint, request)
                : await authenticate(deps.db, request.browser, isUse)
              requireAccess(endpoint, request.actor)
              requireOwnAct(endpoint, request.actor)
              await requireSecondFactor(deps, endpoint, request.actor)
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

/** Throws not-allowed while an administrator is signed in as somebody else. */
function requireOwnAct({ isOwnAct }: Endpoint, actor: Actor | null) {
  if (isOwnAct && actor?.originalUserId)
    throw new AppError(
      'not-allowed',
      'Only the person can do this, not somebody signed in as them.',
    )
}

/** Throws second-factor-missing for an administrator who has not set up the second factor that is required. */
async function requireSecondFactor(
  { db, installation }: Pick<Deps, 'db' | 'installation'>,
  { access, isOpenWithoutSecondFactor }: Endpoint,
  actor: Actor | null,
) {
  if (!installation.requireSecondFactor || !actor) return
  if (access === 'public' || isOpenWithoutSecondFactor) return
  if (await lacksSecondFactor(db, actor))
    throw new AppError('second-factor-missing', 'Please set up a second factor first.')
}
