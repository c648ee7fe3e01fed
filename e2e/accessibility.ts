import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Rules whose answer depends on colours; everything else is the same in the dark. */
const rulesOfColour: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Axe finds nothing on the page, or in `part` of it: by light with all its rules, in the dark with those of colours. */
export async function expectAccessible(page: Page, part = 'html') {
  // Before that there is a page that starts, or a dialog on its way, and nothing to look at.
  await expect(page.locator('main')).toBeAttached()
  await expect(page.locator(part).first()).toBeVisible()
  // Its half a megabyte goes to each page once.
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

/** Only what is wrong is gathered, no style sheet is fetched again, and there are no frames. */
const quickly: RunOptions = { resultTypes: ['violations'], preload: false, iframes: false }

/** Each rule that is broken in `part`, with the elements that break it. */
const violations = (page: Page, part: string, rules: RunOptions = {}) =>
  page.evaluate(
    async ({ asked, options }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // Where the part is not there, it says so.
      const { violations: found } = await run({ include: [asked] }, options)
      return found.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
    },
    { asked: part, options: { ...quickly, ...rules } },
  )
