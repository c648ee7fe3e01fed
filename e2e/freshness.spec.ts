import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { delay, hold, newClient, openPlan, signIn } from './journeys.ts'

/** Addresses of the API that the page reads from now on. */
function readsOf(page: Page) {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname)
  })
  return reads
}

/** As if another window had been in front meanwhile. */
async function lookAwayAndBack(page: Page) {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible'] as const) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      window.dispatchEvent(new Event('visibilitychange'))
    }
  })
  await page.waitForLoadState('networkidle')
}

const titles = {
  Users: 'User Management',
  Clients: /Clients$/,
  Coaches: 'Coaches',
  Organizations: 'Organizations',
  Analytics: /Analytics/,
  'Audit Log': 'Audit Log',
  Dashboard: 'System Overview',
}
const all = Object.keys(titles) as (keyof typeof titles)[]

for (const [who, names] of [
  ['system', all],
  ['coach', ['Clients', 'Dashboard']],
] as const)
  test(`what ${who} read stays as it was read, from page to page and from window to window`, async ({
    page,
  }) => {
    await signIn(page, `${who}@demo.maylab.test`)
    const reads = readsOf(page)
    await page.goto('/app')
    const walk = async () => {
      for (const name of names) {
        await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name: titles[name] })).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0)
      }
    }
    await walk()
    expect(reads.length).toBeGreaterThan(names.length)
    reads.length = 0
    await walk()
    await lookAwayAndBack(page)
    expect(reads).toEqual([])
  })

test('of a plan the data of the client alone is read again when the window comes back', async ({
  page,
}) => {
  await signIn(page)
  // What others change meanwhile, such as definitions, is told to every plan.
  await hold(page, '**/events*')
  const listens = page.waitForRequest(/\/events/)
  // For paper, a while after the page is there.
  const isWhole = page.waitForResponse(/\/questionnaires$/)
  await openPlan(page, 'Sarah Lindqvist')
  await listens
  await isWhole
  await page.waitForLoadState('networkidle')
  const reads = readsOf(page)
  await lookAwayAndBack(page)
  await expect.poll(() => reads.map((it) => it.split('/').at(-1))).toEqual(['sessions-and-metrics'])
})

test('the audit log and the messages are read anew when asked, by keyboard too', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/audit-log')
  const count = page.getByText(/^Showing [\d,]+ of [\d,]+ entries, as of /)
  const total = async () =>
    Number(/of ([\d,]+)/.exec(await count.innerText())?.[1]?.replace(',', ''))
  await expect(count).toBeVisible()
  const before = await total()
  // Somebody does something meanwhile.
  await newClient()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  await delay(page, '**/api/admin/audit-log*', 500)
  await refresh.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Refreshing...' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expect.poll(total).toBeGreaterThan(before)
  await expect(refresh).toBeFocused()

  await page.unroute('**/api/admin/audit-log*')
  await page.route('**/api/admin/audit-log*', (route) => route.abort(), { times: 1 })
  await refresh.click()
  await expect(page.getByRole('alert')).toContainText('The entries could not be refreshed.')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await page.goto('/app/messages')
  await expect(page.getByText(/messages, as of/)).toBeVisible()
  const reads = readsOf(page)
  await refresh.click()
  await expect.poll(() => reads.length).toBe(1)
})

test('after a change what shows it is read anew, and what does not stays as it was read', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/organizations')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Edit Organization' })
  const description = form.getByLabel('Description')
  const before = await description.inputValue()
  await page.keyboard.press('Escape')
  // Read, and not in view any more.
  for (const name of ['Coaches', 'Clients']) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(page.getByText(new RegExp(`^Showing .* ${name.toLowerCase()}`))).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click()
  await page.waitForLoadState('networkidle')
  const reads = readsOf(page)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await description.fill('Read anew.')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Read anew.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([...new Set(reads)].toSorted()).toEqual([
    '/api/admin/organization-places',
    '/api/admin/organizations',
  ])
  reads.length = 0
  // A client's organization is called as it is now; a coach has none.
  await page.getByRole('navigation').getByRole('link', { name: 'Clients', exact: true }).click()
  const ofClients = ['/api/admin/client-counts', '/api/admin/clients']
  await expect.poll(() => reads.toSorted()).toEqual(ofClients)
  await page.getByRole('navigation').getByRole('link', { name: 'Coaches' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Coaches' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(reads.toSorted()).toEqual(ofClients)
  await page.getByRole('navigation').getByRole('link', { name: 'Organizations' }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await description.fill(before)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form).toBeHidden()
})
