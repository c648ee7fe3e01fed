import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { newId } from '../ids.ts'
import { makeUser } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'

const { db, call, signIn } = await testApp()

test.each([
  ['session', 'sessionDefinition', 'Weekly coaching'],
  ['assignment', 'assignmentDefinition', undefined],
] as const)('%s types come in their order, for staff', async (kind, table, known) => {
  await db
    .insertInto(table)
    .values([
      { id: newId(), name: 'Closing', displayOrder: 9 },
      { id: newId(), name: 'Intake', displayOrder: 0 },
    ])
    .execute()
  const namesFor = async (role: Role) => {
    const email = `${role}.${kind}@example.com`
    await makeUser(db, { email, roles: [role] })
    const answer = await call({ url: `/api/admin/${kind}-definitions` }, await signIn(email))
    return answer.statusCode === 200
      ? answer.json<{ name: string }[]>().map(({ name }) => name)
      : answer.statusCode
  }
  const names = ['Intake', ...(known ? [known] : []), 'Closing']
  expect(await namesFor('coach_user')).toEqual(names)
  expect(await namesFor('maylab_admin')).toEqual(names)
  expect(await namesFor('client_user')).toBe(403)
})
