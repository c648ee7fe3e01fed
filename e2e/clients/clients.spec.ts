import type { Page } from '@playwright/test'

import { expectAccessible } from '../accessibility.ts'
import { admin, getRow, toast, makeCoach } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, newClient, openPlan, ownLastName, signIn } from '../journeys.ts'

const countLine = (page: Page, line: RegExp) => expect(page.getByText(line)).toBeVisible()
const heading = (page: Page, name: string) =>
  page.getByRole('columnheader', { name: new RegExp(`^${name}`) })
const card = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Clients by next step' })
    .getByRole('button', { name: new RegExp(`^${label}`) })
const dialog = (page: Page) => page.getByRole('dialog')
const searchCoaches = (page: Page, text: string) =>
  dialog(page).getByRole('searchbox', { name: 'Search coaches by name or email' }).fill(text)

test('an administrator finds an organization by typing and removes filters by their chips', async ({
  page,
}) => {
  await signIn(page, admin)
  await page.goto('/app/clients')
  const organization = page.getByRole('combobox', { name: 'Organization' })
  await expect(organization).toHaveAttribute('placeholder', 'All Organizations')
  await organization.fill('harbor')
  await page.getByRole('option', { name: 'Blue Harbor Software' }).click()
  await expect(page.getByText('Organization: Blue Harbor Software')).toBeVisible()
  await card(page, 'No Coach Assigned').click()
  await expect(getRow(page, 'Tom Ashworth')).toBeVisible()
  await countLine(page, /^Showing 1 of \d+ clients$/)

  await page.reload()
  await expect(organization).toHaveValue('Blue Harbor Software')
  await page.getByPlaceholder('Search clients by name or email...').fill('nobody like this')
  await expect(page.getByText('No clients found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear (3)' }).click()
  await expect(organization).toHaveValue('')
  await expect(page.getByText(/^Organization:/)).toBeHidden()
  await countLine(page, /^Showing \d\d\d of \d\d\d clients$/)
})

test('a coach sees and filters their clients, but cannot assign coaches', async ({ page }) => {
  await signIn(page, 'coach@demo.maylab.test')
  await page.goto('/app/clients')
  await expect(page.getByRole('heading', { name: 'My Clients', level: 1 })).toBeVisible()
  await expect(heading(page, 'RISK')).toHaveAttribute('aria-sort', 'descending')
  await expect(heading(page, 'COACH')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /assign coach/i })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByText('All Clients')).toHaveCount(0)
  await expect(
    getRow(page, 'Sarah Lindqvist').getByRole('img', { name: /^Burnout scores: / }),
  ).toBeVisible()
  const all = await page.getByText(/^Showing/).innerText()
  await page.getByRole('combobox', { name: 'Organization' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'All Organizations',
    'Havgren Logistics',
    'Nordlys Design',
  ])
  await page.getByRole('option', { name: 'Havgren Logistics' }).click()
  await expect(getRow(page, 'Johan Lundin')).toBeVisible()
  await expect(getRow(page, 'Sarah Lindqvist')).toBeHidden()
  await page.getByRole('button', { name: 'Clear (1)' }).click()
  await expect(page.getByText(all)).toBeVisible()
  await page.getByRole('combobox', { name: 'Risk' }).click()
  await page.getByRole('option', { name: 'Medium' }).click()
  await expect(page.getByText('Risk: Medium')).toBeVisible()
  await expect(getRow(page, 'Julie Moreau')).toBeVisible()
  await expect(getRow(page, 'Johan Lundin')).toBeHidden()
})

test('an administrator assigns another coach, and the former coach loses the plan at once', async ({
  page,
  signInOther,
}) => {
  const name = await newClient()
  await signIn(page, admin)
  const coach = await makeCoach(page, 'Nextcoach', { city: 'Lund' })
  const formerCoach = await signInOther(busyCoach)
  await openPlan(formerCoach, name)

  await page.goto(`/app/clients?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Reassign coach of ${name}` }).click()
  await expect(dialog(page)).toContainText('Current coach')
  await expect(dialog(page)).toContainText('Karin Ekström')
  await searchCoaches(page, coach.email)
  const found = dialog(page).getByRole('list', { name: 'Coaches' }).getByRole('listitem')
  await expect(found).toHaveCount(1)
  for (const fact of [coach.name, coach.email, 'Lund, Sweden', '0 clients'])
    await expect(found).toContainText(fact)
  await expectAccessible(page, '[role=dialog]')
  await found.getByRole('button', { name: `Assign ${coach.name}` }).click()
  await expect(toast(page, 'Coach assigned')).toBeVisible()
  await expect(
    toast(page, `${coach.name} is now the coach of ${name}, replacing Karin Ekström.`),
  ).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(getRow(page, name)).toContainText(coach.name)
  await expect(formerCoach.getByText('Client not found')).toBeVisible()
  await formerCoach.close()

  await openPlan(page, name)
  await expect(page.getByText(/^Coach since/)).toBeVisible()
  await page.getByRole('button', { name: 'Coach history' }).click()
  const history = page.getByRole('dialog', { name: 'Coach history' })
  await expect(history.getByRole('listitem')).toHaveText([
    new RegExp(`^${coach.name}Since `),
    /^Karin Ekström.+ – /,
  ])
  await expectAccessible(page, '[role=dialog]')

  await page.goto(`/app/clients?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Reassign coach of ${name}` }).click()
  await dialog(page).getByRole('button', { name: 'Unassign' }).click()
  await expect(toast(page, 'Coach unassigned')).toBeVisible()
  await expect(getRow(page, name)).toContainText('Unassigned')
  await expect(page.getByRole('button', { name: `Assign coach of ${name}` })).toBeFocused()
})

test('an administrator assigns a coach to several clients after a question', async ({ page }) => {
  const family = ownLastName()
  const [one, two, three] = [
    await newClient({ family, firstName: 'Ane' }),
    await newClient({ family, firstName: 'Bo' }),
    await newClient({ family, firstName: 'Cai' }),
  ]
  await signIn(page, admin)
  const coach = await makeCoach(page, 'Manycoach')
  const choose = async () => {
    await page.getByRole('button', { name: 'Assign coach', exact: true }).click()
    await searchCoaches(page, coach.email)
    await dialog(page)
      .getByRole('button', { name: `Assign ${coach.name}` })
      .click()
  }
  const question = page.getByRole('alertdialog')

  await page.goto(`/app/clients?q=${encodeURIComponent(family)}`)
  await page.getByRole('checkbox', { name: 'Select all 3 clients' }).check()
  await page.getByRole('checkbox', { name: `Select ${three}` }).uncheck()
  await choose()
  await expect(question).toContainText(`Assign 2 clients to ${coach.name}?`)
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Assign coach' }).click()
  await expect(getRow(page, two)).toContainText(coach.name)
  await expect(getRow(page, three)).toContainText('Karin Ekström')

  await page.getByRole('checkbox', { name: `Select ${one}` }).check()
  await page.getByRole('checkbox', { name: `Select ${two}` }).check()
  await page.getByRole('button', { name: 'Assign coach', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Unassign' }).click()
  await expect(question).toContainText('Leave 2 clients without a coach?')
  await question.getByRole('button', { name: 'Unassign coach' }).click()
  await expect(toast(page, '2 clients no longer have a coach.')).toBeVisible()
  // Without a selection there is no button.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(getRow(page, two)).toContainText('Unassigned')
  await expect(getRow(page, three)).toContainText('Karin Ekström')
})

test('on a phone the cards are sorted by any column in both directions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin)
  await page.goto('/app/clients')
  const by = page.getByRole('combobox', { name: 'Sort by' })
  await expect(by).toHaveValue('client')
  await expect(by.getByRole('option')).toHaveText(
    [
      ...['Client', 'Risk', 'Last session', 'Next session', 'Coach', 'Open sessions', 'Burnout'],
      'Trend',
    ].map((name) => `Sort by ${name}`),
  )
  await by.selectOption('Sort by Burnout')
  // Highest first.
  await expect(page).toHaveURL(/sort=-burnout/)
  await page.getByRole('button', { name: 'Sort ascending' }).click()
  await expect(page).toHaveURL(/sort=burnout/)
  await page.reload()
  await expect(by).toHaveValue('burnout')
  await expect(page.getByRole('button', { name: 'Sort descending' })).toBeVisible()
})
