import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { demoDomain, demoPassword } from '../../features/accounts/sign-in/demo-password.ts'
import { demoAccounts } from '../../demo/people.ts'
import type { Deps } from '../../deps.ts'
import { verifyPassword } from '../../features/accounts/sign-in/passwords.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation'>
type Settings = Pick<Config, 'isReachable' | 'hasDemoData' | 'databaseUrl'>

/**
 * Demo data belongs into an embedded database that only this machine gets to, and nowhere else (product decisions,
 * section 7): its password is known to everybody. It is made while nobody has an account, so a second start makes none.
 */
export async function createInitialData(
  { db, providers, installation }: Needs,
  settings: Settings,
) {
  if (!settings.hasDemoData || settings.databaseUrl || settings.isReachable) return
  if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return
  // Read only by the first start.
  const { makeDemoData } = await import('../../demo/demo.ts')
  const storage = await providers.active('video_storage')
  await makeDemoData({ db, storage, now: new Date(), timeZone: installation.timeZone })
}

/**
 * Ends what others may have begun with the password that everybody knows, where a database with demo data can be
 * reached from elsewhere now. Signing in with it is refused from then on (`isKnownToEverybody`). Answers whether there
 * are such accounts.
 */
export async function endDemoLogins({ db }: Pick<Needs, 'db'>, { isReachable }: Settings) {
  const hashes = isReachable ? await wellKnownHashes(db) : []
  if (!hashes.length) return false
  const users = db.selectFrom('user').select('id').where('passwordHash', 'in', hashes)
  await db
    .deleteFrom('login')
    .where((eb) => eb.or([eb('userId', 'in', users), eb('originalUserId', 'in', users)]))
    .execute()
  return true
}

/** What to say of accounts: the demo accounts that may sign in, or what to do where nobody may. */
export async function signInInstructions(
  { db }: Pick<Needs, 'db'>,
  { isReachable }: Settings,
  areDemoAccountsRefused: boolean,
) {
  if (areDemoAccountsRefused)
    return [
      'The demo accounts may not sign in with their password here: everybody knows it, and others can get to this address. Make an administrator of your own with: npm run create-admin',
    ]
  const emails = demoAccounts.map(({ email }) => email)
  const found = await db
    .selectFrom('user')
    .select('email')
    .where('email', 'in', emails)
    .where('deactivatedAt', 'is', null)
    .execute()
  const known = new Set(found.map(({ email }) => email))
  const shown = isReachable ? [] : demoAccounts.filter(({ email }) => known.has(email))
  if (shown.length)
    return [
      `Sign in with one of the demo accounts (password ${demoPassword}):`,
      ...shown.map(({ email, role }) => `  ${email.padEnd(28)} ${role}`),
    ]
  const anybody = await db.selectFrom('user').select('id').limit(1).executeTakeFirst()
  return anybody
    ? []
    : ['Nobody has an account yet. Make the first administrator with: npm run create-admin']
}

/** The demo data hash the one password once: there are as many to try as were changed since, and one. */
async function wellKnownHashes(db: Db) {
  const rows = await db
    .selectFrom('user')
    .select('passwordHash')
    .distinct()
    .where('email', 'like', `%@${demoDomain}`)
    .where('deactivatedAt', 'is', null)
    .execute()
  const known = await Promise.all(
    rows.map(async ({ passwordHash }) =>
      (await verifyPassword(demoPassword, passwordHash)) ? [passwordHash] : [],
    ),
  )
  return known.flat()
}
