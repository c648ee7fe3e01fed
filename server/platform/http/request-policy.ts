import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, backgroundHeader, isSafe, getPolicy } from '#contract/endpoint.ts'
import { mayCall, type TokenScopes } from '#contract/accounts/api-tokens.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../errors.ts'
import { getBrowser } from './browser.ts'
import { countCall } from './call-limit.ts'
import { clientAddress } from './client-address.ts'
import { authenticate, requireOwnOrigin } from './login.ts'
import type { Actor } from './mount.ts'
import { lacksSecondFactor } from './second-factor.ts'
import type { Db } from '../db/db.ts'
import { hashToken } from '../keys/keys.ts'

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

/** `last_used_at` is updated at most this often, so that most calls cost no write. */
const touchMs = 5 * 60 * 1000

/** Browsers never add this header on their own, so calls with a token need no origin check. */
const bearerToken = ({ headers }: FastifyRequest) =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The administrator who owns the token. Throws not-signed-in or not-allowed. */
async function authenticateToken(
  db: Db,
  token: string,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor> {
  const found = await db
    .selectFrom('apiToken')
    .innerJoin('user', 'user.id', 'apiToken.userId')
    .select(['apiToken.id', 'apiToken.name', 'scopes', 'lastUsedAt', 'userId', 'user.roles'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', new Date().toISOString())
    .where('user.deactivatedAt', 'is', null)
    .executeTakeFirst()
  if (!found) throw new AppError('not-signed-in', 'This API token is unknown, revoked or expired.')
  if (!mayCall(found.scopes as TokenScopes, endpoint))
    throw new AppError('not-allowed', 'This API token does not have the permission for this call.')
  if (Date.now() - Date.parse(found.lastUsedAt ?? '1970-01-01') > touchMs)
    await db
      .updateTable('apiToken')
      .set({ lastUsedAt: new Date().toISOString() })
      .where('id', '=', found.id)
      .execute()
  return {
    userId: found.userId,
    originalUserId: null,
    roles: found.roles as Role[],
    loginId: found.id,
    address: clientAddress(request),
    apiToken: found.name,
  }
}
