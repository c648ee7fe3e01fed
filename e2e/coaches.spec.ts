import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { admin, choose, makeUser, rowOf } from './administration.ts'
import { expect, test } from './journey.ts'
import { newClientOf, ownLastName, ownOrigin, signIn } from './journeys.ts'

const headers = () => ({ origin: ownOrigin() })

type Made = { lastName: string; country: string; city?: string; status?: string }

/** Through the API: the form has journeys of its own. Answers the coach's id. */
async function makeCoach(page: Page, { lastName, country, city = 'Center', status }: Made) {
  const { id: userId } = await makeUser(page, lastName, ['coach_user'])
  const coach = await page.request.post('/api/coaches', {
    headers: headers(),
    data: { userId, bio: null, experiencedSince: 2015, city, country, status },
  })
  expect(coach.ok()).toBe(true)
  return ((await coach.json()) as { id: string }).id
}

test.beforeEach(({ page }) => signIn(page, admin))

test('search and filters stand in the address and survive a reload', async ({ page }) => {
  await makeCoach(page, { lastName: 'Filterly', country: 'Iceland', city: 'Akureyri' })
  await makeCoach(page, { lastName: 'Filterly-Two', country: 'Iceland', city: 'Selfoss' })
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
  await expect(rowOf(page, 'Vera Filterly')).toHaveCount(1)

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

test('a heading sorts the list, also after a reload, and what is no order is none', async ({
  page,
}) => {
  const years = async () =>
    (await page.getByRole('cell', { name: /^\d+ years?$/ }).allTextContents()).map(
      Number.parseFloat,
    )
  const heading = (name: string) => page.getByRole('columnheader', { name })
  // Those of the demo data: others come and go with other journeys.
  await page.goto('/app/coaches?q=maylab&sort=colour&status=active')
  await expect(heading('COACH')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('button', { name: 'Remove filter Status: Active' })).toBeVisible()

  const inOrder = async (isFalling: boolean) => {
    await expect(heading('EXPERIENCE')).toHaveAttribute(
      'aria-sort',
      isFalling ? 'descending' : 'ascending',
    )
    // The heading turns with the address, the rows when they have come.
    await expect(async () => {
      const found = await years()
      expect(found.length).toBeGreaterThan(3)
      expect(found).toEqual(found.toSorted((a, b) => (isFalling ? b - a : a - b)))
    }).toPass({ timeout: 10_000 })
    return years()
  }
  const sort = page.getByRole('button', { name: 'EXPERIENCE' })
  await sort.click()
  await expect(page).toHaveURL(/(?=.*sort=-experience)(?=.*status=active)/)
  const rising = await inOrder(false)
  await sort.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=experience/)
  // Only those in view are drawn: either order begins with its own end.
  const falling = await inOrder(true)
  expect(falling[0]).toBeGreaterThanOrEqual(rising.at(-1) ?? Infinity)
  expect(falling.at(-1)).toBeGreaterThanOrEqual(rising[0] ?? Infinity)
  expect(falling[0]).toBeGreaterThan(rising[0] ?? Infinity)
  await page.reload()
  await inOrder(true)
})

test('a status is set for all that match, not only for those loaded', async ({ page }) => {
  const country = 'Fiji'
  for (const lastName of ['Alpha', 'Beta', 'Gamma', 'Delta'])
    await makeCoach(page, { lastName, country })
  // Pages of two, of which the second never comes.
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
  await expect(question).toContainText('Includes 2 further down the list')
  await page.unroute('**/api/coaches?*')
  await question.getByRole('button', { name: 'Set to On Leave' }).dblclick()
  await expect(page.getByText('3 coaches set to On Leave.', { exact: true })).toBeVisible()
  await expect(question).toBeHidden()
  for (const name of ['Beta', 'Gamma', 'Delta'])
    await expect(rowOf(page, `Vera ${name}`)).toContainText('Leave')
  await expect(rowOf(page, 'Vera Alpha')).toContainText('Active')
  await expect(all).not.toBeChecked()
})

test('a change of status that fails keeps the selection', async ({ page }) => {
  await makeCoach(page, { lastName: 'Steady', country: 'Malta' })
  await page.route('**/api/coaches/status', (route) => route.abort())
  await page.goto('/app/coaches?country=Malta')
  await page.getByRole('checkbox', { name: 'Select Vera Steady' }).click()
  await page.getByRole('button', { name: 'Change Status' }).click()
  await page.getByRole('menuitem', { name: 'Inactive' }).click()
  const question = page.getByRole('alertdialog', { name: 'Set 1 coach to Inactive?' })
  await question.getByRole('button', { name: 'Set to Inactive' }).click()
  await expect(page.getByText('Failed to update coaches', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('1 coach selected')).toBeVisible()
})

test('a coach whose account is closed is left out of a change of status, which says so', async ({
  page,
}) => {
  const [id] = [
    await makeCoach(page, { lastName: 'Closed', country: 'Tonga' }),
    await makeCoach(page, { lastName: 'Open', country: 'Tonga', status: 'inactive' }),
  ]
  const { userId } = (await (await page.request.get(`/api/coaches/${id}`)).json()) as {
    userId: string
  }
  const answer = await page.request.patch(`/api/admin/users/${userId}`, {
    ...{ headers: headers(), data: { isActive: false } },
  })
  expect(answer.ok()).toBe(true)
  await page.goto('/app/coaches?country=Tonga')
  await expect(rowOf(page, 'Vera Closed')).toContainText('Inactive')
  await page.getByRole('checkbox', { name: 'Select all 2 coaches' }).click()
  await page.getByRole('button', { name: 'Change Status' }).click()
  await page.getByRole('menuitem', { name: 'Active', exact: true }).click()
  await page.getByRole('button', { name: 'Set to Active' }).click()
  const told =
    '1 coach set to Active. 1 coach skipped: the account is deactivated or lacks the Coach role.'
  await expect(page.getByText(told, { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Vera Open')).toContainText('Active')
  await page.getByRole('link', { name: 'Manage Vera Closed' }).click()
  // Until then it is the Status above the list.
  await expect(page.getByRole('heading', { name: 'Vera Closed', level: 1 })).toBeVisible()
  await choose(page, 'Status', 'Active')
  await expect(page.getByText(/^The account of this coach is deactivated/)).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Profile' })
  await form.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'On Leave' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText(/^The account of this coach is deactivated/)).toBeVisible()
})

test('Manage shows the profile, the caseload and the way to each plan', async ({ page }) => {
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

test('the clients of a coach come page by page, are searched, and are given to another', async ({
  page,
}) => {
  const coachId = await makeCoach(page, { lastName: 'Handing-Over', country: 'Chile' })
  const family = ownLastName()
  for (const firstName of ['Alma', 'Bryn', 'Cora']) {
    await newClientOf({ firstName, family })
  }
  const put = await page.request.post('/api/admin/clients/coach', {
    headers: headers(),
    data: { coachId, clients: { matching: { q: family } } },
  })
  expect(await put.json()).toEqual({ changed: 3 })
  // Pages of two.
  await page.route('**/api/admin/clients?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.continue({ url: url.href })
  })
  await page.goto(`/app/coaches/${coachId}`)
  const shown = page.getByRole('link', { name: /^View Plan of / })
  await expect(shown).toHaveText(
    ['Alma', 'Bryn', 'Cora'].map((it) => `View Plan of ${it} ${family}`),
  )
  await expect(page.getByText('Showing 3 of 3 clients')).toBeVisible()
  const caseload = page.getByRole('region', { name: 'Caseload' })
  await expect(caseload).toContainText('Clients3')
  await page.getByRole('button', { name: 'CLIENT', exact: true }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(shown.first()).toHaveText(`View Plan of Cora ${family}`)

  await page.getByRole('searchbox', { name: 'Search assigned clients by name or email' }).fill('br')
  await expect(page.getByText('Showing 1 of 3 clients')).toBeVisible()
  await expect(page).toHaveURL(/q=br/)
  await page.reload()
  await expect(shown).toHaveText([`View Plan of Bryn ${family}`])
  await page.getByRole('checkbox', { name: `Select Bryn ${family}` }).click()
  await page.getByRole('button', { name: 'Assign coach' }).click()
  await page
    .getByRole('dialog', { name: 'Assign Coach' })
    .getByRole('button', { name: 'Unassign' })
    .click()
  await page
    .getByRole('alertdialog', { name: 'Leave 1 client without a coach?' })
    .getByRole('button', { name: 'Unassign coach' })
    .click()
  await expect(page.getByText('No clients found')).toBeVisible()
  await expect(caseload).toContainText('Clients2')
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page.getByText('Showing 2 of 2 clients')).toBeVisible()
  await expect(shown).toHaveCount(2)
})

test('an admin changes a profile and its status, and the list shows it', async ({ page }) => {
  const id = await makeCoach(page, { lastName: 'Changing', country: 'Peru' })
  await page.goto('/app/coaches?country=Peru')
  await page.getByRole('link', { name: 'Manage Vera Changing' }).click()
  await expect(page.getByRole('button', { name: `Copy ID: ${id}` })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Profile' })
  await form.getByLabel('City').fill('')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('City is required')).toBeVisible()
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
  await expect(rowOf(page, 'Vera Changing')).toContainText('Inactive')
  await expect(rowOf(page, 'Vera Changing')).toContainText('Cusco')
})

test('an address without a coach says so', async ({ page }) => {
  for (const address of ['nobody', '01890000-0000-7000-8000-000000000000']) {
    await page.goto(`/app/coaches/${address}`)
    await expect(page.getByRole('heading', { name: 'Coach not found' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to Coaches' }).click()
  await expect(page.getByRole('heading', { name: 'Coaches', level: 1 })).toBeVisible()
})

test('a list that cannot be loaded says so and tries again', async ({ page }) => {
  const asked: Route[] = []
  await page.route('**/api/coaches?*', (route) => void asked.push(route))
  const fail = async (times: number) => {
    await expect.poll(() => asked.length).toBe(times)
    await asked.at(-1)?.abort()
  }
  await page.goto('/app/coaches')
  await fail(1)
  const failure = page.getByText('The coaches could not be loaded')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(failure).toBeVisible()
  // The button is there while it is tried, and whoever pressed it stays on it when that fails.
  await again.click()
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(failure).toBeVisible()
  await fail(2)
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(again).toBeFocused()
  await page.unroute('**/api/coaches?*')
  await again.click()
  await expect(page.getByRole('link', { name: 'Manage Thomas Berg' })).toBeVisible()
})

test('on a phone the coaches are cards, and nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/app/coaches?q=thomas+berg')
  await expect(page.getByRole('listitem').filter({ hasText: 'Thomas Berg' })).toBeVisible()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(360)
  await page.getByRole('link', { name: 'Manage Thomas Berg' }).click()
  await expect(page.getByRole('heading', { name: 'Thomas Berg', level: 1 })).toBeVisible()
  expect(await width()).toBeLessThanOrEqual(360)
})

test('axe finds nothing on the screens of coaches, light or dark', async ({ page }) => {
  await page.goto('/app/coaches?q=thomas+berg')
  await page.getByRole('checkbox', { name: 'Select Thomas Berg' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change Status' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Inactive' }).click()
  await expectAccessible(page, '[role="alertdialog"]')
  await page.keyboard.press('Escape')
  await page.goto('/app/coaches?q=nobody+at+all')
  await expect(page.getByText('No coaches found.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/coaches?q=helene+dahl')
  await page.getByRole('link', { name: 'Manage Helene Dahl' }).click()
  await expect(page.getByRole('heading', { name: 'Assigned clients' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await expectAccessible(page, '[role="dialog"]')
  await page.goto('/app/coaches/nobody')
  await expect(page.getByRole('heading', { name: 'Coach not found' })).toBeVisible()
  await expectAccessible(page)
})
