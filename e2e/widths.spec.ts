import { expect, test } from './journey.ts'
import { everyPage } from './every-page.ts'
import { signIn } from './journeys.ts'

// Each waits until nothing is fetched any more, and this file is the last: they end together instead of one after the other.
test.describe.configure({ mode: 'parallel' })

const widths = [360, 390, 768, 1024, 1200, 1440, 1920]

for (const { name, as, path } of everyPage)
  test(`the page ${name} never scrolls sideways, on no screen from 360 to 1920 wide`, async ({
    page,
  }) => {
    if (as) await signIn(page, `${as}@demo.maylab.test`)
    await page.goto(await path(page))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(/^(?!Page Not Found).+ · Maylab$/)
    await page.waitForLoadState('networkidle')
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
