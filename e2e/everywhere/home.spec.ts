import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'

import {
  clientIdOf,
  drawer,
  openPlan,
  ownLastName,
  planSession,
  send,
  signIn,
  unfold,
  userPassword,
} from '../journeys.ts'

const h1 = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

/** A figure of the overview, by its label. */
const figure = (page: Page, label: string) =>
  page.getByRole('main').getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]')

/** The number of rows of a list, which the overview has to match. */
async function totalOf(page: Page, path: string) {
  const answer = await page.request.get(`${path}?limit=1`)
  expect(answer.ok()).toBe(true)
  return Number(answer.headers()['x-total-count'])
}

async function openMyPlan(page: Page, email: string) {
  await signIn(page, email)
  await page.goto('/app')
  await page.getByRole('link', { name: 'View My Plan' }).click()
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible()
}

test('an administrator starts with an overview', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  const before = await totalOf(page, '/api/admin/clients')
  await page.goto('/app')
  await expect(h1(page, 'System Overview')).toBeVisible()
  // Other journeys add clients at the same time.
  const clients = Number((await figure(page, 'Clients').innerText()).replaceAll(',', ''))
  expect(clients).toBeGreaterThanOrEqual(before)
  expect(clients).toBeLessThanOrEqual(await totalOf(page, '/api/admin/clients'))
  const week = page.getByRole('listitem').filter({ hasText: /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), / })
  await expect(week).toHaveCount(7)
  await expect(week.filter({ hasText: '(today)' })).toHaveCount(1)
  const name = 'No Coach Assigned'
  const card = page.getByRole('link', { name: new RegExp(`^${name}`) })
  const waiting = Number(/\d+/.exec(await card.innerText())?.[0])
  await card.click()
  await expect(page).toHaveURL(/\/app\/clients\?waitingFor=/)
  await expect(page.getByText(new RegExp(`^Showing ${waiting} of `))).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: `Remove filter Next step: ${name}` }).click()
  await expect(page.getByText(/^Showing (\d+) of \1 clients$/)).toBeVisible()
})

test('a coach starts with the sessions of the day', async ({ page }) => {
  await signIn(page)
  // The demo data may have no session today.
  const at = await scheduleNow(page, 'vestergaard')
  const time = at.toLocaleTimeString('en-US', {
    ...{ timeZone: 'Europe/Copenhagen', hour: 'numeric', minute: '2-digit' },
  })
  await page.goto('/app')
  await expect(h1(page, 'System Overview')).toBeVisible()
  const clients = await totalOf(page, '/api/my-coach-clients')
  await expect(page.getByText(`Your day · ${clients} clients, as of`)).toBeVisible()
  const today = page.getByRole('region', { name: 'Today' })
  const named = new RegExp(String.raw`^${time.replace(/\s/, '.')}\s*50 min\s*Frederik Vestergaard`)
  await expect(today.getByRole('link', { name: named }).first()).toBeVisible()
  const next = page.getByRole('region', { name: 'Next' })
  await next.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/app\/clients\/[\w-]+\?session=[\w-]+$/)
  await expect(drawer(page).getByText('Scheduled').first()).toBeVisible()

  await page.goBack()
  const waiting = page.getByRole('region', { name: 'Waiting for Transcription' })
  await waiting.getByRole('link', { name: /^Johanne Mikkelsen/ }).click()
  await expect(drawer(page).getByRole('tab', { name: 'Transcripts', selected: true })).toBeVisible()
  await expect(drawer(page).getByRole('button', { name: 'Transcribe Recording' })).toBeVisible()
  await page.goBack()
  const risen = page.getByRole('region', { name: 'Rising risk' })
  await expect(risen.getByRole('link').first()).toContainText('Rising')
})

/** Schedules a session of a client for now; returns the time. */
async function scheduleNow(page: Page, name: string) {
  const now = new Date()
  await planSession(page, await clientIdOf(page, name), now.toISOString())
  return now
}

test('an organization starts with its own figures and nothing about the system', async ({
  page,
}) => {
  await signIn(page, 'org@demo.maylab.test')
  await page.goto('/app')
  await expect(h1(page, 'System Overview')).toBeVisible()
  await expect(page.getByText('Nordlys Design', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Coverage', exact: true })).toBeVisible()
  await expect(page.getByText('Waiting work')).toBeHidden()
  await expect(page.getByText('My Health Plan')).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText('Sarah')
  expect((await page.request.get('/api/admin/overview')).status()).toBe(403)
})

test('a system administrator goes through the first steps and hides them', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  const steps = page.getByRole('region', { name: 'First steps', exact: true })
  await page.goto('/app')
  await expect(page.getByText('Waiting work')).toBeVisible()
  // The demo has nothing to set up.
  await expect(steps).toHaveCount(0)
  await send(page, 'PUT', '/api/admin/settings/showFirstSteps', { value: true })
  await page.reload()
  await expect(steps.getByRole('listitem')).toHaveCount(8)
  await expectAccessible(page, '[aria-label="First steps"]')
  await steps.getByRole('link', { name: /^External Integrations/ }).click()
  await expect(page.getByRole('tab', { name: 'External Integrations' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.goBack()
  await steps.getByRole('button', { name: 'Hide' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Waiting work')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('a user of an organization who is also a client sees both', async ({ page, signInOther }) => {
  const admin = await signInOther('system@demo.maylab.test')
  const listed = await admin.request.get('/api/admin/organizations?q=Nordlys&limit=1')
  const [organization] = (await listed.json()) as { id: string }[]
  const email = `${ownLastName()}@example.com`
  await send(admin, 'POST', '/api/admin/users', {
    ...{ firstName: 'Karen', lastName: ownLastName(), email, password: userPassword },
    ...{ roles: ['org_user', 'client_user'], organizationId: organization?.id },
  })
  await signIn(page, email)
  await page.goto('/app')
  await page.getByRole('button', { name: 'Decide later' }).click()
  await expect(page.getByRole('region', { name: 'Coverage', exact: true })).toBeVisible()
  await expect(h1(page, 'System Overview')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'My Health Plan', level: 2 })).toBeVisible()
})

test('a client reads their plan without recordings and cannot change it', async ({ page }) => {
  await signIn(page, 'client@demo.maylab.test')
  await page.goto('/app')
  await expect(h1(page, 'My Health Plan')).toBeVisible()
  const lead = page.getByRole('region', { name: 'Next up' })
  await expect(lead).toContainText(/Weekly coaching with Thomas Berg/)
  await expect(lead.getByRole('time')).toContainText(/ at \d+:00 [AP]M$/)
  await expect(lead).toContainText(/Due /)
  for (const name of ['Name & Relationship', 'Last Session', 'Next Session'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const own = page.getByRole('row').nth(1)
  await expect(own).toContainText('Sarah Lindqvist')
  await expect(own).toContainText('My Plan')
  await own.getByRole('link', { name: 'View My Plan' }).click()

  await expect(h1(page, 'Sarah Lindqvist')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Next session' })).toContainText('with Thomas Berg')
  await expect(page.getByRole('link', { name: 'coach@demo.maylab.test' })).toHaveAttribute(
    'href',
    'mailto:coach@demo.maylab.test',
  )
  await expect(page.getByText(/^Low, \d+ of 100/)).toBeVisible()
  await unfold(page, 'All sessions')
  const sessions = page.getByRole('region', { name: 'Sessions', exact: true })
  await expect(sessions.getByRole('row').nth(1)).toContainText('Scheduled')
  await expect(sessions.getByText('Completed').first()).toBeAttached()
  await expect(page.getByRole('region', { name: 'Home assignments', exact: true })).toContainText(
    'Sleep diary',
  )
  // The legend has only what the client sees.
  await unfold(page, 'Week by week')
  const byWeek = page.getByRole('region', { name: 'Sessions by week' })
  await expect(byWeek.locator('xpath=ancestor::section[1]/ul')).toHaveText(
    'OpenScheduledCompletedArchived',
    { ignoreCase: true },
  )
  await expect(page.getByRole('row', { name: /^Stress level/ })).toContainText('Falling')
  await page.getByRole('heading', { name: 'Overall burnout risk' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('row', { name: /^Burnout risk/ })).toBeVisible()
  await expect(sessions.getByText(/recording|transcript/i)).toHaveCount(0)
  // The coach shared one conversation, which can only be read.
  await expect(sessions.getByRole('button')).toHaveText(['Read'])
  await expect(page.getByRole('button', { name: '+ Add session' })).toHaveCount(0)

  const weeks = byWeek.getByRole('columnheader', { name: /^W\d+/ })
  expect(await weeks.count()).toBeGreaterThan(12)
  await page.getByRole('combobox', { name: 'Weeks' }).click()
  await page.getByRole('option', { name: 'Last 4 weeks' }).click()
  await expect(page).toHaveURL(/weeks=4/)
  await expect(weeks).toHaveCount(4)
  await page.getByRole('link', { name: 'Back to My Health Plan' }).click()
  await expect(h1(page, 'My Health Plan')).toBeVisible()
})

test('a client sees who opened their data', async ({ page }) => {
  const email = 'laura.oestergaard@demo.maylab.test'
  await signIn(page)
  await openPlan(page, 'Laura Østergaard')
  await openMyPlan(page, email)
  await unfold(page, 'Privacy')
  const readers = page.getByRole('region', { name: 'Who opened my data' })
  await expect(readers.getByRole('row').nth(1)).toContainText('Thomas Berg')
  await expect(readers.getByRole('row').nth(1)).toContainText('Coach')
  await expect(readers.getByRole('row').nth(1)).toContainText('opened the plan')
  await expect(
    readers.getByText('saw the name and risk in a list of clients').first(),
  ).toBeVisible()
})
