import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { AppError, notFound } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { deleteLogins } from '../../../platform/http/login.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { audit } from '../../audit/audit.ts'
import {
  deleteIdentity,
  findProvider,
  listOwnProviders,
} from '../identity-providers/identity-providers.queries.ts'
import { sendSecurityNotice } from '../second-factor/security-notice.ts'
import { changeUser } from '../users/users.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'queue' | 'installation'>

/** Ends the user's other logins too. Throws conflict for the only way to sign in. */
export async function unlinkProvider(deps: Needs, browser: Browser<Actor>, id: string) {
  const { actor } = browser
  const { userId, loginId } = actor
  const provider = await findProvider(deps, id)
  if (!provider) throw notFound('provider')()
  const { linkedProviders } = await listOwnProviders(deps, userId)
  if (!deps.installation.passwordSignIn && linkedProviders.every((it) => it.id === id))
    throw new AppError('conflict', 'This is your only way to sign in.')
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteIdentity(tx, userId, provider))) throw notFound('provider')()
    await deleteLogins(tx, userId, loginId)
    await audit(tx, actor, {
      action: 'identity-unlinked',
      table: 'user',
      rowId: userId,
      details: { provider: provider.name },
    })
    await sendSecurityNotice(tx, deps, browser, {
      userId,
      what: `${provider.name} was unlinked from your account and can no longer sign you in`,
    })
  })
  return { ok: true as const }
}

export async function setFactorAfterProvider(
  deps: Needs,
  browser: Browser<Actor>,
  isAsked: boolean,
) {
  const { actor } = browser
  const { userId } = actor
  await inTransaction(deps.db, async (tx) => {
    await changeUser(tx, { id: userId }, { skipsFactorAfterProvider: !isAsked })
    await audit(tx, actor, {
      action: 'factor-after-provider-chosen',
      table: 'user',
      rowId: userId,
      details: { isAsked },
    })
    await sendSecurityNotice(tx, deps, browser, {
      userId,
      what: isAsked
        ? 'Your second factor is asked for after a sign-in service again'
        : 'Your second factor is no longer asked for after a sign-in service',
    })
  })
  return { ok: true as const }
}
