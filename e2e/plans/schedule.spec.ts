import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  addSession,
  busyCoach,
  dayFromNow,
  drawer,
  newClient,
  newClientOf,
  openLastSession,
  openPlan,
  signIn,
  toasts,
  unfold,
} from '../journeys.ts'

const grid = (page: Page) => page.getByRole('region', { name: 'Sessions by week' })
const weekCell = (page: Page, week: number) =>
  grid(page)
    .getByRole('row', { name: /^Follow-up/ })
    .getByRole('cell')
    .nth(week - 1)

/** The label that follows the pointer. */
const carried = (page: Page) => page.locator('[data-carried]')
async function middleOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not in view.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function schedule(page: Page, date: string, time: string) {
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByRole('combobox', { name: 'Session Type' }).click()
  await page.getByRole('option', { name: 'Follow-up' }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(date)
  await dialog.getByLabel('Time', { exact: true }).fill(time)
  await dialog.getByRole('button', { name: 'Schedule session' }).click()
  await expect(dialog).toBeHidden()
}

test.beforeEach(({ page }) => signIn(page, busyCoach))

test("a session is suggested at the client's usual time, and an overlap is pointed out", async ({
  page,
}) => {
  const [first, second] = [await newClient(), await newClient()]
  // Other journeys schedule sessions with this coach on other days of this week.
  const day = 4
  await openPlan(page, first)
  await schedule(page, dayFromNow(day), '21:40')
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(dayFromNow(day + 7))
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('21:40')
  await expect(dialog).toContainText('Suggested from the client’s usual day and time')
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(day + 13))
  await expect(dialog).not.toContainText('Suggested from the client’s usual day and time')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await openPlan(page, second)
  await page.getByRole('button', { name: '+ Add session' }).click()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(day))
  await dialog.getByLabel('Time', { exact: true }).fill('22:10')
  await expect(dialog.getByText(`Overlaps with ${first}, 9:40 – 10:30 PM`)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Time', { exact: true }).fill('22:40')
  await expect(dialog.getByText('Overlaps with')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  // It is a warning only.
  await schedule(page, dayFromNow(day), '22:10')
  await expect(grid(page).getByRole('button')).toHaveCount(1)
})

test('a session is dragged to another week and undone; Escape and a shaky click move nothing', async ({
  page,
}) => {
  await openPlan(page, await newClient())
  await schedule(page, dayFromNow(1), '13:20')
  const count = grid(page).getByRole('button', { name: /^Follow-up, week 1:/ })
  await count.scrollIntoViewIfNeeded()
  const from = await middleOf(count)
  const to = await middleOf(weekCell(page, 3))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await expect(carried(page)).toHaveText(/^1 session/)
  await page.keyboard.press('Escape')
  await expect(carried(page)).toBeHidden()
  // Released over the same count, where it could be taken for a click.
  await page.mouse.move(from.x, from.y)
  await page.mouse.up()
  await expect(count).toBeFocused()
  await expect(page).not.toHaveURL(/week=|session=/)

  await page.mouse.down()
  await page.mouse.move(from.x + 2, from.y)
  await page.mouse.up()
  await expect(drawer(page)).toHaveAccessibleName(/1:20 PM/)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  const moved = grid(page).getByRole('button', { name: /^Follow-up, week 3:/ })
  await count.dragTo(weekCell(page, 3))
  await expect(toasts(page)).toContainText('Session moved to W3')
  await page.reload()
  await moved.dragTo(weekCell(page, 2))
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('Session moved back')
  await expect(moved).toBeVisible()
})

test('dragging to the edge scrolls the weeks', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await openPlan(page, await newClient())
  await schedule(page, dayFromNow(1), '13:20')
  const count = grid(page).getByRole('button', { name: /^Follow-up, week 1:/ })
  await grid(page).evaluate((box) => box.scrollTo({ left: 0 }))
  await count.scrollIntoViewIfNeeded()
  const from = await middleOf(count)
  const box = await grid(page).boundingBox()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) - 20, from.y, { steps: 5 })
  await expect
    .poll(() => grid(page).evaluate((it) => it.scrollWidth - it.clientWidth - it.scrollLeft))
    .toBeLessThan(1)
  const weeks = await grid(page).getByRole('columnheader', { name: /^W\d/ }).count()
  const last = await middleOf(weekCell(page, weeks))
  await page.mouse.move(last.x, last.y, { steps: 3 })
  await page.mouse.up()
  await expect(toasts(page)).toContainText(`Session moved to W${weeks}`)
})

test('dragging a week with several sessions asks which one moves', async ({ page }) => {
  await openPlan(page, await newClient())
  await schedule(page, dayFromNow(1), '13:20')
  await schedule(page, dayFromNow(1), '15:40')
  const both = grid(page).getByRole('button', { name: /^Follow-up, week 1: 2 sessions/ })
  const question = page.getByRole('dialog', { name: 'Which session moves to W3?' })
  await both.dragTo(weekCell(page, 3))
  await expect(question.getByRole('button')).toHaveText([/1:20 PM/, /3:40 PM/])
  await expect(question.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(both).toBeFocused()

  await both.dragTo(weekCell(page, 3))
  await expect(question.getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(toasts(page)).toContainText(/Session moved to W3.*3:40 PM/)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(both).toBeVisible()
})

test('a session is rescheduled by keyboard', async ({ page }) => {
  await openPlan(page, await newClient())
  await schedule(page, dayFromNow(1), '13:20')
  await openLastSession(page, 'Follow-up')
  await drawer(page).getByRole('button', { name: 'Reschedule' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reschedule session' })
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('13:20')
  await expectAccessible(page, '[role=dialog]')
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(-40))
  await dialog.getByRole('button', { name: 'Reschedule session' }).click()
  await expect(
    dialog.getByText(/^The plan began on .*: a session cannot be before that day\.$/),
  ).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(15))
  await dialog.getByRole('button', { name: 'Reschedule session' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer(page)).toHaveAccessibleDescription(/Week 3/)
})

test('deleting a session says what stays', async ({ page }) => {
  await openPlan(page, await newClient())
  await addSession(page, 'Follow-up')
  await page.getByRole('button', { name: '+ Add home assignment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add home assignment' })
  await dialog.getByRole('combobox', { name: 'Assignment Type' }).click()
  await page.getByRole('option', { name: 'Sleep diary' }).click()
  await dialog.getByRole('combobox', { name: 'From a session' }).click()
  await page.getByRole('option', { name: /^Follow-up, / }).click()
  await dialog.getByRole('button', { name: 'Add home assignment' }).click()
  await expect(dialog).toBeHidden()
  await openLastSession(page, 'Follow-up')
  await drawer(page).getByRole('button', { name: 'Delete session' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Its home assignment stays in the plan.')
  await question.getByRole('button', { name: 'Delete session' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /^Sleep diary/ })).toContainText('0/1')
})

test.describe('from another time zone', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("the client's time is shown beside your own", async ({ page }) => {
    await openPlan(page, await newClient())
    await schedule(page, dayFromNow(3), '08:00')
    await openLastSession(page, 'Follow-up')
    await expect(drawer(page)).toContainText(/\d+:00 [AP]M \(Europe\/Copenhagen\), 8:00 AM for you/)
    await expectAccessible(page, '[role=dialog]')
  })
})

test('a client downloads the next session as a calendar file', async ({ page, signInOther }) => {
  const { name, guardian } = await newClientOf()
  await openPlan(page, name)
  await schedule(page, dayFromNow(2), '13:20')
  const own = await signInOther(guardian)
  await own.goto(`/app/my-plan/${new URL(page.url()).pathname.split('/').at(-1)}`)
  const next = own.getByRole('region', { name: 'Next session' })
  await expect(next).toContainText('Follow-up with Karin Ekström')
  const download = own.waitForEvent('download')
  await next.getByRole('link', { name: 'Add to your calendar' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('session.ics')
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
  expect(text).toContain('SUMMARY:Appointment\r\n')
  expect(text).toMatch(/\r\nDTSTART:\d{8}T\d{4}00Z\r\n/)
  expect(text).not.toContain(name)
  await unfold(own, 'Week by week')
  const weeks = own.getByRole('region', { name: 'Sessions by week' })
  await expect(weeks.getByRole('row', { name: /^Follow-up/ })).toBeVisible()
  await expect(weeks.getByRole('button')).toHaveCount(0)
  await own.close()
})
