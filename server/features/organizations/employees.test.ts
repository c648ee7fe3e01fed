import { afterAll, expect, inject, test } from 'vitest'
import { openDb } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { cloneDatabase } from '../../test/database.ts'
import { makeClient, makeUser, updateRow } from '../../test/make.ts'
import { getOrganizationRow } from './organizations.queries.ts'

const cloned = await cloneDatabase(inject('database'))
const { db } = openDb(cloned.url, (error) => {
  throw error
})
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
})

const employeesOf = async (id: string) => (await getOrganizationRow(db, id)).employeeCount

test('employees are active clients of their current organization', async () => {
  const [one, other] = [newId(), newId()]
  await db
    .insertInto('organization')
    .values([one, other].map((id) => ({ id, name: id, inviteToken: id })))
    .execute()
  const userId = await makeUser(db, { email: 'works@example.com', roles: ['client_user'] })
  const clientId = await makeClient(db, { userId, organizationId: one })
  const numbers = async () => [await employeesOf(one), await employeesOf(other)]
  const change = (values: { deactivatedAt?: string | null; roles?: string[] }) =>
    updateRow(db, 'user', userId, values)
  expect(await numbers()).toEqual([1, 0])
  await change({ deactivatedAt: new Date().toISOString() })
  expect(await numbers()).toEqual([0, 0])
  await change({ deactivatedAt: null })
  await updateRow(db, 'client', clientId, { organizationId: other })
  expect(await numbers()).toEqual([0, 1])
  await change({ roles: ['coach_user'] })
  expect(await numbers()).toEqual([0, 0])
})
