import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { newEmployee } from '../administration.ts'
import { readOpened, useFakeDevices } from '../fake-devices.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, drawer, newSession, planSession, signIn, toasts } from '../journeys.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Record this session' })
const bar = (page: Page) => page.getByRole('region', { name: 'Recording (F9)' })
const press = (page: Page, name: string) => bar(page).getByRole('button', { name }).click()

async function openSession(page: Page) {
  await signIn(page, busyCoach)
  const session = await newSession(page)
  await page.goto(`${session.url}&tab=recording`)
  return session
}

const openDialog = (page: Page) =>
  drawer(page)
    .getByRole('region', { name: 'Record this session' })
    .getByRole('button', { name: 'Record', exact: true })
    .click()

/** By microphone, which is the quickest. */
async function record(page: Page) {
  await openDialog(page)
  await dialog(page).getByLabel('Microphone only').check()
  await dialog(page).getByRole('button', { name: 'Allow microphone' }).click()
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(bar(page)).toContainText(/Saved until/)
  // Two chunks.
  await expect(bar(page)).toContainText('0:05')
}

test('a coach notes the consent, tries the devices, records over several pages and finds the recording in the session', async ({
  page,
}) => {
  await useFakeDevices(page)
  const { clientId, name } = await newEmployee(page, 'Recorded')
  await signIn(page, busyCoach)
  const sessionId = await planSession(page, clientId, new Date(Date.now() - 1_000).toISOString())
  await page.goto(`/app/clients/${clientId}?session=${sessionId}&tab=recording`)

  await openDialog(page)
  await expect(dialog(page).getByText('Ask before you record')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  expect(await readOpened(page)).toEqual({ asked: 0, live: [] })
  await dialog(page)
    .getByRole('button', { name: 'Client agreed in the session: Recording of sessions' })
    .click()

  await dialog(page).getByLabel('Camera and microphone').check()
  await dialog(page).getByRole('button', { name: 'Allow camera and microphone' }).click()
  await expect(dialog(page).getByText('Sound comes in')).toBeVisible()
  await expect(dialog(page).getByLabel('Camera', { exact: true })).toHaveText('Front camera')
  await dialog(page).getByLabel('Microphone', { exact: true }).click()
  await page.getByRole('option', { name: 'Headset' }).click()
  await expect(dialog(page).getByLabel('Microphone', { exact: true })).toHaveText('Headset')
  await expectAccessible(page, '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => (await readOpened(page)).live).toEqual([])

  await openDialog(page)
  await dialog(page).getByLabel('Camera and microphone').check()
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(bar(page)).toContainText(name)
  await expect(bar(page)).toContainText(/Saved until/)
  await expect(drawer(page).getByText('This session is being recorded.')).toBeVisible()
  expect((await readOpened(page)).live.toSorted()).toEqual(['audio', 'video'])

  // It can be steered over the open drawer, and runs on over the other pages.
  await press(page, 'Pause')
  await expect(bar(page)).toContainText('Paused.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F9')
  await expect(bar(page).getByRole('button', { name: 'Resume' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).not.toContainText('Paused.')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^🔴 /)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep recording' }).click()

  await press(page, 'Stop')
  await expect(bar(page)).toContainText(`The recording of ${name} is saved.`, { timeout: 30_000 })
  await expect(page).not.toHaveTitle(/🔴/)
  expect((await readOpened(page)).live).toEqual([])
  await bar(page).getByRole('link', { name: 'Show session' }).click()
  await expect(drawer(page).getByLabel('Recording of the session')).toBeVisible()
  await expect(bar(page)).toBeHidden()
})

test('where a client declines, the browser is asked for nothing', async ({ page }) => {
  await useFakeDevices(page)
  const { clientId } = await newEmployee(page, 'Unrecorded')
  await signIn(page, busyCoach)
  const sessionId = await planSession(page, clientId, new Date(Date.now() - 1_000).toISOString())
  await page.goto(`/app/clients/${clientId}?session=${sessionId}&tab=recording`)
  await openDialog(page)
  await dialog(page)
    .getByRole('button', { name: 'Client declined in the session: Recording of sessions' })
    .click()
  await expect(dialog(page)).toContainText('The client has not agreed to being recorded.')
  await expect(dialog(page)).toContainText('Only the client can agree now')
  await expect(dialog(page).getByRole('button', { name: 'Start recording' })).toHaveCount(0)
  expect((await readOpened(page)).asked).toBe(0)
})

for (const [permission, words] of [
  ['denied', 'The microphone or camera is blocked for this site.'],
  ['dismissed', 'The browser’s question was closed without an answer.'],
] as const)
  test(`a ${permission} permission is explained, and can be asked for again`, async ({ page }) => {
    await useFakeDevices(page, permission)
    await openSession(page)
    await openDialog(page)
    await dialog(page).getByLabel('Microphone only').check()
    await dialog(page).getByRole('button', { name: 'Allow microphone' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(words)
    await expect(dialog(page).getByRole('button', { name: 'Start recording' })).toBeDisabled()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect.poll(async () => (await readOpened(page)).asked).toBe(2)
    await expectAccessible(page, '[role=dialog]')
  })

test('a call that is not shared is explained, and the devices stay open', async ({ page }) => {
  await useFakeDevices(page)
  await openSession(page)
  await openDialog(page)
  await dialog(page).getByLabel('Video call').check()
  await dialog(page).getByRole('button', { name: 'Allow microphone' }).click()
  await dialog(page).getByRole('button', { name: 'Start recording' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('No tab or window was shared')
  await expect(dialog(page).getByText('Sound comes in')).toBeVisible()
  expect((await readOpened(page)).live).toEqual(['audio'])
})

test('without https the dialog says what is missing', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await openSession(page)
  await openDialog(page)
  await expect(dialog(page).getByRole('alert')).toContainText('begins with https')
})

test('another tab tells where the recording runs, and gets it when that tab is closed', async ({
  page,
  context,
}) => {
  await useFakeDevices(page)
  await openSession(page)
  await record(page)
  const other = await context.newPage()
  await other.goto('/app')
  await expect(bar(other)).toContainText('Recording runs in another tab')
  await expect(bar(other).getByRole('button')).toHaveCount(0)
  await page.close()

  await expect(bar(other)).toContainText(/A recording of \d+ seconds?, until/)
  await expectAccessible(other)
  await press(other, 'Listen')
  const listening = other.getByRole('dialog', { name: /^A recording of/ })
  await expect
    .poll(() => listening.locator('video').evaluate((it: HTMLVideoElement) => it.readyState))
    .toBeGreaterThan(1)
  await other.keyboard.press('Escape')
  await press(other, 'Discard')
  await other.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await press(other, 'Finish')
  await expect(bar(other)).toContainText('is saved.', { timeout: 30_000 })
})

test('what only the server has can be finished or discarded', async ({ page }) => {
  const { id, clientId } = await openSession(page)
  const left = {
    ...{ uploadId: id, sessionId: id, clientId, clientName: 'Alma Holm', sessionName: 'Intake' },
    ...{ startedAt: new Date().toISOString(), arrivedAt: new Date().toISOString() },
    arrivedBytes: 12_000_000,
  }
  let all = [left]
  await page.route('**/api/my-unfinished-recordings', (route) => route.fulfill({ json: all }))
  await page.route('**/api/uploads/*/finish', (route) => {
    all = []
    const state = { id, sessionId: id, status: 'processing', note: null, error: null }
    return route.fulfill({ json: { ...state, sizeBytes: 12_000_000, arrivedBytes: 12_000_000 } })
  })
  await page.reload()
  await expect(bar(page)).toContainText('11.4 MB')
  await expect(drawer(page).getByRole('region', { name: 'Unfinished recording' })).toBeVisible()
  await press(page, 'Finish with what arrived')
  await expect(toasts(page)).toContainText('The recording is being checked')
  await expect(bar(page)).toBeHidden()
})
