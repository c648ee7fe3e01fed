import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Browser } from '../../../platform/http/browser.ts'
import { knownBrowserId } from '../../../platform/http/known-browser.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { getCredentials } from '../sign-in/auth.queries.ts'
import { verifyPassword } from '../sign-in/passwords.ts'

/**
 * Throws invalid for a wrong password, which counts as a failed sign-in. Returns the user, and what to refund once the change
 * is made.
 */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'keys'>,
  browser: Browser<Actor>,
  currentPassword: string,
) {
  const user = await getCredentials(deps.db, browser.actor.userId)
  const counted = await countAttempt(deps, {
    purpose: 'sign-in',
    email: user.email,
    address: browser.address,
    browserId: knownBrowserId(deps.keys, browser, user),
  })
  if (!(await verifyPassword(currentPassword, user.passwordHash))) {
    const wrong = 'This is not your current password'
    throw new AppError('invalid', `${wrong}.`, { currentPassword: wrong })
  }
  return { user, counted }
}
