import { invitationDays, resetLink } from '#contract/accounts/onboarding.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Deps } from '../../../deps.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { createResetLink } from '../password-reset/password-reset.service.ts'
import { getUserRow } from './users.queries.ts'

type Invited = { userId: string; actor: Actor; origin: string }

/** Invites a user to choose a password. Returns the id of the message, if any. */
export async function invite(
  tx: Db,
  deps: Pick<Deps, 'queue' | 'installation'>,
  { userId, actor, origin }: Invited,
) {
  const { token, expiresAt } = await createResetLink(tx, userId, invitationDays * 24 * 60)
  const { firstName, lastName } = await getUserRow(tx, actor.userId)
  return sendMessage(tx, deps, {
    kind: 'invitation',
    userId,
    expiresAt,
    values: {
      link: resetLink(origin, token),
      days: String(invitationDays),
      invitedBy: `${firstName} ${lastName}`,
    },
  })
}
