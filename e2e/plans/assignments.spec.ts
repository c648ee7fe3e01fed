import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, dayFromNow, newClientOf, openPlan, signIn, toasts } from '../journeys.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'Home assignments by week' })

type NewAssignment = { type?: string; due: string; weeks?: number; note?: string }
async function assign(page: Page, { type = 'Sleep diary', due, weeks, note }: NewAssignment) {
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
/** Opens the same plan as the client, in another browser. */
async function ownPlan(own: Page, page: Page) {
  await own.goto(`/app/my-plan/${new URL(page.url()).pathname.split('/').at(-1)}`)
  await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
  return own
}
const item = (within: Locator, text: string) =>
  within.getByRole('listitem').filter({ hasText: text })

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a coach adds a weekly assignment once, even by a double click, and sees what is missing', async ({
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

  await assign(page, { due: dayFromNow(1), weeks: 4 })
  await expect(toasts(page)).toContainText('4 home assignments added')
  await expect(grid(page).getByRole('row', { name: /^Sleep diary/ })).toContainText('0/4')
  await expect(grid(page).getByRole('button')).toHaveCount(4)
})

test('a client completes an assignment with a note, and the coach sees it and its undo at once', async ({
  page,
  signInOther,
}) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await assign(page, { due: dayFromNow(1), note: 'Before bed.' })
  const own = await ownPlan(await signInOther(guardian), page)
  const list = own.getByRole('region', { name: 'Home assignments', exact: true })
  await expect(item(list, 'Sleep diary')).toContainText('Before bed.')
  await grid(page)
    .getByRole('button', { name: /: 0 of 1 completed$/ })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await expect(dialog).toContainText('To do')

  await own.getByRole('button', { name: 'Complete: Sleep diary' }).click()
  // Pointing at the toast keeps it open.
  await toasts(own).getByRole('listitem').hover()
  await expect(dialog.getByText(/^Completed \w{3} \d+, \d{4}$/)).toBeVisible()
  await toasts(own).getByRole('button', { name: 'Add a note' }).click()
  await own.getByRole('dialog').getByLabel('Note').fill('I slept better after it.')
  await own.getByRole('button', { name: 'Save note' }).click()
  await expect(dialog).toContainText('I slept better after it.')
  await expectAccessible(page, '[role=dialog]')

  await own.getByRole('button', { name: 'Undo: Sleep diary' }).click()
  await expect(dialog).toContainText('To do')
  await expect(dialog).not.toContainText('I slept better')
  await own.getByRole('button', { name: 'Complete: Sleep diary' }).click()
  await expect(dialog).toContainText('I slept better after it.')
  await own.close()
})

test('a coach changes one assignment and deletes the rest of a series after a question', async ({
  page,
}) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await assign(page, { due: dayFromNow(1), weeks: 4 })
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

test('a half-cleared due date is an error, a cleared one removes it', async ({ page }) => {
  const { name } = await newClientOf()
  await openPlan(page, name)
  await assign(page, { due: dayFromNow(1) })
  await grid(page).getByRole('button').first().click()
  const dialog = page.getByRole('dialog', { name: /^Sleep diary, week / })
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit home assignment' })
  const due = edit.getByLabel('Due date')
  // The month is the first part of the field.
  await due.focus()
  await page.keyboard.press('Backspace')
  await expect(due).toHaveValue('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('This date is not complete.')).toBeVisible()
  await expect(due).toBeFocused()
  await due.fill(dayFromNow(2))
  await expect(edit.getByText('This date is not complete.')).toBeHidden()
  // An empty field is a valid change.
  await due.fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(dialog).toContainText('No due date')
})
