import type { Page } from '@playwright/test'
import { admin } from '../administration.ts'
import { expect, ignoreMissingCode, test } from '../journey.ts'
import { hold, signIn } from '../journeys.ts'

const notShown = (page: Page) => page.getByText('This page could not be shown')
const lose = (page: Page, chunk: string) =>
  page.route(`**/assets/${chunk}-*.js`, (route) => route.fulfill({ status: 500 }))

test('an onboarding link can be copied although its QR code could not be loaded', async ({
  page,
  pageErrors,
}) => {
  await signIn(page, admin)
  await lose(page, 'qr-code')
  await page.goto('/app/organizations')
  await page.getByRole('main').getByRole('link').first().click()
  const card = page.getByRole('region', { name: 'Employee Onboarding' })
  await expect(card.getByText('The QR code could not be loaded.')).toBeVisible()
  await expect(card.getByLabel('Onboarding link')).toBeVisible()
  await page.unroute('**/assets/qr-code-*.js')
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(card.getByRole('img', { name: /^QR code/ })).toBeVisible()
  ignoreMissingCode(pageErrors)
})

test('a page whose code is missing says so and is left by Back', async ({ page, pageErrors }) => {
  await signIn(page, admin)
  await lose(page, 'analytics-page')
  await page.goto('/app')
  await page.getByRole('link', { name: 'Analytics', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  await expect(page).toHaveTitle(/^This page could not be shown · /)
  await page.goBack()
  await expect(notShown(page)).toBeHidden()
  await expect(page).not.toHaveTitle(/^This page could not be shown/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  ignoreMissingCode(pageErrors)
})

test('an application that cannot be loaded says so, and loads once it can', async ({ page }) => {
  const message = page
    .getByRole('alert')
    .getByRole('heading', { name: 'The page could not be loaded' })
  const loading = page.getByText('Loading', { exact: true })
  const arrive = await hold(page, '**/assets/index-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(loading).toBeAttached()
  await expect(message).toBeHidden()
  arrive()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.unroute('**/assets/index-*.js')

  await lose(page, 'index')
  await page.reload()
  await expect(message).toBeVisible()
  await expect(loading).toBeHidden()
  await page.unroute('**/assets/index-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
