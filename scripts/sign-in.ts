import { parseArgs } from 'node:util'
import { audit } from '../server/features/audit/audit.ts'
import { settingsTopic } from '../server/features/settings/installation/installation.ts'
import { removeSetting } from '../server/features/settings/installation/settings.queries.ts'
import type { Db } from '../server/platform/db/db.ts'
import { announce } from '../server/platform/db/notify.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { printLine } from '../server/platform/process/run.ts'
import { runCommand, withDatabase } from './command.ts'

// `npm run sign-in -- --allow-password` turns password sign-in on again when the identity provider does not work.
// `--unlink EMAIL` lets an account be linked again, after the person has got another account at the provider.
await runCommand(async (config) => {
  const { values } = parseArgs({
    options: { 'allow-password': { type: 'boolean' }, unlink: { type: 'string' } },
  })
  const email = values.unlink?.toLowerCase()
  const change = (work: (tx: Db) => Promise<void>) =>
    withDatabase(config, (db) => inTransaction(db, work))
  if (values['allow-password']) {
    await change(allowPassword)
    printLine('People can sign in with their passwords.')
  } else if (email) {
    await change((tx) => unlink(tx, email))
    printLine(`${email} is linked again at the next sign-in through a provider.`)
  } else throw new Error('Usage: npm run sign-in -- --allow-password, or --unlink EMAIL')
})

async function allowPassword(tx: Db) {
  await removeSetting(tx, 'passwordSignIn')
  await announce(tx, settingsTopic)
  const details = { setting: 'passwordSignIn', to: 'true' }
  await audit(tx, {}, { action: 'setting-changed', table: 'setting', details })
}

async function unlink(tx: Db, email: string) {
  const user = await tx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) throw new Error(`${email} has no account.`)
  await tx.deleteFrom('externalIdentity').where('userId', '=', user.id).execute()
  await audit(tx, {}, { action: 'identity-unlinked', table: 'user', rowId: user.id })
}
