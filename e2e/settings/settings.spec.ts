import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'
import { signIn } from '../journeys.ts'

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

test('a system administrator opens each tab of System Settings, and the address names it', async ({
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
  // On a phone the open tab is scrolled into view.
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [query, name] of [
    ['?tab=integrations', 'External Integrations'],
    ['', 'General Settings'],
  ] as const) {
    await page.goto(`/app/settings${query}`)
    await expect(tab(page, name)).toBeInViewport({ ratio: 1 })
  }
})

test('every address of the application leads to the sign-in', async ({ page }) => {
  for (const path of ['/app/settings', '/app/nowhere', '/app/users/x/y']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
})
