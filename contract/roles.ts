import { z } from 'zod'

export const role = z.enum([
  'system_admin',
  'maylab_admin',
  'coach_user',
  'org_user',
  'client_user',
])
export type Role = z.infer<typeof role>

/** Labels (docs/product.md, "Roles"). */
export const roleLabel: Record<Role, string> = {
  system_admin: 'System Admin',
  maylab_admin: 'Maylab Admin',
  coach_user: 'Coach',
  org_user: 'Organization',
  client_user: 'Client',
}

/** Admins (docs/product.md, "Roles"). */
export const admins = ['system_admin', 'maylab_admin'] as const satisfies readonly Role[]
/** Admins and coaches. Coaches only reach their own clients. */
export const staff = [...admins, 'coach_user'] as const satisfies readonly Role[]
/** Roles that may open a plan: staff, and clients for their own. */
export const planReaders = [...staff, 'client_user'] as const satisfies readonly Role[]

type Holder = { roles: readonly Role[] }
export const isAdmin = ({ roles }: Holder) => admins.some((it) => roles.includes(it))
export const isSystemAdmin = ({ roles }: Holder) => roles.includes('system_admin')
export const isCoach = ({ roles }: Holder) => roles.includes('coach_user')
export const isClient = ({ roles }: Holder) => roles.includes('client_user')
export const isOrganization = ({ roles }: Holder) => roles.includes('org_user')
