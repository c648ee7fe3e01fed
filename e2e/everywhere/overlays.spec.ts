import type { Clock, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { findRecorded, signIn, toasts } from '../journeys.ts'
import { expectFreeForToast, toastPlace } from '../toast-place.ts'

const showToast = (page: Page) =>
  page.getByRole('button', { name: 'Show a toast', exact: true }).click()
const shownToast = (page: Page) => toasts(page).getByText('Coach created')
/** Shows a toast while a dialog or menu is open. */
const toastBehind = async (page: Page) => {
  await page
    .getByRole('button', { name: 'Show a toast', exact: true, includeHidden: true })
    .dispatchEvent('click')
  await expect(shownToast(page)).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/components')
  await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible()
})

/** Swipes the toast with many small moves, like a finger. */
async function swipe(page: Page, pixels: number) {
  const box = await shownToast(page).boundingBox()
  if (!box) throw new Error('No toast is shown.')
  await page.mouse.move(box.x + 4, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 4 + pixels, box.y + 4, { steps: 12 })
  await page.mouse.up()
}

/** Stops the clock of the page, so that a busy machine cannot distort the measurement. */
async function stopClock(clock: Clock) {
  await clock.install()
  await clock.pauseAt(Date.now() + 1_000)
  return (milliseconds: number) => clock.runFor(milliseconds)
}

test('a toast closes after five seconds and is replaced by the next one', async ({ page }) => {
  const pass = await stopClock(page.clock)
  await page.getByRole('button', { name: 'Show a destructive toast' }).click()
  await expect(toasts(page).getByText('Login Failed')).toBeVisible()
  await pass(3_000)
  await showToast(page)
  await expect(shownToast(page)).toBeVisible()
  await expect(toasts(page).getByRole('listitem')).toHaveCount(1)
  await pass(4_900)
  await expect(shownToast(page)).toBeVisible()
  await pass(200)
  await expect(shownToast(page)).toBeHidden()
})

test('a swipe of 50 pixels to the right closes a toast', async ({ page }) => {
  // The swipe alone closes it.
  await stopClock(page.clock)
  await showToast(page)
  const place = async () => (await shownToast(page).boundingBox())?.x
  const before = await place()
  for (const pixels of [40, -80]) {
    await swipe(page, pixels)
    await expect.poll(place, 'it goes back').toBe(before)
  }
  await swipe(page, 60)
  await expect(shownToast(page)).toBeHidden()
})

test('Escape closes the dialog in use and leaves the toast', async ({ page }) => {
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await toastBehind(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shownToast(page)).toBeVisible()
})

test('F8 moves the focus to a toast from a dialog, where Escape closes only the toast', async ({
  page,
}) => {
  const pass = await stopClock(page.clock)
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  const field = page.getByRole('dialog').getByLabel('Name')
  await expect(field).toBeFocused()
  await toastBehind(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await pass(6_000)
  await expect(shownToast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shownToast(page)).toBeHidden()
  await expect(field).toBeFocused()
})

test('a toast never covers the buttons of a dialog', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await stopClock(page.clock)
  const dialog = page.getByRole('dialog')
  const canBePressed = () =>
    dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true, timeout: 5_000 })
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  await toastBehind(page)
  await canBePressed()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Dialog with a form' }).dispatchEvent('click')
  await canBePressed()
  await expect(shownToast(page)).toBeVisible()
})

// pages.spec.ts checks each page.
test('from 1024 pixels on a toast lies where no page and no drawer has a control', async ({
  page,
}) => {
  await stopClock(page.clock)
  await showToast(page)
  const widths = [1024, 1440, 1920]
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const box = await toasts(page).getByRole('listitem').boundingBox()
    expect(box).toEqual(toastPlace(width))
  }
  await page.clock.resume()
  await signIn(page, 'coach@demo.maylab.test')
  const { url } = await findRecorded(page, 'Sarah Lindqvist')
  for (const tab of ['recording', 'values']) {
    await page.goto(`${url}&tab=${tab}`)
    await page.waitForLoadState('networkidle')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      await expectFreeForToast(page, width)
    }
  }
})

test('a tooltip opens after 700 ms, and at once within 300 ms of the last one', async ({
  page,
}) => {
  const pass = await stopClock(page.clock)
  const pointAt = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await button.scrollIntoViewIfNeeded()
    const box = await button.boundingBox()
    if (!box) throw new Error(`There is no button ${name}.`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
  }
  const tooltip = page.getByRole('tooltip')
  const leave = async () => {
    await page.mouse.move(5, 5, { steps: 8 })
    await expect(tooltip).toHaveCount(0)
  }
  await pointAt('Archive')
  await pass(690)
  await expect(tooltip).toHaveCount(0)
  await pass(20)
  await expect(tooltip).toHaveText('Archive')
  await leave()
  await pass(280)
  await pointAt('Edit')
  await expect(tooltip).toHaveText('Edit')
  await leave()
  await pass(320)
  await pointAt('Archive')
  await pass(690)
  await expect(tooltip).toHaveCount(0)
})
