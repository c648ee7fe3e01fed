import { minPasswordLength } from '#contract/accounts/auth.ts'
import { hashPassword, passwordError } from '../server/features/accounts/sign-in/passwords.ts'
import type { Db } from '../server/platform/db/db.ts'
import { newId } from '../server/platform/ids.ts'
import { printLine } from '../server/platform/process/run.ts'
import { runCommand, withDatabase } from './command.ts'
import { openQuestions } from './questions.ts'

// `npm run create-admin`: creates a system_admin. The password is prompted for, because the command line is visible to
// other users and stored in the history of the shell.
await runCommand(async (config) => {
  if (process.argv.length > 2)
    throw new Error(
      'This command takes no arguments; it asks for the password. Run: npm run create-admin',
    )
  const answers = await promptAnswers({
    brandName: config.brandName,
    origin: config.appOrigin ?? 'http://localhost',
  })
  await withDatabase(config, (db) => createAdmin(db, answers))
  printLine(`${answers.email} can now sign in as system_admin.`)
})

type Answers = Awaited<ReturnType<typeof promptAnswers>>

async function promptAnswers(place: Parameters<typeof passwordError>[2]) {
  const { ask, close } = openQuestions()
  try {
    const firstName = await ask('First name: ')
    const lastName = await ask('Last name: ')
    const email = (await ask('Email: ')).toLowerCase()
    if (!firstName || !lastName) throw new Error('First and last name are required.')
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 320)
      throw new Error('This is not an email address.')
    const password = await ask('Password: ', { isSecret: true })
    if (password.length < minPasswordLength)
      throw new Error(`The password needs at least ${minPasswordLength} characters.`)
    const error = await passwordError(password, { firstName, lastName, email }, place)
    if (error) throw new Error(`${error}.`)
    if ((await ask('Password again: ', { isSecret: true })) !== password)
      throw new Error('The passwords do not match.')
    return { firstName, lastName, email, password }
  } finally {
    close()
  }
}

async function createAdmin(db: Db, { password, ...person }: Answers) {
  const created = await db
    .insertInto('user')
    .values({
      ...person,
      id: newId(),
      roles: ['system_admin'],
      passwordHash: await hashPassword(password),
      emailProvenAt: new Date().toISOString(),
    })
    .onConflict((it) => it.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw new Error(`${person.email} already has an account.`)
}
