import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Rules whose answer depends on colours; everything else is the same in the dark. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Axe finds nothing on the page, or in `part` of it: by light with all its rules, in the dark with those of colours. */
export async function expectAccessible(page: Page, part = 'html') {
  const axe = () =>
    new AxeBuilder({ page })
      // Only what is wrong is gathered, and no style sheet is fetched again.
      .options({ resultTypes: ['violations'], preload: false })
      .include(part)
      // Otherwise axe opens a page of its own for every answer, for frames from elsewhere: there are none.
      .setLegacyMode()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe().withRules(rulesOfColour).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axe().analyze()
  const found = Object.entries({ light, dark }).flatMap(([colours, { violations }]) =>
    violations.map(({ id, nodes }) => [colours, id, nodes.map((it) => it.html)]),
  )
  expect(found).toEqual([])
}
