import { readFile } from 'node:fs/promises'
import { expect, test } from '../journey.ts'
import { newClient, openPlan, signIn } from '../journeys.ts'

test('one administrator requests to erase a person, another confirms it, and both get the certificate', async ({
  page,
  signInOther,
}) => {
  const name = await newClient()
  await signIn(page, 'admin@demo.maylab.test')
  await openPlan(page, name)
  await page.getByRole('button', { name: 'More for this plan' }).click()
  await page.getByRole('menuitem', { name: 'Erase this person' }).click()
  const asking = page.getByRole('alertdialog', { name: 'Erase this person?' })
  const request = asking.getByRole('button', { name: 'Request erasure' })
  await expect(request).toBeDisabled()
  await asking.getByLabel(/to confirm/).fill(name)
  await request.click()
  await expect(asking).toBeHidden()

  await page.goto('/app/users')
  await page.getByRole('link', { name: 'Erasures' }).click()
  const own = page.getByRole('row').filter({ hasText: name })
  await expect(own).toContainText('Waiting for confirmation')
  await expect(own.getByRole('button', { name: /^Confirm/ })).toHaveCount(0)

  const other = await signInOther('system@demo.maylab.test')
  await other.goto('/app/users/erasures')
  const theirs = other.getByRole('row').filter({ hasText: name })
  await theirs.getByRole('button', { name: /^Confirm/ }).click()
  const confirming = other.getByRole('alertdialog', { name: 'Erase this person now?' })
  await confirming.getByLabel(/to confirm/).fill(name)
  await confirming.getByRole('button', { name: 'Erase person' }).click()
  await expect(confirming).toBeHidden()

  const done = page.getByRole('row').nth(1)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(done).toContainText('Erased', { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(done).not.toContainText(name)
  const downloading = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Certificate (PDF)' }).click()
  const file = await readFile(await (await downloading).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  const found = await page.request.get(`/api/admin/clients?q=${encodeURIComponent(name)}`)
  expect(await found.json()).toEqual([])
})

test('a client prepares an archive of their data and downloads it', async ({ page }) => {
  await signIn(page, 'client@demo.maylab.test')
  await page.goto('/app/privacy')
  const card = page.getByRole('region', { name: 'Your data' })
  await card.getByLabel('Password for the archive (optional)').fill('birch wood 7')
  await card.getByRole('button', { name: 'Prepare archive' }).click()
  const link = card.getByRole('link', { name: 'Download archive' })
  await expect(link).toBeVisible({ timeout: 30_000 })
  await expect(card).toContainText('with your password')
  const downloading = page.waitForEvent('download')
  await link.click()
  const file = await readFile(await (await downloading).path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
})
