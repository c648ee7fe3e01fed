import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { sendMessage } from '../../messages/send-message.ts'

/** Tells a user by email that somebody changed how they sign in. `what` is a sentence without its full stop. */
export const sendSecurityNotice = (
  tx: Db,
  deps: Pick<Deps, 'queue' | 'installation'>,
  { origin }: Browser,
  { userId, what }: { userId: string; what: string },
) =>
  sendMessage(tx, deps, {
    kind: 'securityNotice',
    userId,
    values: { what, link: `${origin}/app/security` },
  })
