import { expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { newId } from '../ids.ts'
import { makeUser } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'

const { db, call, signIn } = await testApp()

test('session types come in their order, for staff', async () => {
  await db
    .insertInto('sessionDefinition')
    .values([
      { id: newId(), name: 'Closing', displayOrder: 9 },
      { id: newId(), name: 'Intake', displayOrder: 0 },
    ])
    .execute()
  const namesFor = async (role: Role) => {
    const email = `${role}.types@example.com`
    await makeUser(db, { email, roles: [role] })
    const answer = await call({ url: '/api/admin/session-definitions' }, await signIn(email))
    return answer.statusCode === 200
      ? answer.json<{ name: string }[]>().map(({ name }) => name)
      : answer.statusCode
  }
  const names = ['Intake', 'Weekly coaching', 'Closing']
  expect(await namesFor('coach_user')).toEqual(names)
  expect(await namesFor('maylab_admin')).toEqual(names)
  expect(await namesFor('client_user')).toBe(403)
})
