import { invalidInvitation, type register } from '#contract/accounts/onboarding.ts'
import { notListedError } from '#contract/organizations/employee-list.ts'
import type { ParsedInput } from '#contract/endpoint.ts'
import { refund } from '../sign-in/rate-limits.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { audit } from '../../audit/audit.ts'
import { getCurrentUser } from '../sign-in/current-user.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { rememberBrowser } from '../../../platform/http/known-browser.ts'
import { startLogin } from '../../../platform/http/login.ts'
import { newId } from '../../../platform/ids.ts'
import { registerListedAddress } from '../../organizations/employee-list/employee-list.queries.ts'
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
 * use or not on the employer's list, which only holders of a valid link can learn.
 */
export async function registerClient(
  deps: Pick<Deps, 'db' | 'keys' | 'installation' | 'queue'>,
  { orgId, token, password, ...person }: Registration,
  browser: Browser,
) {
  const { db } = deps
  const { address, origin } = browser
  const organization = await requireInvitation(db, orgId, token)
  const counted = await countAttempt(deps, { purpose: 'register', email: person.email, address })
  const passwordHash = await hashNewPassword(password, person, {
    brandName: deps.installation.brandName,
    origin,
  })
  const userId = newId()
  const login = await inTransaction(db, async (tx) => {
    const organizationId = organization.id
    const made = await insertUser(tx, {
      id: userId,
      ...person,
      roles: ['client_user'],
      organizationId,
      passwordHash,
    })
    if (!made) throw emailInUse()
    if (!(await registerListedAddress(tx, { organizationId, email: person.email, userId })))
      throw new AppError('conflict', notListedError, { email: notListedError })
    await refund(tx, counted)
    await ensureClient(tx, deps, { userId, organizationId, by: null })
    await audit(
      tx,
      { userId, address },
      { action: 'registered', table: 'user', rowId: userId, details: { organizationId } },
    )
    return startLogin(tx, { userId, isRemembered: false, browser })
  })
  const known = rememberBrowser(deps.keys, browser, { id: userId, passwordHash })
  const answer = { user: await getCurrentUser(db, { userId, originalUserId: null }) }
  return { answer, cookies: [login, known.cookie] }
}

function emailInUse() {
  const sentence = 'An account with this email already exists. Please sign in.'
  return new AppError('conflict', sentence, { email: sentence })
}
