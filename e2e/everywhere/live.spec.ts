import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  addSession,
  busyCoach,
  drawer,
  newClient,
  newSession,
  openLastSession,
  openPlan,
  saveConversation,
  send,
  signIn,
} from '../journeys.ts'

const admin = 'admin@demo.maylab.test'
const weeks = (page: Page, type: string) =>
  page.getByRole('button', {
    name: new RegExp(`^${type}, week \\d+:`),
    includeHidden: true,
  })

test.beforeEach(({ page }) => signIn(page, busyCoach))

test("two people see each other's changes in a plan and keep what they are typing", async ({
  page,
  signInOther,
}) => {
  const name = await newClient()
  await openPlan(page, name)
  const other = await signInOther(admin)
  await openPlan(other, name)
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByLabel('Time').fill('07:35')

  await addSession(other, 'Follow-up')
  await expect(weeks(page, 'Follow-up').last()).toBeVisible()
  await expect(dialog.getByLabel('Time')).toHaveValue('07:35')
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await openLastSession(page, 'Follow-up')
  await openLastSession(other, 'Follow-up')
  await other.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(drawer(page).getByText('Completed').first()).toBeVisible()
  await other.close()
})

test('the initials of whoever has the session open are shown until they leave', async ({
  page,
  signInOther,
}) => {
  const { url } = await newSession(page)
  await page.goto(url)
  await expect(drawer(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
  const other = await signInOther(admin)
  await other.goto(url)
  const seen = drawer(page).getByRole('img', { name: / has this session open$/ })
  await expect(seen).toBeVisible()
  await expect(
    drawer(other).getByRole('img', { name: 'Karin Ekström has this session open' }),
  ).toHaveText('KE')
  await expectAccessible(page, '[role=dialog]')
  await other.keyboard.press('Escape')
  await expect(seen).toHaveCount(0)
  await other.close()
})

test('changes made while the connection was lost appear when it returns', async ({
  page,
  signInOther,
}) => {
  const name = await newClient()
  await openPlan(page, name)
  await page.route(/\/events/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const other = await signInOther(admin)
  await openPlan(other, name)
  await addSession(other, 'Follow-up')
  await expect(weeks(other, 'Follow-up').last()).toBeVisible()
  await expect(weeks(page, 'Follow-up')).toHaveCount(0)
  await page.unroute(/\/events/)
  await expect(weeks(page, 'Follow-up').last()).toBeVisible({ timeout: 15_000 })
  await other.close()
})

test('a page says when live updates are paused', async ({ page }) => {
  const name = await newClient()
  await page.clock.install()
  await page.route(/\/events/, (route) => route.fulfill({ status: 503 }))
  const refused = page.waitForResponse(/\/events/)
  await openPlan(page, name)
  await refused
  const notLive = page.getByText('Live updates paused')
  await page.clock.fastForward(10_000)
  await expect(notLive).toBeVisible()
  // On a phone it covers neither the user's name nor the end of the page.
  const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const signedIn = page.getByText(busyCoach)
  const chip = await boxOf(notLive)
  expect(chip.y + chip.height).toBeLessThanOrEqual((await boxOf(signedIn)).y)
  expect(chip.x).toBeLessThan((await boxOf(page.getByRole('main'))).x)
  await page.setViewportSize({ width: 390, height: 844 })
  const last = page.getByRole('heading', { name: 'Overall burnout risk assessment' })
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const end = await boxOf(last.locator('xpath=ancestor::section[1]'))
    expect(end.y + end.height).toBeLessThanOrEqual((await boxOf(notLive)).y)
  }).toPass()
  await page.unroute(/\/events/)
  await page.clock.fastForward(30_000)
  await expect(notLive).toBeHidden()
})

test('a session deleted by someone else closes but keeps unsaved text', async ({
  page,
  signInOther,
}) => {
  const { id, url } = await newSession(page)
  await saveConversation(page, id, 'Coach: How are you?')
  await page.goto(`${url}&tab=transcripts`)
  await drawer(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer(page).getByLabel('Conversation text').fill('Coach: Half a sent')
  const other = await signInOther(admin)
  await send(other, 'DELETE', `/api/sessions/${id}`)
  await expect(drawer(page).getByText('This session was deleted')).toBeVisible()
  await expect(drawer(page).getByLabel('Your unsaved text')).toHaveValue('Coach: Half a sent')
  await expect(drawer(page).getByRole('tab')).toHaveCount(0)
  await expect(drawer(page)).toHaveAccessibleDescription(/^\S+ \S+ ?Week 1$/)
  await expectAccessible(page, '[role=dialog]')
  await drawer(page).getByRole('button', { name: 'Back to the plan' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(weeks(page, 'Follow-up')).toHaveCount(0)
  await other.close()
})
