import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import { getProviderOfLogin, listProviders } from './identity-providers.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation'>

/** Passwords are never refused while there is no other way to sign in. */
export async function getSignInOptions({ installation, ...deps }: Needs) {
  const providers = (await listProviders(deps)).filter((it) => it.isActive)
  return { hasPassword: installation.passwordSignIn || providers.length === 0, providers }
}

export async function requirePasswordSignIn(deps: Needs) {
  if (deps.installation.passwordSignIn || (await getSignInOptions(deps)).hasPassword) return
  throw new AppError(
    'not-allowed',
    'Signing in with a password is turned off. Please use the button of your organization on the sign-in page.',
  )
}

/** Throws conflict unless the administrator is signed in through an active provider, which proves that it works. */
export async function requireProviderLogin(
  deps: { db: Db; config: Needs['config'] },
  { loginId }: Actor,
) {
  const id = await getProviderOfLogin(deps.db, loginId)
  const isActive = (await listProviders(deps)).some((it) => it.id === id && it.isActive)
  if (isActive) return
  throw new AppError(
    'conflict',
    'Sign in through an identity provider first. Password sign-in can only be turned off once that works.',
  )
}
