import { type Insertable, sql, type Updateable } from 'kysely'
import type { IdentityProvider, RoleGroups } from '#contract/accounts/identity-providers.ts'
import { type Role, staff } from '#contract/roles.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { matchesVersion, wasUpdated, type VersionedRow } from '../../../platform/db/row-version.ts'
import type { IdentityProvider as Row } from '../../../platform/db/schema.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'>

const noGroups: RoleGroups = { system_admin: [], maylab_admin: [], coach_user: [], org_user: [] }

/** Of the provider that the environment defines. */
const environmentId = '01930000-0000-7000-8000-0000000001dc'

function environmentProvider({ identityProvider: given }: Deps['config']) {
  if (!given) return []
  const { name, issuer, clientId } = given
  const provider: IdentityProvider = {
    id: environmentId,
    name,
    issuer,
    clientId,
    isActive: true,
    signsOut: false,
    version: null,
    organizationId: null,
    organizationName: null,
    groupClaim: '',
    roleGroups: noGroups,
  }
  return [provider]
}

/** Also that of the environment, which comes first. */
export async function listProviders({
  db,
  config,
}: Pick<Needs, 'db' | 'config'>): Promise<IdentityProvider[]> {
  const rows = await db
    .selectFrom('identityProvider as provider')
    .leftJoin('organization', 'organization.id', 'provider.organizationId')
    .select(['provider.id', 'provider.name', 'provider.issuer', 'provider.clientId'])
    .select(['provider.organizationId', 'organization.name as organizationName'])
    .select(['provider.groupClaim', 'provider.isActive', 'provider.signsOut', 'provider.version'])
    .select(sql<RoleGroups>`provider.role_groups`.as('roleGroups'))
    .orderBy('provider.createdAt')
    .orderBy('provider.id')
    .execute()
  return [...environmentProvider(config), ...rows]
}

export async function findProvider(deps: Pick<Needs, 'db' | 'config'>, id: string) {
  return (await listProviders(deps)).find((it) => it.id === id)
}

const purpose = 'identity-provider-secret'

export async function getClientSecret({ db, config, keys }: Needs, id: string) {
  if (id === environmentId) return config.identityProvider?.clientSecret ?? ''
  const { clientSecret } = await db
    .selectFrom('identityProvider')
    .select('clientSecret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return keys.decrypt(purpose, id, clientSecret)
}

export const encryptClientSecret = ({ keys }: Pick<Needs, 'keys'>, id: string, secret: string) =>
  keys.encrypt(purpose, id, secret)

export const insertProvider = (tx: Db, row: Insertable<Row>) =>
  tx.insertInto('identityProvider').values(row).execute()

/** False if the version has changed. */
export const updateProvider = (tx: Db, read: VersionedRow, values: Updateable<Row>) =>
  wasUpdated(tx.updateTable('identityProvider').set(values).where(matchesVersion(read, values)))

export const deleteProviderRow = (tx: Db, id: string) =>
  tx.deleteFrom('identityProvider').where('id', '=', id).returning('id').executeTakeFirst()

/** Provider of a login; null for a password. */
export async function getProviderOfLogin(db: Db, loginId: string) {
  const login = await db
    .selectFrom('login')
    .select('identityProviderId')
    .where('id', '=', loginId)
    .executeTakeFirst()
  return login?.identityProviderId ?? null
}

export type Identity = { issuer: string; subject: string }

const accounts = (tx: Db) =>
  tx
    .selectFrom('user')
    .select(['user.id', 'user.email', 'user.organizationId', 'user.deactivatedAt'])
    .select(sql<Role[]>`"user".roles`.as('roles'))

export const findUserOfIdentity = (tx: Db, { issuer, subject }: Identity) =>
  accounts(tx)
    .innerJoin('externalIdentity', 'externalIdentity.userId', 'user.id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()

export const findUserById = (tx: Db, id: string) =>
  accounts(tx).where('user.id', '=', id).executeTakeFirst()

export const findUserByEmail = (tx: Db, email: string) =>
  accounts(tx).where('email', '=', email).executeTakeFirst()

/** The providers that sign a user in, and the active ones that may once they are linked. */
export async function listOwnProviders(deps: Pick<Needs, 'db' | 'config'>, userId: string) {
  const user = await accounts(deps.db).where('user.id', '=', userId).executeTakeFirstOrThrow()
  const linked = await deps.db
    .selectFrom('externalIdentity')
    .select('issuer')
    .where('userId', '=', userId)
    .execute()
  const usable = (await listProviders(deps)).filter((it) => mayUse(it, user))
  const isLinked = ({ issuer }: IdentityProvider) => linked.some((it) => it.issuer === issuer)
  const named = ({ id, name }: IdentityProvider) => ({ id, name })
  return {
    linkedProviders: usable.filter(isLinked).map(named),
    linkableProviders: usable.filter((it) => it.isActive && !isLinked(it)).map(named),
  }
}

/** False if it was not linked. */
export const deleteIdentity = async (tx: Db, userId: string, { issuer }: IdentityProvider) =>
  (await tx
    .deleteFrom('externalIdentity')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .returning('issuer')
    .executeTakeFirst()) !== undefined

/** The user's own choice. */
export async function asksFactorAfterProvider(db: Db, userId: string) {
  const { skipsFactorAfterProvider } = await db
    .selectFrom('user')
    .select('skipsFactorAfterProvider')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return !skipsFactorAfterProvider
}

/** An organization's provider is run by that organization, so it only vouches for accounts of its own people. */
export const mayUse = (
  { organizationId }: IdentityProvider,
  user: { organizationId: string | null; roles: readonly Role[] },
) =>
  organizationId === null ||
  (user.organizationId === organizationId && !staff.some((it) => user.roles.includes(it)))

/** False if another subject of the issuer is linked to the user. */
export const insertIdentity = async (tx: Db, row: Identity & { userId: string }) =>
  (await tx
    .insertInto('externalIdentity')
    .values(row)
    .onConflict((it) => it.columns(['userId', 'issuer']).doNothing())
    .returning('userId')
    .executeTakeFirst()) !== undefined
