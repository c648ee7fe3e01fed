import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidInvitation, type register } from '#contract/accounts/onboarding.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { audit } from '../../audit/audit.ts'
import { getCurrentUser } from '../sign-in/current-user.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { clientAddress } from '../../../platform/http/client-address.ts'
import { rememberBrowser } from '../../../platform/http/known-browser.ts'
import { deleteLogin, startLogin } from '../../../platform/http/login.ts'
import { ownOrigin } from '../../../platform/http/origin.ts'
import { newId } from '../../../platform/ids.ts'
import { ensureClient } from '../../clients/new-client.ts'
import { hashNewPassword } from '../sign-in/passwords.ts'
import { insertUser, findInvitingOrganization } from './onboarding.queries.ts'

/** Throws not-found for an invalid link. */
export async function requireInvitation(db: Db, orgId: string, token: string) {
  const organization = await findInvitingOrganization(db, orgId, token)
  if (!organization) throw new AppError('not-found', invalidInvitation)
  return organization
}

type Registration = ParsedInput<typeof register>['body']

/**
 * Creates user, client and login in one transaction. Throws not-found for an invalid link, and conflict for an email in
 * use, which only holders of a valid link can learn.
 */
export async function registerClient(
  deps: Pick<Deps, 'db' | 'config' | 'keys' | 'installation'>,
  { orgId, token, password, ...person }: Registration,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { db, config } = deps
  const organization = await requireInvitation(db, orgId, token)
  const address = clientAddress(request)
  const counted = await countAttempt(deps, { purpose: 'register', email: person.email, address })
  const passwordHash = await hashNewPassword(password, person, {
    brandName: deps.installation.brandName,
    origin: ownOrigin(config, request),
  })
  const userId = newId()
  const setCookie = await inTransaction(db, async (tx) => {
    const organizationId = organization.id
    const made = await insertUser(tx, {
      id: userId,
      ...person,
      roles: ['client_user'],
      organizationId,
      passwordHash,
    })
    if (!made) throw emailInUse()
    await refund(tx, counted)
    await ensureClient(tx, { userId, organizationId })
    await audit(
      tx,
      { userId, address },
      { action: 'registered', table: 'user', rowId: userId, details: { organizationId } },
    )
    if (request.actor) await deleteLogin(tx, request.actor)
    return startLogin(tx, config, { userId, isRemembered: false, request })
  })
  setCookie(reply)
  rememberBrowser(deps, request, reply, { id: userId, passwordHash })
  return { user: await getCurrentUser(db, { userId, originalUserId: null }) }
}

function emailInUse() {
  const sentence = 'An account with this email already exists. Please sign in.'
  return new AppError('conflict', sentence, { email: sentence })
}
