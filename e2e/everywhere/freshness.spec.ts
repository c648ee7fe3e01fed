import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { delay, newClient, signIn } from '../journeys.ts'

/** Collects the API paths that the page requests from now on. */
function readsOf(page: Page) {
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/')) reads.push(pathname)
  })
  return reads
}

const titles = {
  Users: 'User Management',
  Clients: 'Clients',
  Coaches: 'Coaches',
  Organizations: 'Organizations',
  Analytics: 'Analytics',
  'Audit Log': 'Audit Log',
  Dashboard: 'System Overview',
}

test('pages that were loaded are not loaded again when a user comes back to them', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  const reads = readsOf(page)
  await page.goto('/app')
  const walk = async () => {
    for (const [name, title] of Object.entries(titles)) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0)
    }
  }
  await walk()
  expect(reads.length).toBeGreaterThan(Object.keys(titles).length)
  reads.length = 0
  await walk()
  // As if the window regained focus.
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible'] as const) {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
      window.dispatchEvent(new Event('visibilitychange'))
    }
  })
  await page.waitForLoadState('networkidle')
  expect(reads).toEqual([])
})

test('the audit log and messages are refreshed on request, by keyboard too', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/audit-log')
  const count = page.getByText(/^Showing [\d,]+ of [\d,]+ entries, as of /)
  const total = async () =>
    Number(/of ([\d,]+)/.exec(await count.innerText())?.[1]?.replace(',', ''))
  await expect(count).toBeVisible()
  const before = await total()
  // This adds an entry.
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
  // Others may send notices meanwhile, which the bell shows.
  const messageReads = () => reads.filter((it) => it === '/api/admin/messages')
  await expect.poll(() => messageReads().length).toBe(1)
})
