import {
  type GroupRole,
  groupRolesFor,
  type IdentityProvider,
} from '#contract/accounts/identity-providers.ts'
import type { SignInError } from '#contract/accounts/provider-sign-in.ts'
import { type Role, role as everyRole } from '#contract/roles.ts'
import { mayCoach } from '../../../platform/access.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import { newId } from '../../../platform/ids.ts'
import type { Queue } from '../../../platform/jobs/queue.ts'
import { newToken } from '../../../platform/keys/keys.ts'
import { audit } from '../../audit/audit.ts'
import { ensureClient } from '../../clients/new-client.ts'
import { ensureCoach } from '../../coaches/new-coach.ts'
import { retireCoach } from '../../coaches/retire-coach.ts'
import { proveEmail } from '../account/prove-email.ts'
import { registerListedAddress } from '../../organizations/employee-list/employee-list.queries.ts'
import { insertUser } from '../onboarding/onboarding.queries.ts'
import { hashPassword } from '../sign-in/passwords.ts'
import { changeUser, lockUser } from '../users/users.queries.ts'
import {
  findUserByEmail,
  findUserOfIdentity,
  type Identity,
  findUserById,
  insertIdentity,
  mayUse,
} from './identity-providers.queries.ts'

/** What a provider says about a person. */
export type ProviderProfile = Identity & {
  email: string | undefined
  isEmailVerified: boolean | undefined
  firstName: string
  lastName: string
  groups: readonly string[]
}
type SignIn = {
  provider: IdentityProvider
  profile: ProviderProfile
  address: string
  queue: Queue
}

/** A sign-in that the provider confirmed but that is refused here. */
export class SignInRefused extends Error {
  readonly reason: SignInError
  constructor(reason: SignInError) {
    super(reason)
    this.reason = reason
  }
}

/**
 * The user whom a provider means: the linked one, else one with the same verified email, else a new one. Grants and revokes
 * the roles of the provider's groups. Throws SignInRefused. `linked`: whether the account was just linked, and whether that
 * ended its password.
 */
export async function resolveUser(tx: Db, signIn: SignIn) {
  const { provider, profile } = signIn
  const known = await findUserOfIdentity(tx, profile)
  const linked = known ? undefined : await linkByEmail(tx, signIn)
  const user = known ?? linked?.user
  if (!user) return { userId: await createUser(tx, signIn), linked: undefined }
  if (user.deactivatedAt !== null) throw new SignInRefused('deactivated')
  if (!mayUse(provider, user)) throw new SignInRefused('not-accepted')
  await applyGroups(tx, signIn, user.id)
  return { userId: user.id, linked }
}

/**
 * Links an existing account, which must have the same email, verified by the provider. That of an organization never
 * takes over an account: its owner links it while signed in.
 */
async function linkByEmail(tx: Db, { provider, profile, address }: SignIn) {
  const { issuer, subject, email, isEmailVerified } = profile
  const user = email === undefined ? undefined : await findUserByEmail(tx, email)
  if (!user) return undefined
  const isOrganizations = provider.organizationId !== null
  if (!isOrganizations && isEmailVerified !== true) throw new SignInRefused('email-not-verified')
  if (user.deactivatedAt !== null) throw new SignInRefused('deactivated')
  if (!mayUse(provider, user)) throw new SignInRefused('not-accepted')
  if (isOrganizations) throw new SignInRefused('link-first')
  const endedPassword = await proveEmail(tx, user.id)
  const isLinked = await insertIdentity(tx, { issuer, subject, userId: user.id })
  if (!isLinked) throw new SignInRefused('not-accepted')
  await auditLink(tx, { userId: user.id, address }, provider)
  return { user, endedPassword }
}

/** Links a provider to the account of the person who is signed in, whose email it has to name. Throws SignInRefused. */
export async function linkProvider(tx: Db, { provider, profile, address }: SignIn, userId: string) {
  const user = await findUserById(tx, userId)
  const { issuer, subject, email } = profile
  if (!user || user.email !== email || !mayUse(provider, user))
    throw new SignInRefused('not-accepted')
  const owner = await findUserOfIdentity(tx, profile)
  if (owner || !(await insertIdentity(tx, { issuer, subject, userId })))
    throw new SignInRefused('not-accepted')
  await auditLink(tx, { userId, address }, provider)
}

const auditLink = (
  tx: Db,
  actor: { userId: string; address: string },
  { name }: IdentityProvider,
) =>
  audit(tx, actor, {
    action: 'identity-linked',
    table: 'user',
    rowId: actor.userId,
    details: { provider: name },
  })

/** An employee registers as with an onboarding link; anyone else needs a group that grants a role. */
async function createUser(tx: Db, { provider, profile, address, queue }: SignIn) {
  const { email, isEmailVerified, firstName, lastName, issuer, subject } = profile
  const { organizationId } = provider
  const granted = grantedRoles(provider, profile)
  const roles: readonly Role[] = granted.length || !organizationId ? granted : ['client_user']
  if (!roles.length) throw new SignInRefused('no-account')
  // Directories of organizations often do not say whether an email is verified.
  const isTrusted = organizationId ? isEmailVerified !== false : isEmailVerified === true
  if (email === undefined || !isTrusted) throw new SignInRefused('email-not-verified')
  const id = newId()
  const made = await insertUser(tx, {
    id,
    email,
    firstName,
    lastName,
    roles: [...roles],
    organizationId,
    passwordHash: await hashPassword(newToken()),
    // The word of an organization's provider is no proof to anybody else.
    emailProvenAt: organizationId === null ? new Date().toISOString() : null,
  })
  // Registered a moment ago in another way.
  if (!made) throw new SignInRefused('failed')
  if (organizationId && roles.includes('client_user'))
    if (!(await registerListedAddress(tx, { organizationId, email, userId: id })))
      throw new SignInRefused('not-accepted')
  if (roles.includes('client_user'))
    await ensureClient(tx, { queue }, { userId: id, organizationId, by: null })
  if (roles.includes('coach_user')) await ensureCoach(tx, id)
  await insertIdentity(tx, { issuer, subject, userId: id })
  await audit(
    tx,
    { userId: id, address },
    {
      action: 'registered',
      table: 'user',
      rowId: id,
      details: {
        provider: provider.name,
        roles: roles.join(' '),
        ...(organizationId && { organizationId }),
      },
    },
  )
  return id
}

/** Roles with groups, which the provider decides about; the others stay as they are. */
const managedRoles = ({ organizationId, groupClaim, roleGroups }: IdentityProvider) =>
  groupClaim ? groupRolesFor(organizationId).filter((it) => roleGroups[it].length > 0) : []

function grantedRoles(provider: IdentityProvider, { groups }: ProviderProfile): GroupRole[] {
  const { roleGroups } = provider
  return managedRoles(provider).filter((it) =>
    roleGroups[it].some((group) => groups.includes(group)),
  )
}

/** The last active system administrator stays one. */
async function applyGroups(tx: Db, { provider, profile, address, queue }: SignIn, id: string) {
  const managed: readonly Role[] = managedRoles(provider)
  if (!managed.length) return
  const granted: readonly Role[] = grantedRoles(provider, profile)
  const isRevoked = (it: Role) => managed.includes(it) && !granted.includes(it)
  const { user, isLastSystemAdmin } = await lockUser(tx, id, isRevoked('system_admin'))
  const roles = everyRole.options.filter(
    (it) =>
      granted.includes(it) ||
      (user.roles.includes(it) && (!isRevoked(it) || (it === 'system_admin' && isLastSystemAdmin))),
  )
  if (!roles.length) {
    if (provider.organizationId === null) throw new SignInRefused('no-account')
    roles.push('client_user')
  }
  if (roles.join() === everyRole.options.filter((it) => user.roles.includes(it)).join()) return
  await changeUser(tx, { id }, { roles })
  const { organizationId } = user
  if (roles.includes('client_user'))
    await ensureClient(tx, { queue }, { userId: id, organizationId, by: null })
  if (roles.includes('coach_user')) await ensureCoach(tx, id)
  const actor = { userId: id, address }
  if (!mayCoach({ ...user, roles })) await retireCoach(tx, actor, id)
  await deleteLogins(tx, id)
  await audit(tx, actor, {
    action: 'user-changed',
    table: 'user',
    rowId: id,
    details: {
      changed: 'roles',
      from: user.roles.join(' '),
      to: roles.join(' '),
      provider: provider.name,
    },
  })
}
