import { expect, test } from 'vitest'
import type { Account } from '#contract/accounts/account.ts'
import { auditEntries, password, getRow } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, newUser, emails, ...made } = await testApp()

const read = async (cookie: string) =>
  (await call({ url: '/api/my-account' }, cookie)).json<Account>()
const rename = (cookie: string, payload: object) =>
  call({ method: 'PATCH', url: '/api/my-account', payload }, cookie)
const userRow = (id: string) => getRow(db, 'user', id)
const change = (cookie: string, currentPassword: string, next = 'another-password') =>
  call(
    {
      ...{ method: 'POST', url: '/api/my-account/password' },
      payload: { currentPassword, password: next },
    },
    cookie,
  )
const whoAmI = async (cookie: string) => (await call({ url: '/api/auth/user' }, cookie)).statusCode

test('a user can change only their own name', async () => {
  const { id, email, cookie } = await newUser('client_user')
  const { version } = await read(cookie)
  const other = await userRow(made.clientUserId)
  const answer = await rename(cookie, {
    ...{ firstName: 'Own', lastName: 'Name', version },
    // Fields that others may change, and the user id, are ignored.
    ...{
      id: made.clientUserId,
      roles: ['system_admin'],
      email: 'x@example.com',
      isActive: false,
    },
  })
  expect(answer.json()).toMatchObject({
    id,
    email,
    firstName: 'Own',
    lastName: 'Name',
    roles: ['client_user'],
  })
  expect(await userRow(id)).toMatchObject({ email, roles: ['client_user'], deactivatedAt: null })
  expect(await userRow(made.clientUserId)).toEqual(other)
  expect((await rename(cookie, { firstName: 'Older', version })).json()).toMatchObject({
    code: 'stale',
  })
  expect((await rename(cookie, { firstName: ' ' })).statusCode).toBe(400)
})

test('a coach gets the id of their own profile', async () => {
  expect(await read(await signIn(emails.coach))).toMatchObject({ coachId: made.coachId })
  expect(await read(await signIn(emails.client))).toMatchObject({ coachId: null })
})

test('a new password invalidates the old one and ends every other login', async () => {
  const { id, email, cookie } = await newUser('coach_user')
  const other = await signIn(email)
  const answer = await change(cookie, password)
  expect(answer.statusCode).toBe(200)
  const login = answer.cookies.find(({ name }) => name === 'login')
  expect(await whoAmI(`login=${login?.value}`)).toBe(200)
  expect(await whoAmI(other)).toBe(401)
  expect(await whoAmI(cookie)).toBe(401)
  const signInWith = (it: string) =>
    call({ method: 'POST', url: '/api/auth/login', payload: { email, password: it } })
  expect((await signInWith(password)).statusCode).toBe(401)
  expect((await signInWith('another-password')).statusCode).toBe(200)
  const logged = await auditEntries(db, { rowId: id, action: 'password-changed' }, ['action'])
  expect(logged).toHaveLength(1)
})

test('changing a password requires the current one, and guesses are counted', async () => {
  const { id, cookie } = await newUser('client_user')
  const before = await userRow(id)
  const answer = await change(cookie, 'a guess')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: { currentPassword: expect.any(String) } })
  expect((await change(cookie, password, 'short')).statusCode).toBe(400)
  let last = answer.statusCode
  for (let guess = 0; guess < 12 && last !== 429; guess++)
    // oxlint-disable-next-line no-await-in-loop -- one guess after the other
    last = (await change(cookie, `guess ${guess}`)).statusCode
  expect(last).toBe(429)
  expect((await userRow(id)).passwordHash).toBe(before.passwordHash)
})
