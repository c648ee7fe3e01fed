import { deleteFactors } from '../server/features/accounts/second-factor/factors.queries.ts'
import { audit } from '../server/features/audit/audit.ts'
import { inTransaction } from '../server/platform/db/transaction.ts'
import { printLine } from '../server/platform/process/run.ts'
import { runCommand, withDatabase } from './command.ts'

// `npm run reset-second-factor -- EMAIL`: for an administrator who lost their second factor, when nobody else can help.
await runCommand(async (config) => {
  const [given, ...others] = process.argv.slice(2)
  if (!given || others.length) throw new Error('Usage: npm run reset-second-factor -- EMAIL')
  const email = given.toLowerCase()
  await withDatabase(config, (db) =>
    inTransaction(db, async (tx) => {
      const user = await tx
        .selectFrom('user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      if (!user) throw new Error(`${email} has no account.`)
      if (!(await deleteFactors(tx, user.id))) throw new Error(`${email} has no second factor.`)
      await audit(tx, {}, { action: 'second-factor-reset', table: 'user', rowId: user.id })
    }),
  )
  printLine(`${email} can now sign in with the password alone.`)
})
