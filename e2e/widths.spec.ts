import { expect, test } from './journey.ts'
import { everyPage } from './every-page.ts'
import { delay, signIn } from './journeys.ts'
import { movements, watchMovements } from './movements.ts'

/** So far may move what one sees. Where a link does not work, the frame around a spinner becomes one around a card. */
const mostMoved = (name: string) => (name === 'onboard' ? 0.02 : 0.01)

// Each page is opened once, for both. It waits until nothing is fetched any more, and this file is the last: they end
// together instead of one after the other.
test.describe.configure({ mode: 'parallel' })

const widths = [360, 390, 768, 1024, 1200, 1440, 1920]

for (const { name, as, path } of everyPage)
  test(`the page ${name} stands still when what it shows comes late, and never scrolls sideways, on no screen from 360 to 1920 wide`, async ({
    page,
  }) => {
    if (as) await signIn(page, `${as}@demo.maylab.test`)
    const address = await path(page)
    await watchMovements(page)
    await delay(page, '**/api/**', 250)
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^(?!Page Not Found).+ · Maylab$/)
    await page.waitForLoadState('networkidle')
    expect(await movements(page)).toBeLessThan(mostMoved(name))
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // Tables become cards, and the sidebar a menu, by a listener: the next frame has them.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      const sideways = await page.evaluate(() => {
        scrollTo(1_000, 0)
        const moved = scrollX
        scrollTo(0, 0)
        return moved
      })
      expect(sideways, `at ${width}`).toBe(0)
    }
  })

const tables = [
  ['/app/clients', 'View Plan'],
  ['/app/users', 'Edit'],
  ['/app/coaches', 'Manage'],
  ['/app/messages', 'Send again'],
  ['/app/audit-log', 'Details'],
] as const

for (const [path, action] of tables)
  test(`rows of ${path} are 48 pixels at 1280 wide, and what one can do with them is in view from 768 on`, async ({
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

test('at 1280 pixels the list of clients has every column that is specified', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  // With a scrollbar that takes room.
  await page.setViewportSize({ width: 1265, height: 800 })
  await page.goto('/app/clients')
  await expect(page.getByRole('link', { name: /^View Plan/ }).first()).toBeVisible()
  const headings = await page.getByRole('columnheader').allInnerTexts()
  expect(headings.map((it) => it.replaceAll(/\s+/g, ' ').trim())).toEqual([
    ...['SELECT', 'CLIENT', 'RISK', 'LAST SESSION', 'NEXT SESSION', 'COACH', 'OPEN SESSIONS'],
    ...['BURNOUT', 'TREND', 'ACTIONS'],
  ])
})
