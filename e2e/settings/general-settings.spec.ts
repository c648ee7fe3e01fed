import path from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { choose } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { openPlan, signIn, toasts } from '../journeys.ts'
import { OwnServer } from '../server.ts'

const system = 'system@demo.maylab.test'
const row = (page: Page, label: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')

// A setting that no other journey depends on, restored at the end.
const drafts = 'Drafts of corrected transcripts'

test('a system administrator shortens how long drafts are kept, confirms it and restores the default', async ({
  page,
}) => {
  await signIn(page, system)
  await page.goto('/app/settings')
  await expect(row(page, drafts)).toContainText('90 days')
  await expect(row(page, drafts)).toContainText('Default.')
  await row(page, drafts).getByRole('button', { name: /^Edit/ }).click()
  await dialog(page).getByLabel('Days').fill('0')
  await dialog(page).getByRole('button', { name: 'Save setting' }).click()
  await expect(dialog(page)).toContainText('a whole number of days, from 1 to 3650, or forever.')
  await dialog(page).getByLabel('Days').fill('30')
  await expect(dialog(page)).toContainText(/older than that/)
  await dialog(page).getByRole('button', { name: 'Save setting' }).click()
  await expect(dialog(page)).toContainText('Confirm that data will be deleted.')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByLabel('Delete older data').check()
  await dialog(page).getByRole('button', { name: 'Save setting' }).click()
  await expect(toasts(page)).toContainText(`${drafts}: 30 days.`)
  await expect(row(page, drafts)).toContainText('30 days')
  await expect(row(page, drafts)).toContainText(/Set by .+ on .+ Default: 90 days/)

  await row(page, drafts)
    .getByRole('button', { name: /Restore the default/ })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'This changes it from 30 days to 90 days.',
  )
  await expectAccessible(page, '[role=alertdialog]')
  await page.getByRole('button', { name: 'Restore default' }).click()
  await expect(row(page, drafts)).toContainText('Default.')
})

test('the brand, currency, country, working hours, time zone and automatic prompts are changed without a restart', async ({
  page,
}, { outputDir }) => {
  const server = new OwnServer({ dataDir: path.join(outputDir, 'data') })
  await server.start()
  try {
    const { origin } = server
    await signIn(page, system, origin)
    await page.goto(`${origin}/app/settings`)
    const change = async (label: string, fill: () => Promise<void>) => {
      await row(page, label).getByRole('button', { name: /^Edit/ }).click()
      await fill()
      await dialog(page).getByRole('button', { name: 'Save setting' }).click()
      await expect(dialog(page)).toHaveCount(0)
    }
    await change('Brand name', () => dialog(page).getByLabel('Brand name').fill('Nordlys Care'))
    await expect(row(page, 'Brand name')).toContainText('Default: Maylab (from BRAND_NAME)')
    await change('Currency', () => dialog(page).getByLabel('Currency').fill('sek'))
    await change('Country', async () => {
      await dialog(page).getByLabel('Country').click()
      await page.getByRole('option', { name: 'Denmark', exact: true }).click()
    })
    await change('Working hours', async () => {
      await dialog(page).getByLabel('From').fill('00:00')
      await dialog(page).getByLabel('To').fill('00:01')
    })
    await expect(row(page, 'Working hours')).toContainText('Monday to Friday, 12:00 AM–12:01 AM')
    await change('Runs automatically', () => dialog(page).getByLabel('Session preparation').check())
    await expect(row(page, 'Runs automatically')).toContainText('Session preparation')
    await change('Time zone', async () => {
      await dialog(page).getByLabel('Time zone').fill('Europe/Nowhere')
      await dialog(page).getByRole('button', { name: 'Save setting' }).click()
      await expect(dialog(page)).toContainText('Unknown time zone.')
      await dialog(page).getByLabel('Time zone').fill('Europe/Berlin')
    })
    await expect(row(page, 'Time zone')).toContainText('Europe/Berlin')
    await page.reload()
    await expect(page).toHaveTitle(/Nordlys Care$/)

    await page.goto(`${origin}/app/organizations`)
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await expect(dialog(page).getByLabel('Currency')).toHaveValue('SEK')
    await expect(dialog(page).getByLabel('Country')).toHaveText('Denmark')

    await signIn(page, 'coach@demo.maylab.test', origin)
    await openPlan(page, 'Sarah Lindqvist', origin)
    await page.getByRole('button', { name: '+ Add session' }).click()
    await dialog(page).getByLabel('Time').fill('12:00')
    await expect(dialog(page)).toContainText('Outside working hours (')
  } finally {
    await server.stop()
  }
})

test('a system administrator backs up now, and chooses an hour for every day', async ({ page }) => {
  await signIn(page, system)
  await page.goto('/app/settings')
  const card = page.getByRole('region', { name: 'Backup' })
  await card.getByRole('button', { name: 'Back up now' }).click()
  await expect(card.getByText(/^Last backup on /)).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: 'Edit Daily backup' }).click()
  const form = page.getByRole('dialog', { name: 'Daily backup' })
  await choose(page, 'Daily backup', '2:00 AM')
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('button', { name: 'Save setting' }).click()
  await expect(card.getByText('2:00 AM')).toBeVisible()
})
