import { z } from 'zod'
import { idOnly, line, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import type { Role } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'

export const maxIdentityProviders = 20

const groups = z
  .array(line(200).min(1))
  .max(20, { abort: true, error: 'At most 20 groups.' })
  .default([])
const roleGroups = z.object({
  system_admin: groups,
  maylab_admin: groups,
  coach_user: groups,
  org_user: groups,
})
/** The groups of each role that the provider grants and revokes. */
export type RoleGroups = z.output<typeof roleGroups>
export type GroupRole = keyof RoleGroups

/** An organization runs its provider itself, so that provider must not grant access to others' data. */
export const groupRolesFor = (organizationId: string | null): readonly (GroupRole & Role)[] =>
  organizationId === null ? ['system_admin', 'maylab_admin', 'coach_user'] : ['org_user']

const wellKnown = '/.well-known/'
export const identityProviderForm = z.object({
  name: line(60).min(1, 'Name is required'),
  issuer: line(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'Issuer must begin with https://', abort: true }))
    .refine((it) => !it.includes(wellKnown), `Issuer must be the part before ${wellKnown}`)
    .refine((it) => !/[?#@]/.test(it), 'Issuer must be an address without parameters'),
  clientId: line(300).min(1, 'Client ID is required'),
  /** Empty: the stored secret stays. */
  clientSecret: line(1000),
  organizationId: rowId().nullable(),
  groupClaim: line(100),
  roleGroups,
  isActive: z.boolean(),
  /** Signing out here goes on to the provider's sign-out page. */
  signsOut: z.boolean(),
})
export type IdentityProviderForm = z.output<typeof identityProviderForm>

export const identityProvider = z.object({
  id: rowId(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  organizationId: rowId().nullable(),
  organizationName: z.string().nullable(),
  groupClaim: z.string(),
  roleGroups,
  isActive: z.boolean(),
  signsOut: z.boolean(),
  /** Null for the provider of the environment, which cannot be changed here. */
  version: rowVersion.nullable(),
})
export type IdentityProvider = z.infer<typeof identityProvider>

const system = { access: ['system_admin'], isForPeopleOnly: true } as const

export const listIdentityProviders = endpoint('GET /api/admin/identity-providers', {
  ...system,
  shows: ['identity-provider'],
  summary: 'OpenID Connect providers through which people sign in',
  response: z.array(identityProvider),
})

export const createIdentityProvider = endpoint('POST /api/admin/identity-providers', {
  needsConfirmation: 'added an identity provider',
  ...system,
  changes: ['identity-provider'],
  isIdempotent: true,
  summary: 'Add an identity provider',
  errorCodes: ['conflict'],
  body: identityProviderForm.extend({
    clientSecret: line(1000).min(1, 'Client secret is required'),
  }),
  response: identityProvider,
})

export const updateIdentityProvider = endpoint('PATCH /api/admin/identity-providers/{id}', {
  needsConfirmation: 'changed an identity provider',
  ...system,
  changes: ['identity-provider'],
  summary: 'Change an identity provider',
  params: idOnly,
  body: changeBody(identityProviderForm),
  response: identityProvider,
})

export const deleteIdentityProvider = endpoint('DELETE /api/admin/identity-providers/{id}', {
  needsConfirmation: 'deleted an identity provider',
  ...system,
  changes: ['identity-provider'],
  summary: 'Delete an identity provider; accounts stay',
  params: idOnly,
  response: z.object({}),
})

export const testIdentityProvider = endpoint('POST /api/admin/identity-providers/{id}/test', {
  ...system,
  changes: ['identity-provider'],
  limit: 30,
  summary: 'Read the configuration that an identity provider publishes',
  params: idOnly,
  errorCodes: ['unprocessable'],
  response: z.object({}),
})
