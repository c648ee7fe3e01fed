import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { expectAccessible } from './accessibility.ts'
import {
  addSession,
  busyCoach,
  clientIdOf,
  dayFromNow,
  drawer as drawerOf,
  hold,
  newClient,
  newSession,
  openLastSession,
  openPlan,
  planSession,
  signIn,
} from './journeys.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'Sessions by week' })
const weekButtons = (page: Page, type: string) =>
  grid(page).getByRole('button', { name: new RegExp(`^${type}, week`) })

test.beforeEach(({ page }) => signIn(page))

test('a coach finds a client by name and keeps the search in the address', async ({ page }) => {
  await page.goto('/app/clients')
  await expect(page.getByText(/^Showing (\d+) of \1 clients$/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('lind sarah')
  await expect(page.getByText('Showing 1 of')).toBeVisible()
  await expect(page).toHaveURL(/\?q=lind\+sarah$/)
  const row = page.getByRole('row', { name: /Sarah Lindqvist/ })
  await expect(row).toContainText('Nordlys Design')
  await expect(row.getByRole('meter', { name: 'Burnout' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('lind sarah')
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page.getByText('No clients found')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page.getByRole('link', { name: /^View Plan/ }).nth(3)).toBeVisible()
})

test('an admin sees the clients of every coach', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  await page.goto('/app/clients')
  await expect(page.getByRole('heading', { name: 'Clients', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByText(/^Showing \d+ of \d{3,} clients$/)).toBeVisible()
  await page.getByRole('searchbox').fill('charlotte reed')
  await expect(page.getByRole('link', { name: 'View Plan of Charlotte Reed' })).toBeAttached()
})

test('a plan shows who the client is, and every grid of weeks', async ({ page }) => {
  await openPlan(page, 'Sarah Lindqvist')
  for (const fact of ['Start date', 'Risk level', 'Organization', 'Open sessions'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
  for (const name of ['Sessions', 'Home assignments', 'Metrics'])
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overall burnout risk assessment' })).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: 'TREND' })).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: '(this week)' })).toBeInViewport()
  await expect(page.getByRole('row', { name: /^Stress level/ })).toContainText('Falling')
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await expect(page.getByRole('heading', { name: 'My Clients' })).toBeVisible()
})

test('what is held at the top of the window stays there when something opens over a page that is scrolled', async ({
  page,
}) => {
  await openPlan(page, 'Sarah Lindqvist')
  await expect(page.getByRole('row', { name: /^Stress level/ })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  const sidebar = page.locator('aside')
  const top = async () => (await sidebar.boundingBox())?.y
  expect(await top()).toBe(0)
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  await expect(page.getByRole('dialog', { name: 'Add home assignment' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect(await top()).toBe(0)
  // And the page below does not scroll.
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(5, 5)
  await page.mouse.wheel(0, 300)
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

test('every week of the burnout line has its name, also where there is no room for it below', async ({
  page,
}) => {
  await openPlan(page, 'Sarah Lindqvist')
  const heading = page.getByRole('heading', { name: 'Overall burnout risk assessment' })
  await heading.scrollIntoViewIfNeeded()
  const chart = page.getByRole('figure', { name: 'Burnout risk by week' })
  await expect(chart.getByRole('button', { name: /^W17: / })).toHaveCount(1)
  await expect(chart.getByRole('button', { name: /^W18: / })).toHaveCount(1)
  await expect(chart.getByText('W17', { exact: true })).toHaveCount(0)
  // Below the estimates that differ nothing is left over of the place that was kept for it.
  const box = heading.locator('xpath=ancestor::section[1]')
  const endOf = async (it: typeof box) => {
    const { y, height } = (await it.boundingBox()) ?? { y: 0, height: 0 }
    return y + height
  }
  const differing = box.getByText(/What does the client think/)
  await expect(differing).toBeVisible()
  // What is above them may still come while one looks from the one to the other.
  await expect.poll(async () => (await endOf(box)) - (await endOf(differing))).toBeLessThan(50)
})

test('the range of weeks stays after a reload', async ({ page }) => {
  await openPlan(page, 'Sarah Lindqvist')
  await page.getByRole('combobox', { name: 'Weeks' }).click()
  await page.getByRole('option', { name: 'Last 4 weeks' }).click()
  await expect(page).toHaveURL(/weeks=4/)
  // The type, four weeks, the trend.
  await expect(grid(page).getByRole('columnheader')).toHaveCount(6)
  await page.reload()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(6)
  await expect(page.getByRole('combobox', { name: 'Weeks' })).toHaveText('Last 4 weeks')
})

test('arrow keys walk the weeks of the grid, and Tab stops there once', async ({ page }) => {
  await openPlan(page, 'Sarah Lindqvist')
  const buttons = weekButtons(page, 'Weekly coaching')
  const tabStops = grid(page).locator('button[tabindex="0"]')
  await expect(tabStops).toHaveCount(1)
  await expect(tabStops).toHaveAccessibleName(/^Weekly coaching, week 18:/)
  await tabStops.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(buttons.and(page.locator(':focus'))).toHaveAccessibleName(/week 17:/)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Intake session, week 1:/)
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
  await expect(tabStops).toHaveCount(1)
})

test('a count opens the sessions of its week, and the address says which', async ({ page }) => {
  await openPlan(page, 'Sarah Lindqvist')
  const week17 = weekButtons(page, 'Weekly coaching').and(page.getByLabel('week 17:'))
  await week17.click()
  const drawer = drawerOf(page)
  await expect(drawer).toContainText('Sarah Lindqvist')
  await expect(page).toHaveURL(/week=17&type=/)
  await page.reload()
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/week=/)
  await week17.focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Sarah Lindqvist', level: 1 })).toBeVisible()
})

test('a coach adds a session, and a double click adds it once', async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  const added: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/scheduled-sessions')) added.push(request.method())
  })
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByLabel('Date', { exact: true }).fill('')
  await dialog.getByLabel('Time', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  for (const message of ['Session type is required', 'Date is required', 'Time is required'])
    await expect(dialog.getByText(message)).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Session Type' })).toBeFocused()
  expect(added).toEqual([])

  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Follow-up' }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(1))
  await dialog.getByLabel('Time', { exact: true }).fill('23:30')
  await dialog.getByRole('button', { name: 'Schedule session' }).dblclick()
  await expect(page.getByText('Session scheduled', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(weekButtons(page, 'Follow-up')).toHaveAccessibleName(/: 1 session \(1 scheduled\)$/)
  expect(added).toEqual(['POST'])
  await page.reload()
  await expect(weekButtons(page, 'Follow-up')).toHaveCount(1)
})

test('what a form proposes may come after it has opened: the keyboard is in its first field then, unless one has gone on', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  const type = dialog.getByRole('combobox', { name: 'Session Type' })
  const open = async () => {
    const propose = await hold(page, '**/usual-slot*')
    await page.getByRole('button', { name: '+ Add session' }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    return propose
  }
  const propose = await open()
  propose()
  await expect(type).toBeFocused()

  await page.reload()
  const proposeAgain = await open()
  await page.keyboard.press('Tab')
  const close = dialog.getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  proposeAgain()
  await expect(type).toBeVisible()
  await expect(close).toBeFocused()
})

test('the time that is proposed for a session is of the moment at which one asks', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { url, clientId } = await newSession(page, 'Weekly coaching')
  await page.goto(url.replace(/\?.*/, ''))
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  const date = dialog.getByLabel('Date', { exact: true })
  const add = page.getByRole('button', { name: '+ Add session' })
  await add.click()
  await expect(date).toHaveValue(dayFromNow(7))
  await page.keyboard.press('Escape')
  const inAWeek = new Date(Date.now() + 7 * 24 * 3600 * 1000).toISOString()
  await planSession(page, clientId, inAWeek)
  await add.click()
  await expect(date).toHaveValue(dayFromNow(14))
})

test('the drawer says which session it shows, and an archived one looks like it', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const name = await newClient()
  await openPlan(page, name)
  await addSession(page, 'Closing session')
  await openLastSession(page, 'Closing session')
  const panel = drawerOf(page)
  await expect(panel.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Closing session · \w{3} \d+, \d{4}, 12:00 AM$/,
  )
  await expect(panel).toHaveAccessibleDescription(new RegExp(`${name}.*Week \\d+.*Open`))
  await panel.getByRole('button', { name: 'Archive' }).click()
  await expect(panel).toHaveAccessibleDescription(/Archived/)
  await expect(panel.getByText('This session is archived.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await panel.getByRole('button', { name: 'Reopen' }).click()
  await expect(panel).toHaveAccessibleDescription(/Open/)
  await expect(panel.getByText('This session is archived.')).toBeHidden()
})

test('a session behind the shown weeks is listed below them', async ({ page }) => {
  await signIn(page, busyCoach)
  const name = await newClient()
  await openPlan(page, name)
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Closing session' }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(300))
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Closing session, .* \(W\d+\)$/ }).click()
  await expect(drawerOf(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
})

test('a date that is no week of the plan is refused beside the date, and says why', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/scheduled-sessions')) sent.push(request.method())
  })
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Follow-up' }).click()
  const date = dialog.getByLabel('Date', { exact: true })
  const faults = {
    [dayFromNow(-120)]:
      /^The plan began on \w{3} \d+, \d{4}: a session cannot be before that day\.$/,
    '9999-12-31': 'The date must be within 5 years from now.',
    '275760-01-01': 'The date must be within 5 years from now.',
  }
  for (const [day, fault] of Object.entries(faults)) {
    await date.fill(day)
    await dialog.getByRole('button', { name: 'Schedule session' }).click()
    await expect(dialog.getByText(fault)).toBeVisible()
    await expect(date).toHaveAccessibleDescription(fault)
  }
  expect(sent).toEqual([])
})

test('a date that only the server refuses is told beside the date as well', async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  const sentence = 'The date must be within 5 years from now.'
  await page.route('**/scheduled-sessions', (route) =>
    route.fulfill({
      status: 400,
      json: { error: sentence, code: 'invalid', fields: { sessionDate: sentence }, requestId: 'x' },
    }),
  )
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Follow-up' }).click()
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(dialog.getByText(sentence)).toBeVisible()
})

test('a session from before the plan began is listed below the weeks', async ({ page }) => {
  await page.route('**/sessions-and-metrics*', async (route) => {
    const answer = await route.fetch()
    const plan = await answer.json()
    plan.sessions[0].weekNumber = -17
    await route.fulfill({ response: answer, json: plan })
  })
  await openPlan(page, 'Sarah Lindqvist')
  const before = page.getByText('Before the plan began:').locator('xpath=..')
  await before.getByRole('button', { name: /^Intake session, / }).click()
  await expect(drawerOf(page)).toBeVisible()
})

test('a plan is printed with what lies around its shown weeks, and a chosen range says what it leaves out', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const clientId = await clientIdOf(page, await newClient())
  const ahead = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
  for (const days of [1, 7 * 25]) await planSession(page, clientId, ahead(days))
  await page.route('**/sessions-and-metrics*', async (route) => {
    const answer = await route.fetch()
    const plan = await answer.json()
    const [first] = plan.sessions
    plan.sessions.push({ ...first, id: crypto.randomUUID(), weekNumber: -17, status: 'archived' })
    await route.fulfill({ response: answer, json: plan })
  })
  const isOnPaper = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('print-plan')),
    )
  const column = (name: RegExp) => page.getByRole('columnheader', { name })
  await page.goto(`/app/clients/${clientId}`)
  await expect(page.getByText('After these weeks:')).toBeVisible()
  await expect.poll(isOnPaper).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(column(/^W12\b/)).toHaveCount(1)
  await expect(column(/^W26\b/)).toHaveCount(1)
  await expect(column(/^W25\b/)).toHaveCount(0)
  await expect(column(/^Before W1/)).toHaveCount(1)
  await expect(page.getByRole('cell', { name: 'planned' })).toHaveCount(2)
  await expect(page.getByRole('cell', { name: 'archived' })).toHaveCount(1)
  const left = page.getByText(/The plan has entries in other weeks/)
  await expect(left).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/app/clients/${clientId}?weeks=4`)
  await expect(page.getByText('After these weeks:')).toBeVisible()
  await expect.poll(isOnPaper).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(left).toHaveText(
    'Only the last 4 weeks are included, as selected. The plan has entries in other weeks, too.',
  )
  await expect(column(/^W26\b/)).toHaveCount(0)
})

test('a session that could not be added is still in the form', async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  await page.route('**/scheduled-sessions', (route) => route.abort())
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Closing session' }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(2))
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(
    page.getByText('Failed to schedule session. Please try again.', { exact: true }),
  ).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Session Type' })).toHaveText('Closing session')
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(dayFromNow(2))
})

test('a coach does not get the plan of somebody else\u2019s client', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  await openPlan(page, 'Charlotte Reed')
  const address = page.url()
  await signIn(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Client not found' })).toBeVisible()
})

test('a list that cannot be loaded says so and tries again', async ({ page }) => {
  await page.route('**/api/my-coach-clients*', (route) => route.abort(), { times: 1 })
  await page.goto('/app/clients')
  await expect(page.getByText('The clients could not be loaded')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'View Plan of Sarah Lindqvist' })).toBeVisible()
})
