import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'

import {
  addSession,
  busyCoach,
  clientIdOf,
  dayFromNow,
  drawer as drawerOf,
  newClient,
  openLastSession,
  openPlan,
  planSession,
  signIn,
  toasts,
} from '../journeys.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'Sessions by week' })
const weekButtons = (page: Page, type: string) =>
  grid(page).getByRole('button', { name: new RegExp(`^${type}, week`) })

test.beforeEach(({ page }) => signIn(page))

test('a coach finds a client by name, and the search is in the address', async ({ page }) => {
  await page.goto('/app/clients')
  await expect(page.getByText(/^Showing (\d+) of \1 clients$/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('lind sarah')
  await expect(page.getByText('Showing 1 of')).toBeVisible()
  await expect(page).toHaveURL(/\?q=lind\+sarah$/)
  // The search stays once typing has paused.
  await page.waitForTimeout(800)
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

test('a plan shows the client and its weeks, by mouse, by keyboard and after a reload', async ({
  page,
}) => {
  await openPlan(page, 'Sarah Lindqvist')
  for (const fact of ['Start date', 'Risk level', 'Organization', 'Open sessions'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
  for (const name of ['Sessions', 'Home assignments', 'Metrics'])
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overall burnout risk assessment' })).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: 'TREND' })).toBeVisible()
  await expect(grid(page).getByRole('columnheader', { name: '(this week)' })).toBeInViewport()
  await expect(page.getByRole('row', { name: /^Stress level/ })).toContainText('Falling')

  // Arrow keys move between weeks, and Tab stops there once.
  const tabStops = grid(page).locator('button[tabindex="0"]')
  await expect(tabStops).toHaveCount(1)
  const week = async (it: Locator) =>
    Number(/week (\d+):/.exec((await it.getAttribute('aria-label')) ?? '')?.[1])
  const present = await week(tabStops)
  await tabStops.focus()
  await page.keyboard.press('ArrowLeft')
  expect(await week(page.locator(':focus'))).toBeLessThan(present)
  await expect(tabStops).toHaveCount(1)

  await page.getByRole('combobox', { name: 'Weeks' }).click()
  await page.getByRole('option', { name: 'Last 4 weeks' }).click()
  await expect(page).toHaveURL(/weeks=4/)
  // The type, four weeks, the trend.
  await expect(grid(page).getByRole('columnheader')).toHaveCount(6)
  await page.reload()
  await expect(grid(page).getByRole('columnheader')).toHaveCount(6)
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await expect(page.getByRole('heading', { name: 'My Clients' })).toBeVisible()
})

test('a count opens the sessions of its week and is in the address', async ({ page }) => {
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

test('a coach adds a session once, even by a double click', async ({ page }) => {
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

test('the drawer names its session, which is archived and restored', async ({ page }) => {
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
  // Pointing at a toast keeps it open.
  await toasts(page).getByRole('listitem').hover()
  await expect(panel.getByText('This session is archived.')).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('Session restored')
  await expect(panel).toHaveAccessibleDescription(/Open/)
  await expect(panel.getByText('This session is archived.')).toBeHidden()
})

test('a printed plan includes sessions outside the shown weeks, unless a range is selected', async ({
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
  const column = (name: RegExp) => page.getByRole('columnheader', { name })
  await page.goto(`/app/clients/${clientId}`)
  await expect(page.getByText('After these weeks:')).toBeVisible()
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
  await page.emulateMedia({ media: 'print' })
  await expect(left).toHaveText(
    'Only the last 4 weeks are included, as selected. The plan has entries in other weeks, too.',
  )
  await expect(column(/^W26\b/)).toHaveCount(0)
})
