import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { demoPassword } from '../server/accounts/demo-password.ts'
import { expectAccessible } from './accessibility.ts'

const toastArea = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' })
const showToast = (page: Page) => page.getByRole('button', { name: 'Show a toast' }).click()
const shownToast = (page: Page) => toastArea(page).getByText('Coach created')
/** One that comes by itself while a dialog or menu keeps everybody from its button. */
const toastBehind = async (page: Page) => {
  await page
    .getByRole('button', { name: 'Show a toast', includeHidden: true })
    .dispatchEvent('click')
  await expect(shownToast(page)).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('system@demo.maylab.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/app/)
  await page.goto('/app/components')
  await expect(page.getByRole('heading', { name: 'Components', level: 1 })).toBeVisible()
})

/** Drags the toast as a finger would, sampled often enough to be a swipe and not a jump. */
async function swipe(page: Page, pixels: number) {
  const box = await shownToast(page).boundingBox()
  if (!box) throw new Error('No toast is shown.')
  await page.mouse.move(box.x + 4, box.y + 4)
  await page.mouse.down()
  await page.mouse.move(box.x + 4 + pixels, box.y + 4, { steps: 12 })
  await page.mouse.up()
}

/** From here on time passes in the page only as the test says: a busy machine cannot blur what is measured. */
async function stopClock(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  return (milliseconds: number) => page.clock.runFor(milliseconds)
}

test('a toast leaves after five seconds, and a new one takes its place', async ({ page }) => {
  const pass = await stopClock(page)
  await page.getByRole('button', { name: 'Show a destructive toast' }).click()
  await expect(toastArea(page).getByText('Login Failed')).toBeVisible()
  await pass(3_000)
  await showToast(page)
  await expect(shownToast(page)).toBeVisible()
  await expect(toastArea(page).getByRole('listitem')).toHaveCount(1)
  await pass(4_900)
  await expect(shownToast(page)).toBeVisible()
  await pass(200)
  await expect(shownToast(page)).toBeHidden()
})

test('a swipe to the right closes a toast from 50 pixels on', async ({ page }) => {
  await showToast(page)
  await swipe(page, 40)
  await page.waitForTimeout(400)
  await expect(shownToast(page)).toBeVisible()
  await swipe(page, -80)
  await page.waitForTimeout(400)
  await expect(shownToast(page)).toBeVisible()
  await swipe(page, 60)
  await expect(shownToast(page)).toBeHidden({ timeout: 1_000 })
})

test('F8 moves the focus to the toasts', async ({ page }) => {
  await showToast(page)
  await expect(shownToast(page)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(toastArea(page).getByRole('list')).toBeFocused()
})

test('Escape closes the dialog or menu in use, and the toast above it stays', async ({ page }) => {
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  await toastBehind(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(shownToast(page)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await toastBehind(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(shownToast(page)).toBeVisible()
})

test('F8 reaches a toast from inside a dialog, and Escape there closes the toast alone', async ({
  page,
}) => {
  const pass = await stopClock(page)
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  const field = page.getByRole('dialog').getByLabel('Name')
  await expect(field).toBeFocused()
  await toastBehind(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toastArea(page).getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await pass(6_000)
  await expect(shownToast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shownToast(page)).toBeHidden()
  await expect(field).toBeFocused()
  await page.keyboard.press('F8')
  await page.keyboard.press('Shift+Tab')
  await pass(100)
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a toast that was there before a dialog is dismissed by a click, and the dialog stays', async ({
  page,
}) => {
  await showToast(page)
  await page.getByRole('button', { name: 'Dialog with a form' }).click()
  await toastArea(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(shownToast(page)).toBeHidden()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
})

test('a tooltip opens after 700 ms, and at once within 300 ms of the last one', async ({
  page,
}) => {
  const pass = await stopClock(page)
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
  await pass(20)
  await expect(tooltip).toHaveText('Archive')
})

test('a locked drawer stays until it is unlocked', async ({ page }) => {
  await page.getByRole('button', { name: 'Open drawer' }).click()
  const drawer = page.getByRole('dialog', { name: 'Session' })
  const lock = drawer.getByRole('switch', { name: 'Something must not be interrupted' })
  await lock.click()
  await page.keyboard.press('Escape')
  await page.mouse.click(20, 400)
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeDisabled()
  await expect(drawer).toBeVisible()
  await lock.click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Open drawer' })).toBeFocused()
})

test('the slash focuses the search, Escape clears it', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search clients' })
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(search).toHaveValue('a/b')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
})

test('a select is worked by keyboard, and its list is called like the field', async ({ page }) => {
  const role = page.getByRole('combobox', { name: 'Role', exact: true })
  const list = page.getByRole('listbox', { name: 'Role' })
  /** What a listener hears of the list while the focus stays on the button. */
  const expectActive = async (label: string) => {
    await expect(role).toBeFocused()
    const option = list.getByRole('option', { name: label })
    await expect(role).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id')) ?? '',
    )
  }
  await role.focus()
  await page.keyboard.press('ArrowDown')
  await expectActive('All Roles')
  await expect(list.getByRole('option', { name: 'All Roles', selected: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectActive('Coach')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(role).toHaveText('All Roles')
  await page.keyboard.type('cl')
  await expectActive('Client')
  // The last one is disabled.
  await page.keyboard.press('End')
  await expectActive('Client')
  await page.keyboard.press('Enter')
  await expect(list).toBeHidden()
  await expect(role).toHaveText('Client')
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('Tab')
  await expect(role).toHaveText('All Roles')
  await expect(page.getByRole('combobox', { name: 'Session Type' })).toBeFocused()
})

test('a button keeps its width while it works', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Save Changes' })
  const before = await button.boundingBox()
  await button.click()
  const busy = page.getByRole('button', { name: 'Saving...' })
  await expect(busy).toBeDisabled()
  expect((await busy.boundingBox())?.width).toBe(before?.width)
})

test('axe finds nothing on the components, open or closed, light or dark', async ({ page }) => {
  await page.getByRole('button', { name: 'Show a destructive toast' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Role', exact: true }).click()
  await expect(page.getByRole('listbox', { name: 'Role' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  for (const name of ['Dialog with a form', 'Long dialog', 'Open drawer']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, '[role="dialog"]')
    await page.keyboard.press('Escape')
  }
})
