import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { busyCoach, newClient, openPlan, signIn } from './journeys.ts'

const metrics = (page: Page) => page.getByRole('grid', { name: 'Metrics by week' })
const cell = (page: Page, metric: string) =>
  metrics(page).getByRole('row', { name: metric }).getByRole('gridcell').first()

test.beforeEach(async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
})

test('values are typed down a column by keyboard, and a server that is slow holds nobody up', async ({
  page,
}) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/metric-values', async (route) => {
    await answered
    await route.continue()
  })
  await cell(page, 'Anxiety').focus()
  await page.keyboard.type('62,5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('70')
  await page.keyboard.press('Enter')
  await page.keyboard.type('48')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anxiety')).toHaveText('62.5')
  await expect(cell(page, 'Mood')).toHaveText('70')
  await expect(cell(page, 'Work engagement')).toHaveText('48')
  // Escape lets go of what was typed.
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Work engagement')).toHaveText('48')
  await expect(cell(page, 'Work engagement')).toBeFocused()
  answer()
  await expectAccessible(page, 'main')
  await expect(async () => {
    await page.reload()
    await expect(cell(page, 'Work engagement')).toHaveText('48', { timeout: 2000 })
  }).toPass()
  await expect(cell(page, 'Anxiety')).toHaveText('62.5')
})

test('a column is pasted, cleared, and taken back step by step', async ({ page }) => {
  const paste = (text: string) =>
    cell(page, 'Anxiety').evaluate((element, plain) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', plain)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  await cell(page, 'Anxiety').focus()
  await paste('61\n55\n44\n73\n')
  await expect(page.getByText(/^2 of 4 pasted: the others lie on cells/)).toBeVisible()
  await expect(cell(page, 'Anxiety')).toHaveText('61')
  await expect(cell(page, 'Mood')).toHaveText('73')
  await cell(page, 'Mood').focus()
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Mood')).toHaveText('N/A')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Mood')).toHaveText('73')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Mood')).toHaveText('N/A')
  await expect(cell(page, 'Anxiety')).toHaveText('N/A')
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled()
})

test('what could not be saved keeps its text, says so in the cell, and is tried again', async ({
  page,
}) => {
  await page.route('**/metric-values', (route) => route.abort())
  await cell(page, 'Mood').focus()
  await page.keyboard.type('73')
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Mood')).toHaveText('73Not saved')
  await expect(cell(page, 'Mood')).toHaveAttribute('aria-invalid', 'true')
  await expect(
    page.getByText('The server could not be reached. What you typed is kept here.'),
  ).toBeVisible()
  await expectAccessible(page, 'main')
  await page.unroute('**/metric-values')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cell(page, 'Mood')).toHaveText('73')
  await page.reload()
  await expect(cell(page, 'Mood')).toHaveText('73')

  await cell(page, 'Mood').focus()
  await page.keyboard.type('173')
  await page.keyboard.press('Enter')
  await cell(page, 'Mood').focus()
  await expect(page.getByText('Mood lies between 0 and 100.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(cell(page, 'Mood')).toHaveText('73')
})

test('of two who write one cell the later one sees the other value and says whose stands', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto(page.url())
  await cell(other, 'Mood').focus()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await other.route('**/metric-values', async (route) => {
    await held
    await route.continue()
  })
  await other.keyboard.type('20')
  await other.keyboard.press('Tab')
  await expect(cell(other, 'Mood')).toHaveText('20')
  await cell(page, 'Mood').focus()
  await page.keyboard.type('80')
  const saved = page.waitForResponse('**/metric-values')
  await page.keyboard.press('Enter')
  await saved
  letThrough()
  await expect(cell(other, 'Mood')).toHaveText('20Changed')
  await other.getByRole('button', { name: 'Save 20' }).click()
  await expect(cell(page, 'Mood')).toHaveText('20')
  await cell(page, 'Mood').focus()
  await page.keyboard.press('Space')
  const history = page.getByRole('dialog', { name: 'History of Mood, W1' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText(/^20Noted by Karin/)
  await expect(history.getByRole('listitem').last()).toContainText(/^80Noted by Karin/)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
})
