import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Rules that depend on colors; all others give the same result in dark mode. */
const rulesOfColour: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Expects no axe violations in `part` of the page: in light mode with all rules, in dark mode with those of color. */
export async function expectAccessible(page: Page, part = 'html') {
  // Waits for the page or dialog.
  await expect(page.locator('main')).toBeAttached()
  await expect(page.locator(part).first()).toBeVisible()
  // Loads half a megabyte once per page.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, part, rulesOfColour)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violations(page, part)
  const found = Object.entries({ light, dark }).flatMap(([colours, broken]) =>
    broken.map(([id, nodes]) => [colours, id, nodes]),
  )
  expect(found).toEqual([])
}

/** Reports only violations, fetches no style sheets and skips frames. */
const quickly: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false }

/** Violated rules with their elements. */
const violations = (page: Page, part: string, rules: RunOptions = {}) =>
  page.evaluate(
    async ({ asked, options }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const { violations: found } = await run({ include: [asked] }, options)
      return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
    },
    { asked: part, options: { ...quickly, ...rules } },
  )
