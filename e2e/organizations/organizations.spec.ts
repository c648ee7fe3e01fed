import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'

import { dialog } from '../administration.ts'
import { loseAnswers, signIn, toasts } from '../journeys.ts'

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openList(page: Page, query = '') {
  await page.goto(`/app/organizations${query}`)
  await expect(page.getByText(/^Showing/)).toBeVisible()
}

/** Creates an organization through its dialog, and searches the list for it. */
async function create(page: Page, name: string, { country = 'Norway', city = 'Bergen' } = {}) {
  await openList(page)
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const form = dialog(page, 'Add Organization')
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Country').click()
  await page.getByRole('option', { name: country, exact: true }).click()
  await form.getByLabel('City').fill(city)
  await form.getByRole('button', { name: 'Create Organization' }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await openList(page, `?q=${encodeURIComponent(name)}`)
  await expect(page.getByText(/^Showing 1 of/)).toBeVisible()
}

async function manage(page: Page, name: string) {
  await openList(page, `?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Manage ${name}` }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

const expectToast = async (page: Page, title: string, description: string) => {
  await expect(toasts(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toasts(page).getByText(description, { exact: true })).toBeVisible()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(1)
}

test('an organization hands out its own link and rotates it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'org@demo.maylab.test')
  await page.goto('/app')
  const onboarding = section(page, 'Employee Onboarding')
  const link = onboarding.getByLabel('Onboarding link')
  await expect(link).toHaveValue(/\/onboard\//)
  await expect(onboarding.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page, '#onboarding')
  const before = await link.inputValue()
  await onboarding.getByRole('button', { name: 'Copy Invitation' }).click()
  await expect(toasts(page)).toContainText('Invitation copied')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^Hello,\s+Nordlys Design offers you/)
  expect(copied).toContain(before)
  const mail = await onboarding.getByRole('link', { name: 'Send by Email' }).getAttribute('href')
  expect(new URL(mail ?? '').searchParams.get('body')?.replaceAll('\r', '')).toBe(copied)
  const download = page.waitForEvent('download')
  await onboarding.getByRole('button', { name: 'Download poster' }).click()
  expect((await download).suggestedFilename()).toBe('Poster Nordlys Design.pdf')
  await onboarding.getByRole('button', { name: 'Rotate Link' }).click()
  const question = page.getByRole('alertdialog', { name: 'Rotate the onboarding link?' })
  await question.getByRole('button', { name: 'Rotate Link' }).click()
  await expectToast(page, 'Link rotated', 'The old onboarding link no longer works.')
  await expect(link).not.toHaveValue(before)
})

test.describe('an administrator', () => {
  test.beforeEach(({ page }) => signIn(page, 'admin@demo.maylab.test'))

  /** Opens the form for a new organization over a list filtered by its name. */
  async function begin(page: Page, name: string) {
    await openList(page, `?q=${encodeURIComponent(name)}`)
    await expect(card(page, name)).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Organization' }).click()
    const form = dialog(page, 'Add Organization')
    await form.getByLabel('Name').fill(name)
    return { form, save: form.getByRole('button', { name: 'Create Organization' }) }
  }

  test('creates one organization although the response was lost', async ({ page }) => {
    const name = `Sent again ${Date.now()}`
    const { form, save } = await begin(page, name)
    await loseAnswers(page, '**/api/admin/organizations', 1)
    await save.click()
    await expect(toasts(page)).toContainText('Failed to create organization')
    await save.click()
    await expect(form).toBeHidden()
    await expect(toasts(page)).toContainText('The organization has been successfully added.')
    await openList(page, `?q=${encodeURIComponent(name)}`)
    await expect(card(page, name)).toHaveCount(1)
  })

  test('adds an organization and finds it by its description, country and city', async ({
    page,
  }) => {
    await openList(page)
    await page.getByRole('button', { name: 'Add Organization' }).click()
    const form = dialog(page, 'Add Organization')
    await expect(form.getByLabel('Country')).toHaveText('Afghanistan')
    await form.getByRole('button', { name: 'Create Organization' }).click()
    await expect(form.getByText('Organization name is required')).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill('Fjordkraft Workshop')
    await form.getByLabel('Description').fill('Repairs turbines below the waterfall.')
    await form.getByLabel('Country').click()
    await page.getByRole('option', { name: 'Norway', exact: true }).click()
    await expect(
      form.getByText('Popular cities: Oslo, Bergen, Trondheim', { exact: true }),
    ).toBeVisible()
    await form.getByLabel('City').fill('Trondheim')
    await form.getByLabel('Eligible headcount').fill('1.5')
    await form.getByLabel('Currency').fill('no')
    await form.getByRole('button', { name: 'Create Organization' }).click()
    await expect(form.getByText('Headcount must be a whole number')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expect(form.getByText('Currency is three letters, such as DKK')).toBeVisible()
    await expect(form.getByLabel('Eligible headcount')).toBeFocused()
    await form.getByLabel('Eligible headcount').fill('40')
    await form.getByLabel('Currency').fill('nok')
    await form.getByRole('button', { name: 'Create Organization' }).dblclick()
    await expectToast(page, 'Organization created', 'The organization has been successfully added.')
    await expect(form).toBeHidden()
    await expect(page.getByLabel('Onboarding link')).toHaveValue(/\/onboard\//)
    const toDo = section(page, 'Still to do')
    await expect(toDo).toContainText('0 of 4 done')
    await expectAccessible(page, '[aria-label="Still to do"]')
    await toDo.getByRole('button', { name: 'Edit Fjordkraft Workshop' }).click()
    const edit = dialog(page, 'Edit Organization')
    await edit.getByLabel('Price per session').fill('900')
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(edit).toBeHidden()
    await expect(toDo).toContainText('1 of 4 done')
    await page.getByLabel('Onboarding link').press('ControlOrMeta+c')
    await expect(toDo).toContainText('2 of 4 done')
    await openList(page)
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('WATERFALL')
    // A double click created one only.
    await expect(page.getByText(/^Showing 1 of/)).toContainText('1 organization matches')
    await expect(card(page, 'Fjordkraft Workshop')).toContainText(
      'Repairs turbines below the waterfall.',
    )
    await expect(card(page, 'Fjordkraft Workshop')).toContainText('Trondheim, Norway')
    await expect(card(page, 'Fjordkraft Workshop')).toContainText('0 employees')
    await expect(card(page, 'Fjordkraft Workshop')).toContainText(/Created \w{3} \d{1,2}, \d{4}/)

    await page.getByRole('combobox', { name: 'Country' }).click()
    await page.getByRole('option', { name: 'Norway', exact: true }).click()
    await page.getByRole('combobox', { name: 'City' }).click()
    const trondheim = page.getByRole('option', { name: 'Trondheim', exact: true })
    await expect(trondheim).toBeVisible()
    await expect(page.getByRole('option', { name: 'Copenhagen' })).toHaveCount(0)
    await trondheim.click()
    await expect(page).toHaveURL(/country=Norway&city=Trondheim/)
    await page.reload()
    await expect(page.getByText(/^Showing 1 of/)).toBeVisible()
    await page.getByRole('link', { name: 'Manage Fjordkraft Workshop' }).click()
    await page.getByRole('link', { name: 'Back to organizations' }).click()
    await expect(page).toHaveURL(/q=WATERFALL&country=Norway&city=Trondheim/)
    await page.getByRole('button', { name: 'Clear (3)' }).click()
    await expect(card(page, 'Nordlys Design')).toBeVisible()
    await expect(page).toHaveURL(/\/app\/organizations$/)
  })

  test('copies and rotates the onboarding link of a new organization, which has sample figures', async ({
    page,
    context,
    request,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await create(page, 'Copied Works')
    await manage(page, 'Copied Works')
    const link = page.getByLabel('Onboarding link')
    const id = new URL(page.url()).pathname.split('/').at(-1)
    await expect(link).toHaveValue(
      new RegExp(`^${new URL(page.url()).origin}/onboard/${id}/[\\w-]{43}$`),
    )
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await expectToast(page, 'Link copied', 'Onboarding link has been copied to clipboard.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      await link.inputValue(),
    )
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download QR code' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('copied-works-onboarding.svg')
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^<svg .*<\/svg>$/)
    // As on a page without https.
    await page.evaluate(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
    })
    await page.evaluate(() => navigator.clipboard.writeText(''))
    await page.getByRole('button', { name: 'Copy Link' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe(await link.inputValue())
    await page.evaluate(() => {
      Object.defineProperty(window, 'isSecureContext', { value: true })
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await page.getByRole('button', { name: 'Copy Link' }).click()
    await expectToast(page, 'Error', 'Failed to copy link to clipboard')

    const before = await link.inputValue()
    const [orgId, token] = new URL(before).pathname.split('/').slice(2)
    const findStatus = async () => (await request.get(`/api/onboarding/${orgId}/${token}`)).status()
    expect(await findStatus()).toBe(200)
    await page.getByRole('button', { name: 'Rotate Link' }).click()
    const question = page.getByRole('alertdialog', { name: 'Rotate the onboarding link?' })
    await expect(question).toContainText(
      'The current link of Copied Works stops working immediately',
    )
    await question.getByRole('button', { name: 'Rotate Link' }).click()
    await expectToast(page, 'Link rotated', 'The old onboarding link no longer works.')
    await expect(question).toBeHidden()
    await expect(link).not.toHaveValue(before)
    expect(await findStatus()).not.toBe(200)

    // Sample figures are shown until six employees count.
    await expect(page.getByText('0 of 6 people are counted.')).toBeVisible()
    for (const name of ['Coverage', 'Engagement', 'Risk Analysis'])
      await expect(section(page, name).getByText('Sample data', { exact: true })).toBeVisible()
    await expect(section(page, 'Coverage')).toContainText('11 of 25 eligible')
    const rows = section(page, 'Risk Analysis').getByRole('row')
    await expect(rows).toHaveCount(7)
    await expect(rows.last()).toContainText(/1\s*4\s*6\s*11\s*9% high, 36% medium, 55% low/)
  })

  test('compares organizations and sees the figures of one', async ({ page }) => {
    await page.goto('/app/analytics')
    const comparison = section(page, 'Coverage by organization')
    await expect(comparison.getByRole('row', { name: /Nordlys Design/ })).toContainText('44%')
    await comparison.getByRole('link', { name: 'Nordlys Design' }).click()
    await expect(page.getByRole('heading', { name: 'Nordlys Design', level: 1 })).toBeVisible()
    const coverage = section(page, 'Coverage')
    for (const figure of [
      '44%',
      '11 of 25 eligible',
      'DKK 5,000',
      'DKK 200',
      'DKK 325',
      'average 30-45 minute session',
    ])
      await expect(coverage.getByText(figure, { exact: true })).toBeVisible()
    await expect(page.getByText('Sample data')).toHaveCount(0)
    const engagement = section(page, 'Engagement')
    await expect(engagement.getByRole('heading', { name: 'Enrollment Funnel' })).toBeVisible()
    await expect(engagement.getByRole('listitem').filter({ hasText: 'Invited' })).toContainText(
      '25',
    )
    await expect(engagement.getByRole('listitem').filter({ hasText: 'Registered' })).toContainText(
      // More with each test that registers somebody.
      /1\d.*5\d% registration/,
    )
    for (const tile of [
      'Active users',
      'Total sessions',
      'Average per patient',
      'Session duration',
    ])
      await expect(engagement.getByText(tile, { exact: true })).toBeVisible()
    await expect(page.getByText('figures about fewer than 6 people')).toBeVisible()
  })

  test('reads the results of a large organization and takes its report along', async ({ page }) => {
    await page.goto('/app/analytics')
    const comparison = section(page, 'Coverage by organization')
    await comparison.getByRole('link', { name: 'Havuranta Care' }).click()
    const results = section(page, 'Results')
    await expect(results).toContainText(/\d+ of 260 employees \(\d+%\) take part/)
    await expect(results).toContainText(/At least \d+% of \d+\+ people .* are reliably better/)
    for (const format of ['PDF', 'CSV']) {
      const download = page.waitForEvent('download')
      await section(page, 'Reports')
        .getByRole('button', { name: new RegExp(`^${format} of Q`) })
        .first()
        .click()
      expect((await download).suggestedFilename()).toMatch(
        new RegExp(`^Report .*Havuranta Care.${format.toLowerCase()}$`),
      )
    }
  })
})
