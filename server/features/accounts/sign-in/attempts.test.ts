import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { hashPassword } from './passwords.ts'
import { makeUser } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call } = await testApp()
const right = 'wellbeing-demo'
let people = 0
let [email, here, elsewhere] = ['', '', '']
beforeEach(async () => {
  people += 1
  here = `192.0.2.${people}`
  elsewhere = `198.51.100.${people}`
  email = `guessed.${newId()}@example.com`
  await makeUser(db, { email, roles: ['coach_user'] })
  await db.deleteFrom('rateLimit').execute()
})

type Trying = { from: string; cookie?: string; whom?: string }
const attempt = (password: string, { from, cookie, whom = email }: Trying) =>
  call(
    {
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: whom, password },
      remoteAddress: from,
    },
    cookie,
  )
const findStatus = async (...of: Parameters<typeof attempt>) => (await attempt(...of)).statusCode
/** Sequential attempts; returns how many passwords were verified. */
async function guess(times: number, trying: (index: number) => Trying) {
  let compared = 0
  for (let index = 0; index < times; index++)
    if ((await findStatus(`guess-${index}`, trying(index))) === 401) compared++
  return compared
}
/** Concurrent attempts from many addresses; returns how many passwords were verified. */
async function storm({ guesses = 120, addresses = 120, whom = email } = {}) {
  let compared = 0
  for (let begin = 0; begin < guesses; begin += 40) {
    const some = Array.from({ length: Math.min(40, guesses - begin) }, (_, index) =>
      findStatus('guess', { from: `10.${people}.${(begin + index) % addresses}.1`, whom }),
    )
    compared += (await Promise.all(some)).filter((code) => code === 401).length
  }
  return compared
}
const cookieOf = ({ cookies }: Awaited<ReturnType<typeof attempt>>) =>
  cookies
    .filter(({ name }) => name === 'known-browser')
    .map(({ name, value }) => `${name}=${value}`)
    .join()
const signedInBrowser = async (from = elsewhere) => cookieOf(await attempt(right, { from }))
/** Simulates that time has passed. */
const later = (minutes: number) =>
  sql`update rate_limit set full_at = full_at - ${minutes} * interval '1 minute'`.execute(db)

test('wrong passwords from one address block only that address, and not for long', async () => {
  expect(await guess(40, () => ({ from: here }))).toBe(10)
  const refused = await attempt(right, { from: here })
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    error: 'Too many attempts. Please wait 2 minutes and try again, or set a new password.',
  })
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(90)
  expect(await findStatus(right, { from: elsewhere })).toBe(200)
  await later(1.5)
  expect(await findStatus(right, { from: here })).toBe(200)
})

test('only a hundred of a thousand guesses from two hundred addresses are checked', async () => {
  expect(await storm({ guesses: 1000, addresses: 200 })).toBe(100)
  const stranger = await attempt(right, { from: elsewhere })
  expect(stranger.statusCode).toBe(429)
  expect(Number(stranger.headers['retry-after'])).toBeLessThanOrEqual(600)
  // Attempts are slowed down, not blocked: they continue to refill.
  await later(10)
  expect(await findStatus(right, { from: elsewhere })).toBe(200)
})

test('a known browser can sign in during an attack', async () => {
  const cookie = await signedInBrowser()
  await storm()
  expect(await findStatus(right, { from: elsewhere })).toBe(429)
  expect(await findStatus(right, { from: elsewhere, cookie })).toBe(200)
  expect(await findStatus(right, { from: `10.${people}.7.1`, cookie })).toBe(200)
})

test('many emails from one address are limited, except for known browsers', async () => {
  const cookie = await signedInBrowser()
  const compared = await guess(100, (index) => ({
    from: here,
    whom: `somebody.${index % 50}@example.com`,
  }))
  expect(compared).toBe(60)
  expect(await findStatus(right, { from: here })).toBe(429)
  expect(await findStatus(right, { from: here, cookie })).toBe(200)
  expect(await findStatus(right, { from: elsewhere })).toBe(200)
})

test('concurrent attempts are all counted', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => findStatus('guess', { from: here })),
  )
  expect(answers.filter((code) => code === 401)).toHaveLength(10)
})

test('the limit does not reveal whether an email exists', async () => {
  const nobody = `nobody.${newId()}@example.com`
  const codes = async (whom: string) => {
    const seen = []
    for (let count = 0; count < 12; count++)
      seen.push(await findStatus('guess', { from: here, whom }))
    return seen
  }
  expect(await codes(nobody)).toEqual(await codes(email))
})

test('an IPv6 network counts as one, and a mapped address as IPv4', async () => {
  expect(await guess(20, (index) => ({ from: `2001:db8:1:2::${index + 1}` }))).toBe(10)
  expect(await findStatus(right, { from: '2001:db8:1:3::1' })).toBe(200)
  expect(await guess(20, (index) => ({ from: index % 2 ? here : `::ffff:${here}` }))).toBe(10)
})

describe('a known browser', () => {
  test('has a cookie that scripts cannot read and that reveals nothing', async () => {
    const answer = await attempt(right, { from: here })
    const cookie = answer.cookies.find(({ name }) => name === 'known-browser')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(cookie?.maxAge).toBe(400 * 24 * 3600)
    expect(cookie?.value).toMatch(/^[\w-]{65}$/)
  })

  test('has ten attempts of its own', async () => {
    const cookie = await signedInBrowser()
    expect(await guess(20, () => ({ from: here, cookie }))).toBe(10)
    expect(await findStatus(right, { from: here, cookie })).toBe(429)
    expect(await findStatus(right, { from: here })).toBe(200)
    expect(await findStatus(right, { from: elsewhere, cookie: await signedInBrowser() })).toBe(200)
  })

  /** From an address without attempts left, so that only a known browser can sign in. */
  const spendAll = (whom = email) => guess(11, () => ({ from: here, whom }))

  test('can be known for several users', async () => {
    const other = `other.${email}`
    await makeUser(db, { email: other, roles: ['coach_user'] })
    const first = await signedInBrowser()
    const both = cookieOf(await attempt(right, { from: elsewhere, whom: other, cookie: first }))
    await spendAll()
    await spendAll(other)
    expect(await findStatus(right, { from: here, cookie: both })).toBe(200)
    expect(await findStatus(right, { from: here, cookie: both, whom: other })).toBe(200)
    expect(await findStatus(right, { from: here, cookie: first, whom: other })).toBe(429)
  })

  test('is unknown after a password change', async () => {
    const cookie = await signedInBrowser()
    await spendAll()
    expect(await findStatus(right, { from: here, cookie })).toBe(200)
    const passwordHash = await hashPassword(right)
    await db.updateTable('user').set({ passwordHash }).where('email', '=', email).execute()
    expect(await findStatus(right, { from: here, cookie })).toBe(429)
  })

  test.each([
    ['nonsense', () => 'known-browser=%00%ff;;=,known-browser'],
    ['a mark that was changed', (good: string) => `${good.slice(0, -2)}AA`],
    ['another number', (good: string) => good.replace(/=.{22}/, `=${'A'.repeat(22)}`)],
    ['a hundred marks', () => `known-browser=${`${'A'.repeat(65)}.`.repeat(100)}`],
  ])('is not recognized with %s', async (_, change) => {
    const cookie = await signedInBrowser()
    await spendAll()
    expect(await findStatus(right, { from: here, cookie: change(cookie) })).toBe(429)
    expect(await findStatus(right, { from: here, cookie })).toBe(200)
  })
})
