import { describeStartupError } from '../server/platform/process/startup-error.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase } from '../server/platform/process/open-database.ts'
import { openDb } from '../server/platform/db/db.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { deleteFactors } from '../server/features/accounts/second-factor/factors.queries.ts'
import { audit } from '../server/features/audit/audit.ts'
import { loadSettingsFile } from '../server/platform/process/run.ts'

// `npm run reset-second-factor -- EMAIL`: for an administrator who lost their second factor, when nobody else can help.
loadSettingsFile()
const config = readConfig(process.env)
try {
  const [email, ...others] = process.argv.slice(2)
  if (!email || others.length) throw new Error('Run: npm run reset-second-factor -- EMAIL')
  await resetSecondFactor(email.toLowerCase())
} catch (error) {
  process.stderr.write(`${describeStartupError(error, config)}\n`)
  process.exitCode = 1
}

async function resetSecondFactor(email: string) {
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url)
    const { db } = openDb(url, () => {}, 1)
    try {
      const user = await db
        .selectFrom('user')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      if (!user) throw new Error(`Nobody has the email ${email}.`)
      await db.transaction().execute(async (tx) => {
        if (!(await deleteFactors(tx, user.id))) throw new Error(`${email} has no second factor.`)
        await audit(tx, {}, { action: 'second-factor-reset', table: 'user', rowId: user.id })
      })
      console.log(`${email} can now sign in with the password alone.`)
    } finally {
      await db.destroy()
    }
  } finally {
    await close()
  }
}
