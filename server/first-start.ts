import type { Config } from './platform/config/config.ts'
import type { Db } from './platform/db/db.ts'
import { demoDomain, demoPassword } from './features/accounts/sign-in/demo-password.ts'
import { demoAccounts } from './demo/people.ts'
import type { Deps } from './deps.ts'
import { verifyPassword } from './features/accounts/sign-in/passwords.ts'

type Needs = Pick<Deps, 'db' | 'providers' | 'installation'>
type Settings = Pick<Config, 'isReachable' | 'hasDemoData' | 'databaseUrl'>

/**
 * Creates demo data in a new embedded database that only this machine can reach (docs/product.md, "First start"),
 * because the demo password is public. Does nothing once there is a user.
 */
export async function createInitialData(
  { db, providers, installation }: Needs,
  settings: Settings,
) {
  if (!settings.hasDemoData || settings.databaseUrl || settings.isReachable) return
  if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return
  // Imported lazily: only the first start needs it.
  const { makeDemoData } = await import('./demo/demo.ts')
  const storage = await providers.active('video_storage')
  await makeDemoData({ db, storage, now: new Date(), timeZone: installation.timeZone })
}

/**
 * Ends logins of users with the public demo password once other machines can reach the product. Sign-in refuses
 * this password from then on (`isPublicDemoSignIn`). Returns whether there are such accounts.
 */
export async function endDemoLogins({ db }: Pick<Needs, 'db'>, { isReachable }: Settings) {
  const hashes = isReachable ? await demoPasswordHashes(db) : []
  if (!hashes.length) return false
  const users = db.selectFrom('user').select('id').where('passwordHash', 'in', hashes)
  await db
    .deleteFrom('login')
    .where((eb) => eb.or([eb('userId', 'in', users), eb('originalUserId', 'in', users)]))
    .execute()
  return true
}

/** Lines to print at start: the demo accounts, or how to create an administrator. */
export async function signInInstructions(
  { db }: Pick<Needs, 'db'>,
  { isReachable }: Settings,
  areDemoAccountsRefused: boolean,
) {
  if (areDemoAccountsRefused)
    return [
      'The demo accounts cannot sign in here, because their password is public and other machines can reach this address. Create an administrator with: npm run create-admin',
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
    : ['There are no accounts yet. Create the first administrator with: npm run create-admin']
}

/** Hashes of the demo password. Demo data hash it once, so few different hashes have to be verified. */
async function demoPasswordHashes(db: Db) {
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
