import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  drawer,
  findRecorded,
  newSession,
  saveConversation,
  signIn,
  toasts,
} from '../journeys.ts'

const conversation = [
  'Coach: On a scale from zero to ten, how high is your stress?',
  'Client: I would say an eight.',
  'Coach: And how is your energy?',
  'Client: It is a three.',
].join('\n\n')

const save = (page: Page, id: string) => saveConversation(page, id, conversation)
const tab = (page: Page) => drawer(page).getByRole('tabpanel', { name: 'Values' })
const value = (page: Page, name: string) =>
  tab(page).getByRole('listitem', { name: new RegExp(`^${name}, `) })

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a saved conversation is analyzed, and a coach decides each value by keyboard', async ({
  page,
  signInOther,
}) => {
  const { id, url } = await newSession(page, 'Weekly coaching')
  await page.goto(`${url}&tab=values`)
  await expect(tab(page).getByText('No conversation yet')).toBeVisible()
  await save(page, id)

  // It appears without further input.
  await expect(value(page, 'Stress level')).toContainText('I would say an eight.')
  await expect(tab(page).getByText('2 to review')).toBeVisible()
  const next = drawer(page).getByRole('region', { name: 'Next step' })
  await expect(next).toContainText('2 values to review.')
  await drawer(page).getByRole('tab', { name: 'Overview' }).click()
  const overview = drawer(page).getByRole('tabpanel', { name: 'Overview' })
  await expect(overview.getByRole('row', { name: /Stress level.*not confirmed/ })).toBeVisible()
  await next.getByRole('button', { name: 'Show values' }).click()
  await expect(tab(page)).toBeVisible()
  await expect(tab(page).getByRole('listitem').filter({ hasText: 'Burnout risk' })).toContainText(
    'needs a questionnaire',
  )
  await expectAccessible(page, '[role=dialog]')
  const colleague = await signInOther('admin@demo.maylab.test')
  await colleague.goto(`${url}&tab=values`)
  await expect(value(colleague, 'Stress level')).toContainText('not confirmed')

  await value(page, 'Stress level').focus()
  // A key that is held down decides one value only.
  await page.keyboard.down('c')
  await expect(value(page, 'Energy')).toBeFocused()
  await page.keyboard.down('c')
  await page.keyboard.up('c')
  await expect(value(page, 'Stress level')).toContainText('confirmed by')
  await expect(value(colleague, 'Stress level')).toContainText('confirmed by')
  await expect(value(page, 'Energy')).toContainText('not confirmed')
  await page.keyboard.press('e')
  await page.keyboard.type('12')
  await page.keyboard.press('Escape')
  await expect(value(page, 'Energy')).toBeFocused()
  await expect(value(page, 'Energy')).toContainText('not confirmed')
  await page.keyboard.press('e')
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(tab(page).getByText('Enter a number from 0 to 100.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('35')
  await page.keyboard.press('Enter')
  await expect(value(page, 'Energy')).toContainText('originally 30')
  await expect(tab(page).getByText('All reviewed')).toBeVisible()
  await expect(next).toContainText('Nothing left to do')
  await page.keyboard.press('ArrowUp')
  await expect(value(page, 'Stress level')).toBeFocused()
  await page.keyboard.press('u')
  await expect(value(page, 'Stress level')).toContainText('not confirmed')
  await page.keyboard.press('r')
  await expect(value(page, 'Stress level')).toContainText('rejected')
  await page.keyboard.press('u')
  await page.keyboard.press('Enter')
  await expect(value(page, 'Stress level')).toContainText('confirmed by')
  await page.keyboard.press('u')
  await expect(tab(page).getByText('1 to review')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  await tab(page).getByRole('button', { name: 'Analyze again' }).click()
  await expect(tab(page).getByRole('button', { name: 'Analyze again' })).toBeVisible()
  await expect(value(page, 'Energy')).toContainText('originally 30')
  await page.keyboard.press('Escape')
  const grid = page.getByRole('region', { name: 'Metrics by week' })
  await grid
    .getByRole('row', { name: /^Energy/ })
    .getByText('35', { exact: true })
    .click()
  const history = page.getByRole('dialog', { name: /^History of Energy, / })
  await expect(history).toContainText('It is a three.')
  await expect(history).toContainText(/(?:Confirmed|Corrected) by Karin/)
})

test('a coach confirms all values at once and undoes it, and confirms inferred values after a question', async ({
  page,
}) => {
  const { id, url } = await newSession(page, 'Weekly coaching')
  await save(page, id)
  await page.goto(`${url}&tab=values`)
  await expect(tab(page).getByText('2 to review')).toBeVisible()
  await tab(page).getByRole('button', { name: 'Confirm all' }).click()
  await expect(tab(page).getByText('All reviewed')).toBeVisible()
  for (const name of ['Stress level', 'Energy'])
    await expect(value(page, name)).toContainText('confirmed by')
  await expect(tab(page).getByRole('button', { name: 'Confirm all' })).toBeHidden()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(tab(page).getByText('2 to review')).toBeVisible()
  // It is shown before the server responds.
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/sessions/${id}/analysis`)
      const { values } = (await answer.json()) as { values: { decision: unknown }[] }
      return values.map(({ decision }) => decision)
    })
    .toEqual([null, null])

  const otherId = crypto.randomUUID()
  // As if one quote had no number, and the other were about something else.
  await page.route(`**/api/sessions/${id}/analysis`, async (route) => {
    const response = await route.fetch()
    const analysis = (await response.json()) as { values: { label: string }[] }
    const values = analysis.values.flatMap((it) =>
      it.label === 'Energy'
        ? [
            { ...it, isInferred: true },
            { ...it, id: otherId, label: 'Mood', fault: 'contradicted', decision: null },
          ]
        : it,
    )
    await route.fulfill({ response, json: { ...analysis, values } })
  })
  await page.reload()
  await tab(page).getByRole('button', { name: 'Confirm all' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm 2 values?' })
  await expect(question).toContainText('Energy 30')
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Confirm all' }).click()
  await expect(value(page, 'Energy')).toContainText('confirmed by')
  await expect(value(page, 'Mood')).toContainText('contradicted')
  await expect(tab(page).getByText('1 to review')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the next step leads to the question who speaks for the client', async ({ page }) => {
  const { id, url } = await newSession(page, 'Weekly coaching')
  await saveConversation(page, id, conversation.replaceAll('Client:', 'Speaker 2:'))
  await page.goto(url)
  const next = drawer(page).getByRole('region', { name: 'Next step' })
  await expect(next).toContainText('Who speaks for the client?')
  await next.getByRole('button', { name: 'Choose a speaker' }).click()
  await tab(page).getByLabel('Who speaks for the client?').click()
  await page.getByRole('option', { name: 'Speaker 2' }).click()
  await expect(next).not.toContainText('Who speaks for the client?')
})

test('a value plays the recording where it was said', async ({ page }) => {
  const video = drawer(page).getByLabel('Recording of the session')
  const at = () => video.evaluate((it: HTMLVideoElement) => it.currentTime)
  const isPaused = () => video.evaluate((it: HTMLVideoElement) => it.paused)
  await signIn(page)
  const { url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=values`)
  await expect(value(page, 'Stress level')).toContainText('It is a seven.')
  await expect(value(page, 'Energy')).toContainText('It is a three.')
  await value(page, 'Energy')
    .getByRole('button', { name: /^Play from / })
    .click()
  await expect.poll(isPaused).toBe(false)
  const start = await at()
  // It stops where the quote ends.
  await expect.poll(isPaused, { timeout: 30_000 }).toBe(true)
  expect(await at()).toBeGreaterThan(start)
})
