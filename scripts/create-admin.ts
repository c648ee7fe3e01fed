import { minPasswordLength } from '#contract/auth.ts'
import { describeStartupError } from '../server/platform/process/startup-error.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { openDatabase } from '../server/platform/process/open-database.ts'
import { openDb } from '../server/platform/db/db.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { newId } from '../server/platform/ids.ts'
import { isCommonPassword } from '../server/features/accounts/sign-in/common-passwords.ts'
import { commonPassword, hashPassword } from '../server/features/accounts/sign-in/passwords.ts'
import { loadSettingsFile } from '../server/platform/process/run.ts'
import { openQuestions } from './questions.ts'

// `npm run create-admin`: creates a system_admin. The password is prompted for, because the command line is visible to
// other users and stored in the history of the shell.
loadSettingsFile()
const config = readConfig(process.env)
try {
  if (process.argv.length > 2)
    throw new Error(
      'Nothing may stand on the command line, least of all a password: it is asked for. Run: npm run create-admin',
    )
  await createAdmin(await promptAnswers())
} catch (error) {
  process.stderr.write(`${describeStartupError(error, config)}\n`)
  process.exitCode = 1
}

type Answers = Awaited<ReturnType<typeof promptAnswers>>

async function promptAnswers() {
  const { ask, close } = openQuestions()
  try {
    const firstName = await ask('First name: ')
    const lastName = await ask('Last name: ')
    const email = (await ask('E-mail: ')).toLowerCase()
    if (!firstName || !lastName) throw new Error('Both names are needed.')
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 320)
      throw new Error('That is not an e-mail address.')
    const password = await ask('Password: ', { isSecret: true })
    if (password.length < minPasswordLength)
      throw new Error(`The password needs at least ${minPasswordLength} characters.`)
    if (await isCommonPassword(password)) throw new Error(`${commonPassword}.`)
    if ((await ask('Password again: ', { isSecret: true })) !== password)
      throw new Error('The two passwords differ.')
    return { firstName, lastName, email, password }
  } finally {
    close()
  }
}

async function createAdmin({ password, ...person }: Answers) {
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url)
    const { db } = openDb(url, () => {}, 1)
    try {
      const created = await db
        .insertInto('user')
        .values({
          ...person,
          id: newId(),
          roles: ['system_admin'],
          passwordHash: await hashPassword(password),
        })
        .onConflict((it) => it.column('email').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created) throw new Error(`${person.email} has an account already.`)
      console.log(`${person.email} may now sign in as system_admin.`)
    } finally {
      await db.destroy()
    }
  } finally {
    await close()
  }
}
