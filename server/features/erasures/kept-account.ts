import { roleLabel, type Role } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteLogins } from '../../platform/http/login.ts'
import { audit } from '../audit/audit.ts'
import { deleteFeed } from '../calendar-feeds/calendar-feeds.queries.ts'

/** An account that is not deleted with the client, because it belongs to staff as well. */
export type KeptAccount = KeptPart & { userId: string; email: string }
type KeptPart = { roles: Role[]; isDeactivated: boolean }

type Account = { roles: readonly Role[]; hasCoachProfile: boolean }

/**
 * What stays of an account; undefined for that of a client only, which is deleted. Former coaches keep a deactivated one for
 * their profile.
 */
export function keptPart({ roles, hasCoachProfile }: Account): KeptPart | undefined {
  const others = roles.filter((role) => role !== 'client_user')
  if (others.length) return { roles: others, isDeactivated: false }
  return hasCoachProfile ? { roles: ['coach_user'], isDeactivated: true } : undefined
}

/** Why the account stays, in a sentence. */
export const whyAccountStays = ({ roles, isDeactivated }: KeptPart) =>
  isDeactivated
    ? 'The account stays, deactivated, because it has a coach profile.'
    : `The account stays with its name, email and sign-in, because it also has the role ${roles.map((role) => roleLabel[role]).join(', ')}. It loses the role Client.`

/** Removes the role Client, and ends the logins as any change of roles does. */
export async function releaseAccount(tx: Db, { userId, roles, isDeactivated }: KeptAccount) {
  await tx
    .updateTable('user')
    .set({
      roles,
      ...(!roles.includes('org_user') && { organizationId: null }),
      ...(isDeactivated && { deactivatedAt: new Date().toISOString() }),
    })
    .where('id', '=', userId)
    .execute()
  await deleteLogins(tx, userId)
  if (isDeactivated) await deleteFeed(tx, userId)
  await audit(
    tx,
    {},
    {
      ...{ action: 'user-changed', table: 'user', rowId: userId, details: { changed: 'roles' } },
    },
  )
}
