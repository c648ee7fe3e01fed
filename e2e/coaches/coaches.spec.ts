import { admin, choose, makeCoach, getRow } from '../administration.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../journeys.ts'

test.beforeEach(({ page }) => signIn(page, admin))

test('the search and filters of coaches are in the address and survive a reload', async ({
  page,
}) => {
  await makeCoach(page, 'Filterly', { country: 'Iceland', city: 'Akureyri' })
  await makeCoach(page, 'Filterly-Two', { country: 'Iceland', city: 'Selfoss' })
  await page.goto('/app/coaches')
  await expect(page.getByText(/^Showing (\d+) of \1 coaches$/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('filterly')
  await expect(page.getByText(/^Showing 2 of \d+ coaches$/)).toBeVisible()
  await choose(page, 'Country', 'Iceland')
  await page.getByRole('combobox', { name: 'City' }).click()
  await expect(page.getByRole('option', { name: 'Akureyri' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Copenhagen' })).toHaveCount(0)
  await page.getByRole('option', { name: 'Akureyri' }).click()
  await choose(page, 'Status', 'Active')
  await expect(page).toHaveURL(/q=filterly&country=Iceland&city=Akureyri&status=active/)
  await expect(page.getByText(/^Showing 1 of \d+ coaches$/)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('filterly')
  for (const [label, value] of [
    ['Status', 'Active'],
    ['Country', 'Iceland'],
    ['City', 'Akureyri'],
  ] as const)
    await expect(page.getByRole('combobox', { name: label })).toHaveText(value)
  await expect(getRow(page, 'Vera Filterly')).toHaveCount(1)

  await choose(page, 'Country', 'Denmark')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveText('All cities')
  await expect(
    page.getByText('No coaches found. Try adjusting your search criteria or filters.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Country: Denmark' }).click()
  await expect(page.getByText(/^Showing 2 of \d+ coaches$/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear (2)' }).click()
  await expect(page).toHaveURL(/\/app\/coaches$/)
  await expect(page.getByText(/^Showing (\d+) of \1 coaches$/)).toBeVisible()
})

test('a status is set for all coaches that match, not only those loaded', async ({ page }) => {
  const country = 'Fiji'
  for (const lastName of ['Alpha', 'Beta', 'Gamma', 'Delta'])
    await makeCoach(page, lastName, { country })
  // Pages of two; the second never arrives.
  await page.route('**/api/coaches?*', (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('cursor')) return route.abort()
    url.searchParams.set('limit', '2')
    return route.continue({ url: url.href })
  })
  await page.goto(`/app/coaches?country=${country}`)
  await expect(page.getByRole('link', { name: /^Manage/ })).toHaveCount(2)
  const all = page.getByRole('checkbox', { name: 'Select all 4 coaches' })
  await all.click()
  await expect(page.getByText('4 coaches selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Vera Alpha' }).click()
  await expect(all).toBeChecked({ indeterminate: true })
  await page.getByRole('button', { name: 'Change Status' }).click()
  await page.getByRole('menuitem', { name: 'On Leave' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set 3 coaches to On Leave?' })
  await expectAccessible(page, '[role=alertdialog]')
  await expect(question).toContainText('Includes 2 further down the list')
  await page.unroute('**/api/coaches?*')
  await question.getByRole('button', { name: 'Set to On Leave' }).dblclick()
  await expect(page.getByText('3 coaches set to On Leave.', { exact: true })).toBeVisible()
  await expect(question).toBeHidden()
  for (const name of ['Beta', 'Gamma', 'Delta'])
    await expect(getRow(page, `Vera ${name}`)).toContainText('Leave')
  await expect(getRow(page, 'Vera Alpha')).toContainText('Active')
  await expect(all).not.toBeChecked()
})

test('an administrator opens a coach, their caseload and the plans of their clients', async ({
  page,
}) => {
  await page.goto('/app/coaches?q=oliver+hayes')
  await page.getByRole('link', { name: 'Manage Oliver Hayes' }).click()
  await expect(page.getByRole('heading', { name: 'Oliver Hayes', level: 1 })).toBeVisible()
  const caseload = page.getByRole('region', { name: 'Caseload' })
  await expect(caseload).toContainText('Clients10')
  const risks = await caseload.getByRole('listitem').allInnerTexts()
  expect(risks.map((text) => text.split('\n')[0]?.trim())).toEqual([
    'High risk',
    'Medium risk',
    'Low risk',
    'Not assessed',
  ])
  expect(risks.reduce((sum, text) => sum + Number(/\d+/.exec(text)?.[0]), 0)).toBe(10)
  await page.getByRole('link', { name: 'View Plan of Charlotte Reed' }).click()
  await expect(page.getByRole('heading', { name: 'Charlotte Reed', level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Coaches' }).click()
  await expect(page.getByRole('heading', { name: 'Coaches', level: 1 })).toBeVisible()
})

test('an administrator changes the profile and status of a coach', async ({ page }) => {
  const { id } = await makeCoach(page, 'Changing', { country: 'Peru' })
  await page.goto('/app/coaches?country=Peru')
  await page.getByRole('link', { name: 'Manage Vera Changing' }).click()
  await expect(page.getByRole('button', { name: `Copy ID: ${id}` })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Profile' })
  await form.getByLabel('City').fill('')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('City is required')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await expect(form.getByLabel('City')).toBeFocused()
  await form.getByLabel('City').fill('Cusco')
  await form.getByLabel('Bio').fill('Altitude and sleep.')
  await page.route(`**/api/coaches/${id}`, (route) => route.abort(), { times: 1 })
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update coach', { exact: true })).toBeVisible()
  await expect(form.getByLabel('City')).toHaveValue('Cusco')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('Coach updated', { exact: true })).toBeVisible()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Cusco, Peru')
  await expect(profile).toContainText('Altitude and sleep.')
  await expect(page.getByText('No assigned clients')).toBeVisible()
  await choose(page, 'Status', 'Inactive')
  await expect(page.getByRole('combobox', { name: 'Status' })).toBeEnabled()
  await page.goBack()
  await expect(getRow(page, 'Vera Changing')).toContainText('Inactive')
  await expect(getRow(page, 'Vera Changing')).toContainText('Cusco')
})
