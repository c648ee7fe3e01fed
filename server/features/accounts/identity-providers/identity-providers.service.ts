import type { z } from 'zod'
import {
  type createIdentityProvider,
  groupRolesFor,
  type IdentityProvider,
  type IdentityProviderForm,
  maxIdentityProviders,
} from '#contract/accounts/identity-providers.ts'
import type { Deps } from '../../../deps.ts'
import { lockUntilCommit } from '../../../platform/db/advisory-lock.ts'
import { staleError, type VersionedRow } from '../../../platform/db/row-version.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import { createOnce } from '../../../platform/http/idempotency.ts'
import { deleteLoginsOfProvider } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { audit } from '../../audit/audit.ts'
import { requirePublicUrl } from '../../integrations/checks/require-public-address.ts'
import { organizationExists } from '../users/users.queries.ts'
import {
  deleteProviderRow,
  encryptClientSecret,
  findProvider,
  insertProvider,
  listProviders,
  updateProvider,
} from './identity-providers.queries.ts'
import { findCause, discoverProvider } from './oidc-client.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'keys'>
type NewProvider = z.output<typeof createIdentityProvider.body>
type Change = { [Name in keyof IdentityProviderForm]?: IdentityProviderForm[Name] | undefined }

const about = (id: string) => ({ table: 'identity_provider', rowId: id })

/** Throws invalid for an issuer that may not be called or groups that may not be mapped. */
export async function addProvider(deps: Needs, actor: Actor, given: NewProvider) {
  await requireValid(deps, given)
  const { clientSecret, roleGroups, ...values } = given
  return inTransaction(deps.db, async (tx) => {
    await lockUntilCommit(tx, 'identity providers')
    const made = await createOnce(tx, actor, async (id) => {
      if ((await listProviders({ ...deps, db: tx })).length >= maxIdentityProviders)
        throw new AppError(
          'conflict',
          `There are already ${maxIdentityProviders} identity providers. Delete one first.`,
        )
      await insertProvider(tx, {
        id,
        ...values,
        roleGroups: JSON.stringify(roleGroups),
        clientSecret: encryptClientSecret(deps, id, clientSecret),
      })
      await audit(tx, actor, {
        action: 'identity-provider-added',
        ...about(id),
        details: { name: given.name, issuer: given.issuer },
      })
    })
    return getProvider({ ...deps, db: tx }, made)
  })
}

/** Throws stale if it has changed since it was read. */
export async function changeProvider(
  deps: Needs,
  actor: Actor,
  read: VersionedRow,
  { clientSecret, roleGroups, ...values }: Change,
) {
  const { id } = read
  const before = await getEditableProvider(deps, id)
  const next = {
    issuer: values.issuer ?? before.issuer,
    roleGroups: roleGroups ?? before.roleGroups,
    organizationId:
      values.organizationId === undefined ? before.organizationId : values.organizationId,
  }
  await requireValid(deps, next)
  const isMoved =
    next.issuer !== before.issuer || (values.clientId ?? before.clientId) !== before.clientId
  if (isMoved && !clientSecret)
    throw invalid('clientSecret', 'Enter the client secret for the new issuer or client ID')
  return inTransaction(deps.db, async (tx) => {
    const wasChanged = await updateProvider(tx, read, {
      ...values,
      isActive: values.isActive ?? before.isActive,
      ...(roleGroups && { roleGroups: JSON.stringify(roleGroups) }),
      ...(clientSecret && { clientSecret: encryptClientSecret(deps, id, clientSecret) }),
    })
    if (!wasChanged) throw staleError('identity provider')
    if (values.isActive === false) await deleteLoginsOfProvider(tx, id)
    const after = await getProvider({ ...deps, db: tx }, id)
    await audit(tx, actor, {
      action: 'identity-provider-changed',
      ...about(id),
      details: { name: after.name, issuer: after.issuer, isActive: after.isActive },
    })
    return after
  })
}

export async function removeProvider(deps: Needs, actor: Actor, id: string) {
  const { name, issuer } = await getEditableProvider(deps, id)
  return inTransaction(deps.db, async (tx) => {
    if (!(await deleteProviderRow(tx, id))) throw notFound('identity provider')()
    await deleteLoginsOfProvider(tx, id)
    await audit(tx, actor, {
      action: 'identity-provider-deleted',
      ...about(id),
      details: { name, issuer },
    })
    return {}
  })
}

/** Throws unprocessable with the reason if the provider's configuration cannot be read. */
export async function testProvider(deps: Needs, id: string) {
  try {
    await discoverProvider(deps, await getProvider(deps, id))
    return {}
  } catch (error) {
    if (error instanceof AppError) throw error
    const cause = findCause(error)
    const isKnown = cause instanceof Unavailable || cause instanceof Rejected
    throw new AppError(
      'unprocessable',
      isKnown ? cause.message : 'The issuer does not publish a valid OpenID Connect configuration.',
    )
  }
}

async function getProvider(deps: Pick<Needs, 'db' | 'config'>, id: string) {
  const provider = await findProvider(deps, id)
  if (!provider) throw notFound('identity provider')()
  return provider
}

/** Throws not-found for that of the environment. */
async function getEditableProvider(deps: Needs, id: string) {
  const provider = await getProvider(deps, id)
  if (provider.version === null) throw notFound('identity provider')()
  return provider
}

const invalid = (field: string, sentence: string) =>
  new AppError('invalid', `${sentence}.`, { [field]: sentence })

type Checked = Pick<IdentityProvider, 'issuer' | 'organizationId' | 'roleGroups'>

async function requireValid(
  { db, config }: Pick<Needs, 'db' | 'config'>,
  { issuer, organizationId, roleGroups }: Checked,
) {
  const { host, protocol } = new URL(issuer)
  if (!config.allowedLocalHosts.includes(host)) {
    if (protocol !== 'https:') throw invalid('issuer', 'Issuer must begin with https://')
    await requirePublicUrl('issuer', 'Issuer', issuer)
  }
  if (organizationId !== null && !(await organizationExists(db, organizationId)))
    throw invalid('organizationId', 'This organization does not exist')
  const allowed: readonly string[] = groupRolesFor(organizationId)
  const isForbidden = Object.entries(roleGroups).some(
    ([role, groups]) => groups.length > 0 && !allowed.includes(role),
  )
  if (isForbidden) throw invalid('roleGroups', 'This provider cannot grant these roles')
}
