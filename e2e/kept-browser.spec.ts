import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { ownOrigin, signIn } from './journeys.ts'

// One after the other in one worker, as journeys are.
test.describe.configure({ mode: 'serial' })

test('a journey leaves much behind', async ({ page, context, somebodyElse }) => {
  await context.grantPermissions(['clipboard-read'])
  await context.route('**/readyz', (route) => route.fulfill({ body: 'not the server' }))
  await signIn(page)
  await page.goto('/login')
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    await (await caches.open('left')).put('/behind', new Response('behind'))
    const opening = indexedDB.open('left')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    opening.result.close()
  })
  const other = await somebodyElse('admin@demo.maylab.test')
  await other.goto('/login')
  await other.evaluate(() => localStorage.setItem('left', 'behind'))
})

test('the next one, in the same browser, finds nothing of it', async ({
  page,
  context,
  somebodyElse,
}) => {
  expect(await context.cookies()).toEqual([])
  await page.goto('/login')
  const found = await page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    isInCache: await caches.has('left'),
    isInDatabase: (await indexedDB.databases()).some(({ name }) => name === 'left'),
    mayRead: (await navigator.permissions.query({ name: 'clipboard-read' as never })).state,
  }))
  const nothing = { local: null, session: null, isInCache: false, isInDatabase: false }
  expect(found).toEqual({ ...nothing, mayRead: expect.not.stringMatching('granted') })
  expect(await (await page.goto('/readyz'))?.text()).not.toContain('not the server')
  expect(context.pages()).toHaveLength(2)
  expect((await page.request.get(`${ownOrigin()}/api/auth/user`)).status()).toBe(401)

  const other = await somebodyElse('coach@demo.maylab.test')
  await other.goto('/login')
  expect(await other.evaluate(() => localStorage.getItem('left'))).toBeNull()
  const { roles } = (await (await other.request.get(`${ownOrigin()}/api/auth/user`)).json()) as {
    roles: string[]
  }
  expect(roles).toEqual(['coach_user'])
})

const year = (page: Page) => page.evaluate(() => new Date().getFullYear())

test('time stands still for one journey', async ({ page, somebodyElse }) => {
  await page.clock.setFixedTime('2020-02-02T12:00:00Z')
  await page.goto('/login')
  expect(await year(page)).toBe(2020)
  const other = await somebodyElse('admin@demo.maylab.test')
  await other.clock.setFixedTime('2021-02-02T12:00:00Z')
  await other.goto('/login')
  expect(await year(other)).toBe(2021)
})

test('and goes on for the next', async ({ page, somebodyElse }) => {
  await page.goto('/login')
  expect(await year(page)).toBeGreaterThan(2021)
  const other = await somebodyElse('admin@demo.maylab.test')
  await other.goto('/login')
  expect(await year(other)).toBeGreaterThan(2021)
})
