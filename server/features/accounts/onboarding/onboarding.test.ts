import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/accounts/auth.ts'
import { newId } from '../../../platform/ids.ts'
import { updateRow } from '../../../test/make.ts'
import { listStatusCodes, testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails, organizationId } = await testApp()
const newToken = () => randomBytes(32).toString('base64url')
const token = newToken()
await updateRow(db, 'organization', organizationId, { inviteToken: token })

const invitation = (orgId: string, inviteToken: string) =>
  call({ url: `/api/onboarding/${orgId}/${encodeURIComponent(inviteToken)}` })
const payloadOf = (values: object = {}) => ({
  orgId: organizationId,
  token,
  email: `new.${newId()}@example.com`,
  password: 'long-enough',
  firstName: 'Nina',
  lastName: 'Åberg',
  ...values,
})
const register = (values: object = {}, cookie?: string) =>
  call({ method: 'POST', url: '/api/register', payload: payloadOf(values) }, cookie)
const cookieOf = ({ cookies: [it] }: Awaited<ReturnType<typeof call>>) =>
  it ? `${it.name}=${it.value}` : ''
const whoAmI = (cookie: string) => call({ url: '/api/auth/user' }, cookie)
const usersCount = async () => (await db.selectFrom('user').select('id').execute()).length

test('the link returns only the name of its organization', async () => {
  const answer = await invitation(organizationId, token)
  expect(answer.json()).toEqual({ organizationName: 'Nordlys Design' })
})

const wrong: [string, string, string][] = [
  ['of an unknown organization', newId(), token],
  ['with a wrong token', organizationId, newToken()],
  ['with a shortened token', organizationId, token.slice(0, -1)],
  ['with an invalid id', 'W10', token],
]

test.each(wrong)(
  'a link %s has the same message as any other invalid one',
  async (_, orgId, inviteToken) => {
    const before = await usersCount()
    for (const answer of [
      await invitation(orgId, inviteToken),
      await register({ orgId, token: inviteToken }),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect({ ...answer.json(), requestId: '' }).toEqual({
        error: 'This onboarding link appears to be invalid or incomplete.',
        code: 'not-found',
        requestId: '',
      })
      expect(answer.cookies).toEqual([])
    }
    expect(await usersCount()).toBe(before)
  },
)

test('a rotated link is invalid at once, and the new one works', async () => {
  const old = newToken()
  const set = (inviteToken: string) =>
    updateRow(db, 'organization', organizationId, { inviteToken })
  await set(old)
  expect((await register({ token: old })).statusCode).toBe(200)
  await set(token)
  expect((await register({ token: old })).statusCode).toBe(404)
  expect((await invitation(organizationId, old)).statusCode).toBe(404)
  expect((await register()).statusCode).toBe(200)
})

describe('registering', () => {
  test('creates a client of the organization, signed in', async () => {
    const payload = payloadOf({ email: ` New.${newId()}@Example.com` })
    const answer = await register(payload)
    expect(answer.statusCode).toBe(200)
    const { user } = answer.json<{ user: CurrentUser }>()
    expect(user).toEqual({
      id: expect.any(String),
      email: payload.email.trim().toLowerCase(),
      firstName: 'Nina',
      lastName: 'Åberg',
      roles: ['client_user'],
      isImpersonating: false,
      needsSecondFactor: false,
      originalUserId: null,
      impersonationEndsAt: null,
    })
    expect((await whoAmI(cookieOf(answer))).json()).toEqual(user)
    const client = await db
      .selectFrom('client')
      .innerJoin('user', 'user.id', 'client.userId')
      .select(['client.organizationId', 'user.organizationId as own', 'client.coachId'])
      .where('userId', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(client).toEqual({ organizationId, own: organizationId, coachId: null })
    await signIn(user.email, 'long-enough')
  })

  test.each([
    ['email', 'nina', 'Please enter a valid email address'],
    ['password', '1234567', 'Password must be at least 8 characters'],
    ['firstName', '  ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
  ])('with %s of %j is rejected: %s', async (field, value, sentence) => {
    const answer = await register({ [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ fields: { [field]: sentence } })
  })

  test('ignores a role in the request', async () => {
    const answer = await register({ roles: ['system_admin'], role: 'system_admin' })
    expect(answer.json()).toMatchObject({ user: { roles: ['client_user'] } })
  })

  test('with an email in use changes nothing and asks the user to sign in', async () => {
    const before = await usersCount()
    const answer = await register({ email: emails.coach })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'An account with this email already exists. Please sign in.',
      fields: { email: expect.any(String) },
    })
    expect(answer.cookies).toEqual([])
    expect(await usersCount()).toBe(before)
  })

  test('twice concurrently creates one account', async () => {
    const email = `twice.${newId()}@example.com`
    const answers = await Promise.all([register({ email }), register({ email })])
    expect(listStatusCodes(answers)).toEqual([200, 409])
  })

  test('is limited per email and network', async () => {
    const email = emails.client
    const from = (remoteAddress: string) =>
      call({ method: 'POST', url: '/api/register', payload: payloadOf({ email }), remoteAddress })
    for (let count = 0; count < 10; count++) expect((await from('192.0.2.1')).statusCode).toBe(409)
    const answer = await from('192.0.2.1')
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(90)
    expect((await from('192.0.2.2')).statusCode).toBe(409)
  })
})

test('opening links is limited per address', async () => {
  const codes: number[] = []
  for (let count = 0; count < 61; count++)
    codes.push((await invitation(organizationId, newToken())).statusCode)
  expect(codes.at(-1)).toBe(429)
})
