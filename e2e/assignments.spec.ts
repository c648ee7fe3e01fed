import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { busyCoach, dayFromNow, hold, newClientOf, openPlan, signIn, toasts } from './journeys.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'Home assignments by week' })

type Given = { type?: string; due: string; weeks?: number; note?: string }
async function give(page: Page, { type = 'Sleep diary', due, weeks, note }: Given) {
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add home assignment' })
  await dialog.getByRole('combobox', { name: 'Assignment Type' }).click()
  await page.getByRole('option', { name: type }).click()
  await dialog.getByLabel('Due date').fill(due)
  if (weeks) await dialog.getByLabel('Weeks in a row').fill(String(weeks))
  if (note) await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Add home assignment' }).dblclick()
  await expect(dialog).toBeHidden()
}
/** The client's own window on the plan that is open in the coach's. */
async function ownPlan(own: Page, page: Page) {
  await own.goto(`/app/my-plan/${new URL(page.url()).pathname.split('/').at(-1)}`)
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
  return own
}
const item = (within: Locator, text: string) =>
  within.getByRole('listitem').filter({ hasText: text })

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a type is chosen also where its field was opened before the types were there', async ({
  page,
}) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  const come = await hold(page, '**/api/admin/assignment-definitions*')
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  const type = page.getByRole('combobox', { name: 'Assignment Type' })
  await expect(type).toContainText('Loading...')
  await type.click()
  await expect(type).toHaveAttribute('aria-expanded', 'true')
  come()
  await page.getByRole('option', { name: 'Sleep diary' }).click()
  await expect(type).toContainText('Sleep diary')
})

test('a coach gives a weekly assignment once, whatever is pressed twice, and sees what is missing', async ({
  page,
}) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add home assignment' })
  await dialog.getByLabel('Due date').fill('')
  await dialog.getByLabel('Weeks in a row').fill('27')
  await dialog.getByRole('button', { name: 'Add home assignment' }).click()
  await expect(dialog.getByText('Assignment type is required')).toBeVisible()
  await expect(dialog.getByText('Enter a number from 1 to 26')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await give(page, { due: dayFromNow(1), weeks: 4 })
  await expect(toasts(page)).toContainText('4 home assignments added')
  await expect(grid(page).getByRole('row', { name: /^Sleep diary/ })).toContainText('0/4')
  await expect(grid(page).getByRole('button')).toHaveCount(4)
  await expectAccessible(page)
})

test('a client completes with a note, the coach sees it at once, and it is taken back', async ({
  page,
  somebodyElse,
}) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(1), note: 'Before bed.' })
  const own = await ownPlan(await somebodyElse(guardian), page)
  const list = own.getByRole('region', { name: 'Home assignments', exact: true })
  await expect(item(list, 'Sleep diary')).toContainText('Before bed.')
  await grid(page)
    .getByRole('button', { name: /: 0 of 1 completed$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await expect(dialog).toContainText('To do')

  await own.getByRole('button', { name: 'Complete: Sleep diary' }).click()
  // Who points at it has time.
  await toasts(own).getByRole('listitem').hover()
  await expect(dialog.getByText(/^Completed \w{3} \d+, \d{4}$/)).toBeVisible()
  await toasts(own).getByRole('button', { name: 'Add a note' }).click()
  await own.getByRole('dialog').getByLabel('Note').fill('I slept better after it.')
  await own.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toContainText('I slept better after it.')
  await expectAccessible(own)
  await expectAccessible(page, '[role=dialog]')

  await own.getByRole('button', { name: 'Undo: Sleep diary' }).click()
  await expect(dialog).toContainText('To do')
  await expect(dialog).not.toContainText('I slept better')
  await own.getByRole('button', { name: 'Complete: Sleep diary' }).click()
  await expect(dialog).toContainText('I slept better after it.')
  await own.close()
})

test('a note that is being written stays when somebody takes the completion back meanwhile', async ({
  page,
  somebodyElse,
}) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(1) })
  const own = await ownPlan(await somebodyElse(guardian), page)
  await own.getByRole('button', { name: 'Complete: Sleep diary' }).click()
  await own.getByRole('button', { name: 'Add a note: Sleep diary' }).click()
  await own.getByRole('dialog').getByLabel('Note').fill('Half of it.')
  await grid(page)
    .getByRole('button', { name: /: 1 of 1 completed$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(own.getByLabel('Complete: Sleep diary')).toBeVisible()
  await expect(own.getByRole('dialog').getByLabel('Note')).toHaveValue('Half of it.')
  await own.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toContainText('Half of it.')
  await own.close()
})

test('what is due after the shown weeks can be opened and deleted too', async ({ page }) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(300) })
  const later = page.getByRole('button', { name: 'After these weeks: 1' })
  await later.click()
  await expectAccessible(page)
  const dialog = page.getByRole('dialog', { name: /^Home assignments after week \d+$/ })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete home assignment' }).click()
  await expect(dialog).toContainText('No home assignments left after this week.')
  await page.keyboard.press('Escape')
  await expect(later).toBeHidden()
})

test('whoever gives one is told where the types cannot be loaded, and where there are none', async ({
  page,
}) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  let answer: unknown
  await page.route('**/api/admin/assignment-definitions*', (route) =>
    answer ? route.fulfill({ json: answer }) : route.abort(),
  )
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add home assignment' })
  await expect(dialog).toContainText('The assignment types could not be loaded')
  answer = []
  const none = dialog.getByText('No assignment types yet.')
  // Another journey may change types at this moment: then they are read anew without a press.
  await dialog
    .getByRole('button', { name: /try again/i })
    .or(none)
    .click()
  await expect(none).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
})

test('staff mark one as completed for the client, who sees by whom', async ({
  page,
  somebodyElse,
}) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(0) })
  await grid(page).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as completed' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Undo' })).toBeFocused()
  const own = await ownPlan(await somebodyElse(guardian), page)
  await expect(own.getByText(/^Completed .* by Karin Ekström$/)).toBeVisible()
  await own.close()
})

test('what is overdue says so to both, each in the right words', async ({ page, somebodyElse }) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(0), type: 'Breathing exercise' })
  // A plan that began today has no yesterday: its assignments are looked at from the day after.
  const tomorrow = Date.now() + 26 * 3_600_000
  await page.clock.setFixedTime(tomorrow)
  await page.reload()
  await expect(
    grid(page).getByRole('button', { name: /: 0 of 1 completed, 1 overdue$/ }),
  ).toBeVisible()
  await grid(page).getByRole('button').click()
  await expect(page.getByRole('dialog')).toContainText('Overdue')
  const own = await ownPlan(await somebodyElse(guardian), page)
  await own.clock.setFixedTime(tomorrow)
  await own.reload()
  await expect(own.getByText('Overdue')).toBeVisible()
  await own.close()
})

test('one is changed, and the rest of a series deleted after saying how many and what was done', async ({
  page,
}) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(1), weeks: 4 })
  const weeks = grid(page).getByRole('button')
  await weeks.nth(1).click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit home assignment' }).getByLabel('Note').fill('Short.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('Short.')
  await dialog.getByRole('button', { name: 'Mark as completed' }).click()

  await dialog.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('It is already completed.')
  await question.getByRole('combobox', { name: 'Apply to' }).click()
  await page.getByRole('option', { name: 'This one and the 2 after it' }).click()
  await expect(question).toContainText('1 of them is already completed')
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Delete 3 home assignments' }).click()
  await expect(dialog).toContainText('No home assignments left in this week.')
  await page.keyboard.press('Escape')
  await expect(weeks).toHaveCount(1)
})

test('a date of which one part was cleared takes no due date away', async ({ page }) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await give(page, { due: dayFromNow(1) })
  await grid(page).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit home assignment' })
  const due = edit.getByLabel('Due date')
  // The month, as the first part.
  await due.focus()
  await page.keyboard.press('Backspace')
  await expect(due).toHaveValue('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('This date is not complete.')).toBeVisible()
  await expect(due).toBeFocused()
  await due.fill(dayFromNow(2))
  await expect(edit.getByText('This date is not complete.')).toBeHidden()
  // Cleared as a whole, it is meant.
  await due.fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(dialog).toContainText('No due date')
})
