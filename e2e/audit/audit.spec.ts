import { expect, test } from '../journey.ts'
import { makeUser, getRow, system } from '../administration.ts'
import { signIn } from '../journeys.ts'

test('a system administrator filters the audit log by person, action, row and time, and exports it', async ({
  page,
}) => {
  await signIn(page, system)
  const { id, name } = await makeUser(page, 'Lassen')
  await page.goto('/app/audit-log')
  await expect(page.getByText(/^Showing (\d+) of \1 entries/)).toBeVisible()
  await page.getByLabel('Action').click()
  await page.getByRole('option', { name: 'User created' }).click()
  await page.getByLabel('Row').fill('not an id')
  await expect(page.getByText('Paste the whole ID of a row')).toBeVisible()
  await page.getByLabel('Row').fill(id)
  await expect(page.getByText('1 entry matches your filters')).toBeVisible()
  await expect(getRow(page, 'User created')).toContainText(name)
  await page.getByRole('combobox', { name: 'Person' }).fill(system)
  await page.getByRole('option', { name: `(${system})` }).click()
  await expect(page).toHaveURL(/person=/)
  await expect(page.getByText(/^Person: Ingrid/)).toBeVisible()
  await expect(page.getByText('1 entry matches your filters')).toBeVisible()
  await page.getByLabel('From').fill('2020-01-01T00:00')
  await page.getByLabel('From').press('Enter')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByText('From: Jan 1, 2020, 12:00 AM')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const csv = Buffer.concat(chunks).toString()
  expect(csv).toContain(id)
  expect(csv.trim().split('\n')).toHaveLength(2)
  await page.getByLabel('Before').fill('2020-02-01T00:00')
  await page.getByLabel('Before').press('Enter')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear (5)' }).click()
  await expect(page.getByText(/^Showing (\d+) of \1 entries/)).toBeVisible()
  expect(name).toBe('Vera Lassen')
})

test('a system administrator reads a stored message', async ({ page }) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Post')
  await page.context().clearCookies()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /Send/ }).click()
  await signIn(page, system)
  await page.goto('/app/messages?kind=passwordReset')
  await page.getByRole('button', { name: `Read message to ${email}` }).click()
  await expect(page.getByRole('dialog')).toContainText('/reset-password')
})
