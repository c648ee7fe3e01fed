import type { RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/test-app.ts'
import { prepared } from './prepared.ts'
import { inTransaction } from './transaction.ts'

const { db, emails } = await testApp()
let times = 0
const usersBy = prepared((at, email: RawBuilder<string>, role: RawBuilder<string>) => {
  times++
  return at
    .selectFrom('user')
    .select(['email', 'passwordHash'])
    .where('email', '=', email)
    .where(role, '=', (eb) => eb.fn.any('roles'))
})

test('it is put together once and asked with other values each time, also in the order of the values', async () => {
  expect(await usersBy(db, emails.coach, 'coach_user')).toEqual([
    { email: emails.coach, passwordHash: expect.stringContaining('argon2id') },
  ])
  expect(await usersBy(db, emails.admin, 'coach_user')).toEqual([])
  expect(await usersBy(db, emails.admin, 'maylab_admin')).toHaveLength(1)
  expect(times).toBe(1)
})

test('in a transaction it sees what that has written, and nobody else does', async () => {
  await expect(
    inTransaction(db, async (tx) => {
      await tx.deleteFrom('login').execute()
      await tx
        .updateTable('user')
        .set({ email: 'other@example.test' })
        .where('email', '=', emails.coach)
        .execute()
      expect(await usersBy(tx, emails.coach, 'coach_user')).toEqual([])
      expect(await usersBy(db, emails.coach, 'coach_user')).toHaveLength(1)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
})
