import { beforeEach, describe, expect, test } from 'vitest'
import {
  type EmployeeList,
  type EmployeeListPreview,
  maxEmployees,
} from '#contract/organizations/employee-list.ts'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, daysFromNow, makeRow, makeUser, updateRow } from '../../../test/make.ts'
import { messageCalls } from '../../../test/messages.ts'
import { runQueuedJobs } from '../../../test/run-queued-jobs.ts'
import { findAddresses } from './find-addresses.ts'

const { app, delivered, deliverAll } = await messageCalls()
const { deps, db, call, signIn, emails } = app
const [admin, client] = [await signIn(emails.admin), await signIn(emails.client)]

let organization: { id: string; inviteToken: string; own: string }
beforeEach(async () => {
  await db.deleteFrom('message').execute()
  delivered.length = 0
  const inviteToken = newId()
  const id = await makeRow(db, 'organization', { name: `Havgren ${inviteToken}`, inviteToken })
  const email = `org.${newId()}@example.com`
  await makeUser(db, { email, roles: ['org_user'], organizationId: id })
  organization = { id, inviteToken, own: await signIn(email) }
})

const at = (path = '', id = organization.id) => `/api/organizations/${id}/employee-list${path}`
const request = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  text?: string,
  cookie = organization.own,
) => call({ method, url: at(path), ...(text !== undefined && { payload: { text } }) }, cookie)
const save = async (...lines: string[]) =>
  (await request('PUT', '', lines.join('\n'))).json<EmployeeList>()
const undo = () => request('POST', '/undo')
const register = (email: string) =>
  call({
    method: 'POST',
    url: '/api/register',
    payload: {
      ...{ orgId: organization.id, token: organization.inviteToken, email },
      ...{ password: 'a-quiet-harbour', firstName: 'Astrid', lastName: 'Lund' },
    },
  })
const employee = async (name: string) => {
  const email = `${name}.${newId()}@example.com`
  const userId = await makeUser(db, {
    ...{ email, roles: ['client_user'], organizationId: organization.id },
  })
  return { email, userId }
}
const told = async () => {
  delivered.length = 0
  await deliverAll()
  return delivered.map(({ recipient, subject }) => `${recipient}: ${subject}`)
}
const isActive = async (id: string) =>
  (
    await db
      .selectFrom('user')
      .select('deactivatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).deactivatedAt === null
async function endAccess(days: number) {
  await db
    .updateTable('listedEmployee')
    .set({ goneAt: daysFromNow(-days) })
    .where('goneAt', 'is not', null)
    .execute()
  await deps.queue.add(db, 'end-access', {})
  await runQueuedJobs(app, 'end-access')
}

describe('addresses are found', () => {
  test.each([
    [
      'with a heading and other columns',
      'Name;Email\r\nAnna;Anna@Example.com;x\r\n',
      ['anna@example.com'],
    ],
    [
      'between quotes and tabs',
      '1\t"bo@example.com"\n2\t<eva@example.com>',
      ['bo@example.com', 'eva@example.com'],
    ],
    ['after a byte order mark', '\uFEFFanna@example.com', ['anna@example.com']],
    ['each once', 'a@example.com\nA@example.com\n\n', ['a@example.com']],
  ])('%s', (_what, text, addresses) => {
    expect(findAddresses(text)).toMatchObject({ addresses, unreadable: 0 })
  })

  test('and lines without one are counted', () => {
    expect(findAddresses('Email\na@example.com\nBo Berg\nnot@an@address')).toMatchObject({
      ...{ unreadable: 2, unreadableLines: [3, 4] },
    })
    expect(() => findAddresses('Name\nBo')).toThrow('No email addresses were found')
  })
})

test('the list is for the own organization and administrators', async () => {
  for (const [method, path, text] of [
    ['GET', '', undefined],
    ['POST', '/preview', 'a@example.com'],
    ['PUT', '', 'a@example.com'],
    ['POST', '/undo', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    expect((await request(method, path, text, client)).statusCode).toBe(403)
    expect((await request(method, path, text, await signIn(emails.org))).statusCode).toBe(404)
    expect((await request(method, path, text)).statusCode).toBe(200)
    expect((await request('PUT', '', 'b@example.com', admin)).statusCode).toBe(200)
  }
})

test('a preview says what would change, and stores nothing', async () => {
  await save('a@example.com', 'b@example.com')
  const preview = await request(
    'POST',
    '/preview',
    'B@example.com\nc@example.com\nc@example.com\n?',
  )
  expect(preview.json<EmployeeListPreview>()).toEqual({
    ...{ addresses: 2, added: 1, removed: 1, duplicates: 1, unreadable: 1, unreadableLines: [4] },
  })
  expect((await request('GET')).json()).toMatchObject({ addresses: 2, canUndo: true })
})

test('only listed addresses register, each once', async () => {
  const [listed, other] = [`on.${newId()}@example.com`, `off.${newId()}@example.com`]
  await save(listed.toUpperCase())
  const refused = await register(other)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    fields: { email: expect.stringContaining('not on your employer’s list') },
  })
  expect((await register(listed)).statusCode).toBe(200)
  await db.updateTable('user').set({ email: other }).where('email', '=', listed).execute()
  expect((await register(listed)).statusCode).toBe(409)
  await request('DELETE')
  expect((await register(listed)).statusCode).toBe(200)
})

test('nothing that is stored or audited can be read back', async () => {
  await save('secret.person@example.com')
  const rows = await db.selectFrom('listedEmployee').selectAll().execute()
  expect(JSON.stringify([rows, await auditEntries(db, { rowId: organization.id })])).not.toContain(
    'secret',
  )
})

test('whoever left the list is told at once, and loses access after 30 days', async () => {
  const [stays, leaves] = [await employee('stays'), await employee('leaves')]
  await save(stays.email)
  expect(await told()).toEqual([`${leaves.email}: Your access will end`])
  expect(delivered[0]?.body).toContain('Your access through your employer ends on')
  await endAccess(29)
  expect(await isActive(leaves.userId)).toBe(true)
  await endAccess(31)
  expect([await isActive(stays.userId), await isActive(leaves.userId)]).toEqual([true, false])
})

test('whoever is back on the list keeps access, and is told if they were told before', async () => {
  const [one, other] = [await employee('one'), await employee('other')]
  await save(one.email, other.email)
  await save(other.email)
  await told()
  await save(one.email, other.email)
  expect(await told()).toEqual([`${one.email}: Your access continues`])
  await save(one.email)
  await save(one.email, other.email)
  expect(await told()).toEqual([])
  await endAccess(31)
  expect(await isActive(one.userId)).toBe(true)
})

test('the last change is undone within a day, the first list too', async () => {
  const { email, userId } = await employee('one')
  await save(email, 'b@example.com')
  await save('c@example.com')
  expect((await undo()).json()).toMatchObject({ addresses: 2, canUndo: false })
  expect((await undo()).statusCode).toBe(409)
  await endAccess(31)
  expect(await isActive(userId)).toBe(true)
  await request('DELETE')
  await save('d@example.com')
  expect((await undo()).json()).toEqual({ addresses: null, changedAt: null, canUndo: false })
  await save('d@example.com')
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await updateRow(db, 'organization', organization.id, { employeeListChangedAt: yesterday })
  await db.updateTable('listedEmployee').set({ addedAt: yesterday }).execute()
  expect((await request('GET')).json()).toMatchObject({ canUndo: false })
})

test('somebody whom an administrator reactivates stays active until the list is replaced', async () => {
  const { userId } = await employee('back')
  await save('b@example.com')
  await endAccess(31)
  await updateRow(db, 'user', userId, { deactivatedAt: null })
  await endAccess(31)
  expect(await isActive(userId)).toBe(true)
  await save('b@example.com')
  await endAccess(31)
  expect(await isActive(userId)).toBe(false)
})

test('somebody who moved to another organization depends on its list alone', async () => {
  const { email, userId } = await employee('moved')
  await save(email)
  const organizationId = await makeRow(db, 'organization', { name: newId(), inviteToken: newId() })
  await updateRow(db, 'user', userId, { organizationId })
  await save('b@example.com')
  expect(await told()).toEqual([])
  await endAccess(31)
  expect(await isActive(userId)).toBe(true)
  const text = 'c@example.com'
  await call({ method: 'PUT', url: at('', organizationId), payload: { text } }, admin)
  expect(await told()).toEqual([`${email}: Your access will end`])
  await endAccess(31)
  expect(await isActive(userId)).toBe(false)
})

test('people with another role keep their access', async () => {
  const { userId } = await employee('coach')
  await updateRow(db, 'user', userId, { roles: ['coach_user', 'client_user'] })
  await save('b@example.com')
  expect(await told()).toEqual([])
  await endAccess(31)
  expect(await isActive(userId)).toBe(true)
})

test('fifty thousand addresses are saved and compared within seconds', async () => {
  const many = Array.from({ length: maxEmployees }, (_, n) => `person.${n}@big.example.com`)
  const began = performance.now()
  expect(await save(...many)).toMatchObject({ addresses: maxEmployees })
  expect(await save(...many.slice(1), 'new@big.example.com')).toMatchObject({
    addresses: maxEmployees,
  })
  expect(performance.now() - began).toBeLessThan(20_000)
  const tooMany = await request('PUT', '', [...many, 'one.more@example.com'].join('\n'))
  expect(tooMany.statusCode).toBe(422)
})
