import type { Config } from './config.ts'
import { makeDemoData } from './db/demo/demo.ts'
import { demoAccounts, demoPassword } from './db/demo/people.ts'
import type { Deps } from './deps.ts'

type Needs = Pick<Deps, 'db' | 'storage'>
type Settings = Pick<Config, 'host' | 'hasDemoData' | 'databaseUrl'>

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Demo data belongs into an embedded database on a loopback address and nowhere else (product decisions, section 7):
 * its password is known to everybody. It is made while nobody has an account, so a second start makes none.
 */
export async function makeFirstData({ db, storage }: Needs, settings: Settings) {
  if (!settings.hasDemoData || settings.databaseUrl || !loopback.test(settings.host)) return
  if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) return
  await makeDemoData({ db, storage, now: new Date() })
}

/** The demo accounts that exist here, as lines to print; the advice to make an account where there is none at all. */
export async function accountLines({ db }: Pick<Needs, 'db'>) {
  const emails = demoAccounts.map(({ email }) => email)
  const found = await db
    .selectFrom('user')
    .select('email')
    .where('email', 'in', emails)
    .where('deactivatedAt', 'is', null)
    .execute()
  const known = new Set(found.map(({ email }) => email))
  const shown = demoAccounts.filter(({ email }) => known.has(email))
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
