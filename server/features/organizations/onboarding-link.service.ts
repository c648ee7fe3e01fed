import type { Deps } from '../../deps.ts'
import { realUserId } from '../../platform/access.ts'
import type { Db } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/mount.ts'
import { newToken } from '../../platform/keys/keys.ts'
import { listAdministrators } from '../accounts/users/administrators.queries.ts'
import { audit, auditOpening } from '../audit/audit.ts'
import { notify } from '../messages/notices/notify.ts'
import {
  changeOrganization,
  getOnboardingLinkRow,
  listOrganizationUsers,
  markInviteShared,
} from './organizations.queries.ts'

/** Throws not-found if the actor may not read the organization. */
export async function openOnboardingLink(db: Db, actor: Actor, id: string) {
  const link = await getOnboardingLinkRow(db, actor, id)
  await auditOpening(db, actor, { action: 'invite-opened', table: 'organization', rowIds: [id] })
  return link
}

/** Invalidates the previous onboarding link, and tells administrators and the organization's own. */
export const rotateOnboardingLink = (deps: Pick<Deps, 'db' | 'queue'>, actor: Actor, id: string) =>
  inTransaction(deps.db, async (tx) => {
    await getOnboardingLinkRow(tx, actor, id)
    await changeOrganization(tx, { id }, { inviteToken: newToken(), inviteSharedAt: null })
    await audit(tx, actor, { action: 'invite-rotated', table: 'organization', rowId: id })
    await notify(tx, deps, {
      kind: 'onboardingLinkRotated',
      userIds: [...(await listAdministrators(tx)), ...(await listOrganizationUsers(tx, id))],
      // Whoever is impersonated did not do it, and is told.
      by: realUserId(actor),
      rowId: id,
    })
    return getOnboardingLinkRow(tx, actor, id)
  })

export const shareOnboardingLink = (db: Db, actor: Actor, id: string) =>
  inTransaction(db, async (tx) => {
    await getOnboardingLinkRow(tx, actor, id)
    await markInviteShared(tx, id)
    await audit(tx, actor, { action: 'invite-shared', table: 'organization', rowId: id })
    return getOnboardingLinkRow(tx, actor, id)
  })
