import { makeUser, system } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'

test('a user opens their account from their name, renames it and is told about a wrong current password', async ({
  page,
}) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Vestergaard')
  await signIn(page, email)
  await page.goto('/app')
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { name: 'Your account', level: 1 })).toBeVisible()
  await page.getByLabel('First Name').fill('Solveig')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(toasts(page)).toContainText('Name saved')
  await expect(page.getByText('Welcome back Solveig')).toBeVisible()

  await page.goto('/app/account')
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  const current = page.getByLabel('Current password')
  await expect(
    page.locator('form', { has: current }).locator('[autocomplete=username]'),
  ).toHaveValue(email)
  await current.fill('not the one')
  await page.getByLabel('New password', { exact: true }).fill('quiet-harbour-7')
  await page.getByLabel('Confirm new password').fill('quiet-harbour-7')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This is not your current password', { exact: true })).toBeVisible()
  await expect(current).toBeFocused()
})

test('a coach can read their profile but not change it', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Managed by an administrator. Ask them to change it.')
  await expect(profile).toContainText('Experience')
  await expect(profile.getByRole('button')).toHaveCount(0)
})
