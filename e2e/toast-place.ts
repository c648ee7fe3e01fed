import { expect, type Page } from '@playwright/test'

/** Where a toast lies from 1024 pixels on (web/ui/toast-area.tsx). */
export const toastPlace = (width: number) => ({
  x: width - Math.max(width / 2 - 208, 336) - 384,
  y: 1,
  width: 384,
  height: 60,
})

/** Expects no control of the page where a toast would cover it. */
export async function expectFreeForToast(page: Page, viewportWidth: number) {
  await page.evaluate(() => scrollTo(0, 0))
  const covered = await page.evaluate(
    ({ x, y, width, height }) =>
      [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter((it) => it.checkVisibility() && it.closest('.sr-only') === null)
        .map((it) => ({ it, at: it.getBoundingClientRect() }))
        .filter(
          ({ at }) =>
            at.width > 2 &&
            at.left < x + width &&
            at.right > x &&
            at.top < y + height &&
            at.bottom > y,
        )
        .map(({ it }) => it.outerHTML.slice(0, 120)),
    toastPlace(viewportWidth),
  )
  expect(covered, `at ${viewportWidth}`).toEqual([])
}
