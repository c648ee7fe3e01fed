import type { Page } from '@playwright/test'
import { everyPage } from '../every-page.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { delay, findRecorded, signIn } from '../journeys.ts'
import { expectFreeForToast } from '../toast-place.ts'

/** The cumulative layout shift of a page: 0 is none, 0.1 is poor. */
const layoutShift = (page: Page) =>
  page.evaluate(() => (window as unknown as { moved: number }).moved)
const watchLayoutShift = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as { moved: number }
    watched.moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        watched.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
/** Pages for an invalid link, where a card replaces the spinner. */
const maxShift = (name: string) => (name === 'onboard' ? 0.05 : 0.02)

// Each waits until everything is loaded.
test.describe.configure({ mode: 'parallel' })

const pages: typeof everyPage = [
  ...everyPage,
  {
    name: 'transcripts of coach',
    as: 'coach',
    path: async (page) => `${(await findRecorded(page, 'Sarah Lindqvist')).url}&tab=transcripts`,
  },
]

for (const { name, as, path } of pages)
  test(`the page ${name} keeps still while it loads, fits every width, leaves room for a toast and has no axe violation`, async ({
    page,
  }) => {
    if (as) await signIn(page, `${as}@demo.maylab.test`)
    const address = await path(page)
    await watchLayoutShift(page)
    await delay(page, '**/api/**', 250)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(address)
      // A drawer hides the heading of its page, and a page that prints has a second one for paper.
      const headings = page.getByRole('heading', { level: 1, includeHidden: true })
      await expect(headings.first()).toBeAttached()
      await expect(page).toHaveTitle(/^(?!Page Not Found).+ · Maylab$/)
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page), `at ${width}`).toBeLessThan(maxShift(name))
      await expectAccessible(page, name.startsWith('transcripts') ? '[role=dialog]' : 'html')
    }
    for (const width of [360, 390, 768, 1024, 1200, 1440, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      // Tables become cards and the sidebar becomes a menu in the next frame.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      const sideways = await page.evaluate(() => {
        scrollTo(1_000, 0)
        const moved = scrollX
        scrollTo(0, 0)
        return moved
      })
      expect(sideways, `at ${width}`).toBe(0)
      if (as && width >= 1024) await expectFreeForToast(page, width)
    }
  })

const tables = [
  ['/app/clients', 'View Plan'],
  ['/app/users', 'Edit'],
  ['/app/coaches', 'Manage'],
  ['/app/messages', 'Read'],
  ['/app/audit-log', 'Details'],
] as const

for (const [path, action] of tables)
  test(`rows of ${path} are 48 pixels high, and their buttons are in view from 768 pixels on`, async ({
    page,
  }) => {
    await signIn(page, 'system@demo.maylab.test')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    const row = page.locator('tbody tr[data-index]').first()
    const button = row.getByRole(/View|Manage/.test(action) ? 'link' : 'button', {
      name: new RegExp(`^${action}`),
    })
    await expect(button).toBeVisible()
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(49)
    for (const width of [768, 900, 1024, 1265]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await expect(button, `at ${width}`).toBeInViewport({ ratio: 1 })
      const box = await button.boundingBox()
      const table = await page.getByRole('table').locator('..').boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((table?.x ?? 0) + (table?.width ?? 0))
    }
  })

test('at 1280 pixels the list of clients has all its columns', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  // With a classic scrollbar, which takes up width.
  await page.setViewportSize({ width: 1265, height: 800 })
  await page.goto('/app/clients')
  await expect(page.getByRole('link', { name: /^View Plan/ }).first()).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((it) => it.replaceAll(/\s+/g, ' ').trim())).toEqual([
    ...['SELECT', 'CLIENT', 'RISK', 'LAST SESSION', 'NEXT SESSION', 'COACH', 'OPEN SESSIONS'],
    ...['BURNOUT', 'TREND', 'ACTIONS'],
  ])
})
