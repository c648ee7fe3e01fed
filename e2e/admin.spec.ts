import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { expectAccessible } from './accessibility.ts'
import { admin, dialog, logInAs, openUsers, rowOf, system, toast } from './administration.ts'
import { signIn } from './journeys.ts'

test.describe('the sidebar', () => {
  const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const ofAdmins = [
    ...['Dashboard', 'Users', 'Clients', 'Coaches', 'Organizations', 'Analytics', 'Messages'],
  ]
  test('slides over the page on a phone, and closes when a link or the way back changes that', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, admin)
    await page.goto('/app/users')
    const menu = page.getByRole('button', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
    await menu.click()
    await expect(entries(page)).toHaveText(ofAdmins)
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
    await menu.click()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
  })
})

test('axe finds nothing on the administration, light or dark', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=demo&role=coach_user')
  await expect(rowOf(page, 'Thomas Berg')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit Thomas Berg' }).click()
  await dialog(page, 'Edit User').getByRole('checkbox', { name: 'Organization' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Add Maylab Admin' }).click()
  await page.getByRole('button', { name: 'Create Admin' }).click()
  await expectAccessible(page)
  await page.goto('/app/audit-log')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/messages')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await expectAccessible(page)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(toast(page, 'Impersonation ended')).toBeVisible()
  await openUsers(page)
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
})
