import { z } from 'zod'
import { currentUser, minPasswordLength } from './auth.ts'
import { idOnly, line, rowId, verbatim } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { paging, sortedBy } from '../paging.ts'
import { admins, isSystemAdmin, type Role, role } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'

const firstName = line(100).min(1, 'First name is required')
const lastName = line(100).min(1, 'Last name is required')

export const email = line(320)
  .toLowerCase()
  .min(1, { error: 'Email is required', abort: true })
  .pipe(z.email('Invalid email address'))
export const newPassword = verbatim(1024)
  .min(1, { error: 'Password is required', abort: true })
  .min(minPasswordLength, `Password must be at least ${minPasswordLength} characters`)

const someRoles = z.array(role).min(1, 'Role is required').max(role.options.length)

export const user = z.object({
  id: rowId(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roles: z.array(role),
  organizationId: rowId().nullable(),
  deactivatedAt: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  version: rowVersion,
  createdAt: z.string(),
})
export type User = z.infer<typeof user>

type Holder = { roles: readonly Role[] }
/** Users cannot manage or grant a higher role than their own (docs/product.md, "Roles"). */
export const mayManage = (actor: Holder, other: Holder) =>
  isSystemAdmin(actor) || !isSystemAdmin(other)
/** An org_user reads the figures of one organization. */
export const needsOrganization = ({ roles }: Holder) => roles.includes('org_user')
/** Other roles belong to no organization. */
export const mayHaveOrganization = ({ roles }: Holder) =>
  roles.includes('org_user') || roles.includes('client_user')

export const listUsers = endpoint('GET /api/admin/users', {
  access: admins,
  shows: ['user'],
  summary: 'Users; filter by role, search by name or email',
  query: paging.extend({ sort: sortedBy('name', 'email', 'created'), role: role.optional() }),
  response: z.array(user),
})

export const readUser = endpoint('GET /api/admin/users/{id}', {
  access: admins,
  shows: ['user'],
  summary: 'One user',
  params: idOnly,
  response: user,
})

export const countUsers = endpoint('GET /api/admin/user-counts', {
  access: admins,
  shows: ['user'],
  summary: 'Number of users, in total and by role',
  response: z.object({ total: z.number().int(), byRole: z.record(role, z.number().int()) }),
})
export type UserCounts = z.infer<typeof countUsers.response>

/** Whether a body that was not checked yet gives a role of an administrator. */
function hasAdminRole(body: unknown) {
  const { roles = ['maylab_admin'] } = Object(body) as { roles?: unknown }
  return Array.isArray(roles) && admins.some((it) => roles.includes(it))
}

/** Also the form of the dialog Add New Maylab Admin. */
export const newUser = z.object({
  firstName,
  lastName,
  email,
  password: newPassword,
  roles: someRoles.default(['maylab_admin']),
  organizationId: rowId().nullable().optional(),
})

export const createUser = endpoint('POST /api/admin/users', {
  needsConfirmation: ({ body }) => (hasAdminRole(body) ? 'created an administrator' : undefined),
  isForPeopleOnly: true,
  access: admins,
  changes: ['user', 'coach', 'client', 'message'],
  isIdempotent: true,
  summary: 'Create a user with a role that is not above your own',
  body: newUser,
  errorCodes: ['conflict'],
  response: user,
})

/** Also the form of the dialog Edit User. */
export const userChange = z.object({
  firstName,
  lastName,
  email,
  roles: someRoles,
  organizationId: rowId().nullable(),
  isActive: z.boolean(),
})

export const updateUser = endpoint('PATCH /api/admin/users/{id}', {
  isForPeopleOnly: true,
  access: admins,
  changes: ['user', 'coach', 'client', 'message'],
  summary:
    'Change name, email or roles, deactivate or activate; changing roles or status ends logins',
  params: idOnly,
  body: changeBody(userChange),
  errorCodes: ['conflict', 'confirmation-needed'],
  response: user,
})

/** Undoes a `createUser` whose second step failed. */
export const discardUser = endpoint('DELETE /api/admin/users/{id}', {
  isForPeopleOnly: true,
  access: admins,
  changes: ['user', 'coach'],
  summary: 'Delete an account that was just created and never used',
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.object({ ok: z.literal(true) }),
})

/** Maximum length of an impersonation in minutes. */
export const impersonationMinutes = 60

export const impersonate = endpoint('POST /api/admin/impersonate/{id}', {
  needsConfirmation: 'signed in as another person',
  access: ['system_admin'],
  changes: ['login'],
  summary:
    'Impersonate another user for at most 60 minutes; with a second factor, confirm with it first',
  params: idOnly,
  errorCodes: ['conflict'],
  response: currentUser,
})

export const stopImpersonation = endpoint('POST /api/admin/stop-impersonation', {
  access: 'signed-in',
  changes: ['login'],
  summary: 'Return to your own account',
  errorCodes: ['conflict'],
  response: currentUser,
})
