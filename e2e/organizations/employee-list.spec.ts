import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn, toasts } from '../journeys.ts'

test('an organization chooses a file as Excel writes it, saves its list and undoes it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'org@demo.maylab.test')
  await page.goto('/app')
  const card = page.getByRole('region', { name: 'Employees’ list' })
  await expect(card.getByText('No list')).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await card.getByRole('button', { name: 'Choose CSV file' }).click()
  await (
    await chooser
  ).setFiles({
    name: 'employees.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Navn;Mail\r\nSøren;soren@nordlys.test\r\nUden adresse;\r\n', 'latin1'),
  })
  const preview = page.getByRole('dialog', { name: 'Save this list?' })
  await expect(preview).toContainText('1 line has no address: 3.')
  await expectAccessible(page, '[role=dialog]')
  await preview.getByRole('button', { name: 'Save list' }).click()
  await expect(toasts(page)).toContainText('List saved')
  await expect(card.getByText('1 address')).toBeVisible()
  await card.getByRole('button', { name: 'Undo last change' }).click()
  await expect(card.getByText('No list')).toBeVisible()
  await expectAccessible(page)
})
