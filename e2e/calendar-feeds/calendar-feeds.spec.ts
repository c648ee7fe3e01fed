import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'

test('a client subscribes with a calendar app, names the sessions, and revokes the address', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page, 'client@demo.maylab.test')
  await page.goto('/app')
  await page.getByRole('link', { name: 'Subscribe to all sessions' }).click()
  const card = page.getByRole('region', { name: 'Calendar' })
  await card.getByRole('button', { name: 'Create address' }).click()
  const created = page.getByRole('dialog', { name: 'Copy the address now' })
  const address = (await created.locator('code').textContent()) ?? ''
  await expect(created.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    address.replace(/^https?:/, 'webcal:'),
  )
  await expectAccessible(page, '[role=dialog]')
  await created.getByRole('button', { name: 'Done' }).click()
  await expect(card).toContainText('Not yet')

  const app = await playwright.request.newContext({ ...(baseURL && { baseURL }) })
  const read = () => app.get(new URL(address).pathname)
  expect(await (await read()).text()).toContain('SUMMARY:Appointment')
  await card.getByRole('button', { name: 'Change title' }).click()
  const form = page.getByRole('dialog', { name: 'Title of your sessions' })
  await form.getByLabel('In your calendar').click()
  await page.getByRole('option', { name: 'Your own words' }).click()
  await form.getByRole('button', { name: 'Save title' }).click()
  await expect(form).toContainText('Your own title is required')
  await expectAccessible(page, '[role=dialog]')
  await form.getByLabel('Your own words').fill('Piano lesson')
  await form.getByRole('button', { name: 'Save title' }).click()
  await expect(toasts(page)).toContainText('Title saved')
  await expect(card).toContainText('Piano lesson')
  expect(await (await read()).text()).toContain('SUMMARY:Piano lesson')
  await page.reload()
  await expect(card).not.toContainText('Not yet')

  await card.getByRole('button', { name: 'New address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new address' }).click()
  await expect(created.locator('code')).not.toHaveText(address)
  await created.getByRole('button', { name: 'Done' }).click()
  expect((await read()).status()).toBe(404)

  await card.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke address' }).click()
  await expect(toasts(page)).toContainText('Address revoked')
  await expect(card.getByRole('button', { name: 'Create address' })).toBeFocused()
  await app.dispose()
})
