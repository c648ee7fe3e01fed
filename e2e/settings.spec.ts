import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { expectAccessible } from './accessibility.ts'
import { signIn } from './journeys.ts'

const tabs = [
  'General Settings',
  'Metric Definitions',
  'Session Types',
  'Assignment Types',
  'AI Prompts',
  'AI Execution Logs',
  'External Integrations',
]
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('a system admin finds the seven tabs of System Settings, and the address holds the open one', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app')
  await page.getByRole('link', { name: 'System Settings' }).click()
  await expect(page).toHaveTitle(/^System Settings/)
  await expect(page.getByRole('tab')).toHaveText(tabs)
  await tab(page, 'Session Types').click()
  await expect(page.getByText('Weekly coaching')).toBeVisible()
  await page.reload()
  await expect(tab(page, 'Session Types')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Session Types').focus()
  await page.keyboard.press('End')
  await expect(tab(page, 'External Integrations')).toHaveAttribute('aria-selected', 'true')
  for (const name of tabs) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel').getByRole('heading')).not.toHaveCount(0)
    await expectAccessible(page)
  }
})

test('on a phone the tab that is open stands in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/settings?tab=integrations')
  await expect(tab(page, 'External Integrations')).toBeInViewport({ ratio: 1 })
  await page.goto('/app/settings')
  await expect(tab(page, 'General Settings')).toBeInViewport({ ratio: 1 })
})

test('a list that cannot be read says so and can be asked for again', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.route('**/api/admin/session-definitions', (route) => route.abort())
  await page.goto('/app/settings?tab=session-types')
  await expect(page.getByText('The session types could not be loaded')).toBeVisible()
  await page.unroute('**/api/admin/session-definitions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Weekly coaching')).toBeVisible()
})

test('everybody else has no entry for it and is told at its address', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  await page.goto('/app/settings')
  await expect(
    page.getByRole('heading', { name: "You don't have access to this page" }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^You don't have access to this page/)
  await expect(page.getByRole('link', { name: 'Analytics' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'System Settings' })).toHaveCount(0)
})

test('every address of the application leads to the sign-in, and one that is none says so behind it', async ({
  page,
}) => {
  for (const path of ['/app/settings', '/app/nowhere', '/app/users/x/y']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await signIn(page)
  await page.goto('/app/nowhere')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(page).toHaveTitle(/^Page Not Found/)
  await expect(page.getByRole('link', { name: 'Clients' })).toBeVisible()
})

test('a page about something that is not there is named so', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  const nobody = '00000000-0000-7000-8000-000000000000'
  for (const [path, title] of [
    [`/app/coaches/${nobody}`, 'Coach not found'],
    [`/app/organizations/${nobody}`, 'Organization not found'],
    [`/app/clients/${nobody}`, 'Client not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title}`))
  }
})
