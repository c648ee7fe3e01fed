import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { hold, openPlan, signIn } from './journeys.ts'

const admin = 'admin@demo.maylab.test'
const coach = 'coach@demo.maylab.test'
const notThere = (page: Page) => page.getByText('This page could not be shown')
const lose = (page: Page, piece: string) =>
  page.route(`**/assets/${piece}-*.js`, (route) => route.fulfill({ status: 500 }))

/** What a page notes about a piece that did not come is as it should be; anything else is not. */
const onlyTheMissing = async (complaints: string[]) => {
  // The page may stand before the piece has failed to come.
  await expect.poll(() => complaints.length).toBeGreaterThan(0)
  for (const it of complaints.splice(0)) expect(it).toMatch(/dynamically imported module/)
}

test('without the notice of uploads every page is there', async ({ page, complaints }) => {
  await signIn(page, coach)
  await lose(page, 'upload-pill')
  await page.goto('/app/clients')
  await expect(page.getByRole('link', { name: /^View Plan of/ }).first()).toBeVisible()
  await expect(notThere(page)).toBeHidden()
  await onlyTheMissing(complaints)
})

test('without its QR code an onboarding link can be copied', async ({ page, complaints }) => {
  await signIn(page, admin)
  await lose(page, 'qr-code')
  await page.goto('/app/organizations')
  await page.getByRole('main').getByRole('link').first().click()
  const card = page.getByRole('region', { name: 'Employee Onboarding' })
  await expect(card.getByText('The QR code could not be loaded.')).toBeVisible()
  await expect(card.getByLabel('Onboarding link')).toBeVisible()
  await onlyTheMissing(complaints)
  await page.unroute('**/assets/qr-code-*.js')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
})

test('Sign up says that it could not be opened, and one signs in all the same', async ({
  page,
  complaints,
}) => {
  await lose(page, 'sign-up-dialog')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toContainText('Sign up could not be opened.')
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await onlyTheMissing(complaints)
  await page.unroute('**/assets/sign-up-dialog-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign up' })).toBeVisible()
})

test('a drawer that does not come is left by the way back, to its plan', async ({
  page,
  complaints,
}) => {
  await signIn(page, coach)
  await lose(page, 'session-drawer')
  await openPlan(page, 'Sarah Lindqvist')
  const session = page.getByRole('button', { name: /, week \d+:/ }).first()
  await session.click()
  await expect(notThere(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
  await onlyTheMissing(complaints)
  await page.goBack()
  await expect(session).toBeVisible()
})

test('a page that does not come is left by the way back, inside and outside', async ({
  page,
  complaints,
}) => {
  await lose(page, 'forgot-password-page')
  await page.goto('/login')
  await page.getByRole('link', { name: /Forgot/ }).click()
  await expect(notThere(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible()
  await onlyTheMissing(complaints)

  await signIn(page, admin)
  await lose(page, 'analytics-page')
  await page.goto('/app')
  await page.getByRole('link', { name: 'Analytics', exact: true }).click()
  await expect(notThere(page)).toBeVisible()
  // It is called what it has become, and not as the page before.
  await expect(page).toHaveTitle(/^This page could not be shown · /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  await page.goBack()
  await expect(notThere(page)).toBeHidden()
  await expect(page).not.toHaveTitle(/^This page could not be shown/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await onlyTheMissing(complaints)
})

test('a program that does not come at all says so, and comes once it can', async ({ page }) => {
  const sentence = page
    .getByRole('alert')
    .getByRole('heading', { name: 'The page could not be loaded' })
  const waiting = page.getByText('Loading', { exact: true })
  const send = await hold(page, '**/assets/index-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(waiting).toBeAttached()
  await expect(sentence).toBeHidden()
  send()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/assets/index-*.js')

  await lose(page, 'index')
  await page.reload()
  await expect(sentence).toBeVisible()
  await expect(waiting).toBeHidden()
  await page.unroute('**/assets/index-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
