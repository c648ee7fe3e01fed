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
  const seen: [string, string[]][] = [
    ['client', ['Dashboard']],
    ['org', ['Dashboard']],
    ['coach', ['Dashboard', 'Clients']],
    ['admin', ofAdmins],
    ['system', [...ofAdmins, 'Components', 'System Settings', 'Audit Log']],
  ]
  for (const [who, labels] of seen)
    test(`of the ${who} account holds ${labels.join(', ')}`, async ({ page }) => {
      await signIn(page, `${who}@demo.maylab.test`)
      await page.goto('/app')
      await expect(entries(page)).toHaveText(labels)
      if (who === 'system') return
      await page.goto('/app/audit-log')
      await expect(
        page.getByRole('heading', { name: "You don't have access to this page" }),
      ).toBeVisible()
    })

  test('slides over the page on a phone', async ({ page }) => {
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
  })

  test('and closes when the way back changes the page below it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, admin)
    await page.goto('/app/users')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await menu.click()
    await expect(entries(page)).toHaveText(ofAdmins)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
  })

  test('as the notifications do', async ({ page }) => {
    await signIn(page, admin)
    await page.goto('/app/users')
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await expect(dialog(page, 'Notifications')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible()
    await expect(dialog(page, 'Notifications')).toBeHidden()
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
