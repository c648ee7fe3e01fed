import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  endLogin,
  hold,
  newClient,
  openPlan,
  signIn,
  signInByForm,
} from '../journeys.ts'

const metrics = (page: Page) => page.getByRole('grid', { name: 'Metrics by week' })
const cell = (page: Page, metric: string) =>
  metrics(page).getByRole('row', { name: metric }).getByRole('gridcell').first()

/** Waits until the page can be left without a question. */
const allSaved = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))))
    .toBe(true)

test.beforeEach(async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
})

test('values are typed down a column while the server is slow', async ({ page }) => {
  const answer = await hold(page, '**/metric-values')
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
  // Escape discards the text.
  await page.keyboard.type('99')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Work engagement')).toHaveText('48')
  await expect(cell(page, 'Work engagement')).toBeFocused()
  type Sent = { values: { numericValue: number | null }[] }
  const saved = page.waitForResponse(
    (it) =>
      it.url().endsWith('/metric-values') &&
      (it.request().postDataJSON() as Sent).values.some(({ numericValue }) => numericValue === 48),
  )
  answer()
  await saved
  await page.reload()
  await expect(cell(page, 'Work engagement')).toHaveText('48')
  await expect(cell(page, 'Anxiety')).toHaveText('62.5')
})

test('a column is pasted, cleared, undone and redone', async ({ page }) => {
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
  await expect(page.getByText(/^2 of 4 pasted. The others fall on/)).toBeVisible()
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
  await page.keyboard.press('Control+y')
  await expect(cell(page, 'Mood')).toHaveText('73')
  await expect(cell(page, 'Anxiety')).toHaveText('61')
  await page.keyboard.press('Control+Shift+z')
  await expect(cell(page, 'Mood')).toHaveText('N/A')
  await expect(page.getByRole('button', { name: 'Redo', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(cell(page, 'Mood')).toHaveText('73')
})

test('leaving a plan with unsaved values asks first', async ({ page }) => {
  const answer = await hold(page, '**/metric-values')
  const plan = page.url()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await cell(page, 'Mood').focus()
  await page.keyboard.type('73')
  await page.keyboard.press('Enter')
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload({ timeout: 4000 }).catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await reloading
  await expect(cell(page, 'Mood')).toHaveText('73')
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(plan)
  // Once the value is saved, the page is left without a question.
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  answer()
  await expect(page.getByRole('heading', { name: 'My Clients', level: 1 })).toBeVisible()
  await page.goto(plan)
  await expect(cell(page, 'Mood')).toHaveText('73')
  await page.reload()
  await expect(cell(page, 'Mood')).toHaveText('73')
})

test('a printed plan says if the questionnaires cannot be loaded', async ({ page }) => {
  await page.route('**/clients/*/questionnaires', (route) => route.abort())
  await page.reload()
  await expect(cell(page, 'Mood')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The questionnaires could not be loaded and')).toBeVisible()
  await expect(page.getByText(/^Printed /)).toBeVisible()
  await expect(metrics(page)).toBeHidden()
})

test('a value that could not be saved is kept in its cell and tried again', async ({ page }) => {
  await page.route('**/metric-values', (route) => route.abort())
  await cell(page, 'Mood').focus()
  await page.keyboard.type('73')
  await page.keyboard.press('Tab')
  await expect(cell(page, 'Mood')).toHaveText('73Not saved')
  await expect(cell(page, 'Mood')).toHaveAttribute('aria-invalid', 'true')
  await expect(
    page.getByText('The server cannot be reached. Your changes are kept here.'),
  ).toBeVisible()
  await expectAccessible(page, 'main')
  await page.unroute('**/metric-values')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cell(page, 'Mood')).toHaveText('73')
  await allSaved(page)
  await page.reload()
  await expect(cell(page, 'Mood')).toHaveText('73')

  await cell(page, 'Mood').focus()
  await page.keyboard.type('173')
  await page.keyboard.press('Enter')
  await cell(page, 'Mood').focus()
  await expect(page.getByText('Mood must be between 0 and 100.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(cell(page, 'Mood')).toHaveText('73')
})

test('a value typed after the login ended is saved after signing in', async ({ page }) => {
  const goOn = await endLogin(page)
  await cell(page, 'Mood').focus()
  await page.keyboard.type('64')
  await page.keyboard.press('Tab')
  await expect(page.getByText('What you typed is still in this window.')).toBeVisible()
  await goOn()
  const saved = page.waitForResponse('**/metric-values')
  await signInByForm(page, busyCoach)
  expect((await saved).ok()).toBe(true)
  await expect(cell(page, 'Mood')).toHaveText('64')
  await page.reload()
  await expect(cell(page, 'Mood')).toHaveText('64')
})

test('of two users who edit one cell the later one sees both values and chooses', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  await other.goto(page.url())
  await cell(other, 'Mood').focus()
  const letThrough = await hold(other, '**/metric-values')
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
  await expect(other.getByRole('button', { name: 'Keep 80' })).toBeVisible()
  await other.getByRole('button', { name: 'Save 20' }).click()
  await expect(cell(page, 'Mood')).toHaveText('20')
  await cell(page, 'Mood').focus()
  await page.keyboard.press('Space')
  const history = page.getByRole('dialog', { name: 'History of Mood, W1' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').first()).toContainText(/^20Entered by Karin/)
  await expect(history.getByRole('listitem').last()).toContainText(/^80Entered by Karin/)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
})

test('the language and names of a client are saved', async ({ page }) => {
  const open = async () => {
    await page.getByRole('button', { name: 'More for this plan' }).click()
    await page.getByRole('menuitem', { name: 'Language and names' }).click()
    return page.getByRole('dialog', { name: 'Language and names' })
  }
  const dialog = await open()
  await dialog.getByRole('combobox', { name: 'Language of the sessions' }).click()
  await page.getByRole('option', { name: 'Danish' }).click()
  await dialog.getByLabel('Names and terms').fill('Nordlys\n\nAda Holm ')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  const again = await open()
  await expect(again.getByRole('combobox', { name: 'Language of the sessions' })).toContainText(
    'Danish',
  )
  await expect(again.getByLabel('Names and terms')).toHaveValue('Nordlys\nAda Holm')
  await page.keyboard.press('Escape')
})

test('a plan is downloaded as CSV and printed', async ({ page }) => {
  // It includes a value that is still being saved.
  const save = await hold(page, '**/metric-values')
  await cell(page, 'Mood').focus()
  await page.keyboard.type('73')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More for this plan' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  await expect(page.getByRole('button', { name: 'More for this plan' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  save()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^plan-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(
    /\r\nmetric,Wellbeing,Mood,1,\d{4}-\d\d-\d\d,73,points,,manual,Karin Ekström,,,\d{4}-\d\d-\d\d \d\d:\d\d,\r\n/,
  )

  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('table').filter({ hasText: 'Wellbeing: Mood' })
  await expect(sheet.getByRole('row', { name: 'Wellbeing: Mood' })).toContainText('73')
  for (const name of ['More for this plan', '+ Add session', '+ Add assessment', 'Coach history'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(sheet).toHaveCount(0)
})
