import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { demoPassword } from '../../server/features/accounts/sign-in/demo-password.ts'

const coach = 'coach@demo.maylab.test'

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()
async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await fillIn(page, email, demoPassword)
  await submit(page)
}
const loginCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'login')

test('a coach signs in once, even by a double click, and lands on the dashboard', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).first().click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expect(
    page.getByText('Welcome back to the product. Continue your wellness journey.'),
  ).toBeVisible()
  await fillIn(page, coach, demoPassword)
  let calls = 0
  await page.route('**/api/auth/login', async (route) => {
    calls += 1
    await sleep(400)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Sign in', exact: true }).dblclick()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  await expect(
    page.getByText('Welcome back! Redirecting to your dashboard...', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'System Overview', level: 1 })).toBeVisible()
  await expect(page.getByText('Welcome back Thomas')).toBeVisible()
  await expect(page).toHaveURL(/\/app$/)
  expect((await loginCookie(page))?.expires).toBe(-1)
  expect(calls).toBe(1)
})

test('"Remember me" keeps the login for thirty days', async ({ page }) => {
  await page.goto('/login')
  await fillIn(page, coach, demoPassword)
  await page.getByLabel('Remember me').check()
  await submit(page)
  await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible()
  const days = ((await loginCookie(page))?.expires ?? 0) / 86_400 - Date.now() / 86_400_000
  expect(days).toBeGreaterThan(29)
  expect(days).toBeLessThanOrEqual(30)
})

test('after logging out no page can be opened', async ({ page }) => {
  await signIn(page, coach)
  await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(
    page.getByText('You have been successfully logged out.', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/app/clients')
  await expect(page).toHaveURL(/\/login$/)
  expect(await loginCookie(page)).toBeUndefined()
})

test('a link leads to the sign-in and then to its page', async ({ page }) => {
  await page.goto('/app/clients?q=sarah')
  await expect(page).toHaveURL(/\/login$/)
  await fillIn(page, coach, demoPassword)
  await submit(page)
  await expect(page).toHaveURL(/\/app\/clients\?q=sarah$/)
  await expect(page.getByText('Showing 1 of')).toBeVisible()
})
