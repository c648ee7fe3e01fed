import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'

test('an administrator creates an API token, a program uses it, and deleting it ends that', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/settings?tab=integrations')
  const section = page.getByRole('region', { name: 'API tokens' })
  await expect(section).toContainText('No API tokens yet.')
  await section.getByRole('button', { name: 'Create token' }).click()
  const form = page.getByRole('dialog', { name: 'Create API token' })
  await form.getByLabel('Name').fill('Monthly report')
  await form.getByRole('button', { name: 'Create token' }).click()
  await expect(form).toContainText('Choose at least one permission')
  await form.getByRole('combobox', { name: 'Clients and plans' }).click()
  await page.getByRole('option', { name: 'Read', exact: true }).click()
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('button', { name: 'Create token' }).click()

  const created = page.getByRole('dialog', { name: 'Copy the token now' })
  const token = (await created.locator('code').textContent()) ?? ''
  expect(token).toMatch(/^maylab_/)
  await expectAccessible(page, '[role=dialog]')
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(section).toContainText('Read: Clients and plans')
  await expect(section).toContainText('Never used')

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  })
  expect((await program.get('/api/admin/clients')).status()).toBe(200)
  await page.reload()
  await expect(section).toContainText('Last used on')
  await section.getByRole('button', { name: 'Delete Monthly report' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete token' }).click()
  await expect(toasts(page)).toContainText('API token deleted')
  await expect(section).toContainText('No API tokens yet.')
  expect((await program.get('/api/admin/clients')).status()).toBe(401)
  await program.dispose()
})
