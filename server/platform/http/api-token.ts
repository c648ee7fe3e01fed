import type { FastifyRequest } from 'fastify'
import { mayCall, type TokenScopes } from '#contract/accounts/api-tokens.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/roles.ts'
import type { Db } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { hashToken } from '../keys/tokens.ts'
import { clientAddress } from './client-address.ts'
import type { Actor } from './mount.ts'

/** `last_used_at` is updated at most this often, so that most calls cost no write. */
const touchMs = 5 * 60 * 1000

/** Browsers never add this header on their own, so calls with a token need no origin check. */
export const bearerToken = ({ headers }: FastifyRequest) =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The administrator who owns the token. Throws not-signed-in or not-allowed. */
export async function authenticateToken(
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
