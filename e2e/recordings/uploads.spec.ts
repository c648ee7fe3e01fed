import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'
import {
  addSession,
  busyCoach,
  clientIdOf,
  drawer,
  hold,
  longVideo,
  newClient,
  openLastSession,
  openPlan,
  openTab,
  planSession,
  shortVideo,
  signIn,
  signInByForm,
  toasts,
} from '../journeys.ts'
import { chooseFile, limitUpload, upload } from '../recordings.ts'

const type = 'Closing session'

test.beforeEach(({ page }) => signIn(page, busyCoach))

async function openRecordingOfNewSession(page: Page) {
  await openPlan(page, await newClient())
  await addSession(page, type)
  await openLastSession(page, type)
  await openTab(page, 'Recording')
  return drawer(page)
}

/** Keeps the upload in the checking state, until the returned function is called. */
async function holdChecking(page: Page, note: string | null = null) {
  await page.route(/\/api\/uploads\/[\da-f-]{36}$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const state = (await answer.json()) as { sizeBytes: number }
    const processing = { status: 'processing', arrivedBytes: state.sizeBytes, note, error: null }
    return route.fulfill({ json: { ...state, ...processing } })
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}

test('a user may leave while a video is checked and finds the result later', async ({ page }) => {
  const panel = await openRecordingOfNewSession(page)
  await chooseFile(page, shortVideo)
  const release = await holdChecking(page, 'It cannot be stored at the moment.')
  await upload(page)
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await expect(panel.getByText('You can leave this page')).toBeVisible()
  await expect(
    panel.getByText('It cannot be stored at the moment. Trying again automatically.'),
  ).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  // The page can be left.
  await expect(panel.getByRole('tab', { name: 'Overview' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  const checking = page.getByRole('link', { name: 'Checking a recording' })
  await checking.click()
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await release()
  await expect(toasts(page)).toContainText('Upload completed', { timeout: 20_000 })
  await expect(checking).toBeHidden()
  await toasts(page).getByRole('button', { name: 'Show recording' }).click()
  await expect(panel.getByLabel('Recording of the session')).toBeVisible()
})

test('the result of an upload is shown after a reload, also when it was refused', async ({
  page,
}) => {
  const panel = await openRecordingOfNewSession(page)
  await chooseFile(page, 'server/test/media/no-audio.mp4')
  await expect(panel.getByText('This video has no sound')).toBeVisible()
  const release = await holdChecking(page)
  await upload(page)
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await page.reload()
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await release()
  await expect(panel.getByRole('alert')).toContainText('Upload failed: The video has no sound')
  await panel.getByRole('button', { name: 'Choose another video' }).click()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()

  // The next upload succeeds.
  await chooseFile(page, shortVideo)
  const letGoAgain = await holdChecking(page)
  await upload(page)
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await letGoAgain()
  await page.reload()
  await expect(panel.getByLabel('Recording of the session')).toBeVisible({ timeout: 20_000 })
  await expect(panel.getByText('already has a recording')).toBeHidden()
})

test('after an upload is cancelled, the session has no recording again', async ({ page }) => {
  const panel = await openRecordingOfNewSession(page)
  await chooseFile(page, longVideo)
  await limitUpload(page, 40_000)
  await upload(page)
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /[1-9]/)
  await panel.getByRole('button', { name: 'Cancel Upload' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click()
  await expect(panel.getByRole('region', { name: 'Next step' })).toContainText('No recording yet.')
})

/** An upload that runs in the background until it is released. */
async function uploadInBackground(page: Page) {
  const panel = await openRecordingOfNewSession(page)
  await chooseFile(page, shortVideo)
  const release = await hold(page, '**/api/uploads/*')
  await upload(page)
  await expect(panel.getByRole('region', { name: 'Upload in progress' })).toBeVisible()
  await page.goBack()
  await expect(panel).toBeHidden()
  await expect(pillOf(page)).toBeVisible()
  const stopped = page.waitForEvent('requestfailed', (it) => it.method() === 'PATCH')
  return { release, stopped }
}
const pillOf = (page: Page) => page.getByRole('link', { name: /^Uploading a recording/ })

test('logging out during an upload asks first, and nobody else gets the upload', async ({
  page,
}) => {
  const { release, stopped } = await uploadInBackground(page)
  const logOut = page.getByRole('button', { name: 'Log out' })
  await logOut.click()
  const question = page.getByRole('alertdialog', { name: 'Stop the upload?' })
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Keep uploading' }).click()
  await expect(question).toBeHidden()
  await expect(pillOf(page)).toBeVisible()
  await logOut.click()
  await question.getByRole('button', { name: 'Stop the upload' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await stopped

  await signInByForm(page, 'admin@demo.maylab.test')
  await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible()
  release()
  await expect(page.getByText(/Upload failed/)).toHaveCount(0)
  await expect(pillOf(page)).toHaveCount(0)
})

test('a second window shows that another one uploads, and continues once that one is closed', async ({
  page,
  context,
}) => {
  const panel = await openRecordingOfNewSession(page)
  await chooseFile(page, shortVideo)
  await hold(page, '**/api/uploads/*')
  await upload(page)
  await expect(panel.getByRole('region', { name: 'Upload in progress' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  const there = drawer(other)
  await expect(there.getByText(/^Another window of this browser is uploading/)).toBeVisible()
  await expect(there.getByText('Uploading…')).toBeVisible()
  await expect(there.getByRole('button', { name: 'Discard upload' })).toHaveCount(0)
  await expectAccessible(other, '[role=dialog]')
  // A paused upload still belongs to that window.
  await panel.getByRole('button', { name: 'Pause' }).click()
  await other.reload()
  await expect(there.getByText(/^Another window of this browser is uploading/)).toBeVisible()
  await page.close()
  await expect(there.getByText('Upload interrupted')).toBeVisible()
  await expect(there.getByRole('button', { name: 'Discard upload' })).toBeVisible()
  await chooseFile(other, shortVideo)
  await expect(there.getByText('Upload completed')).toBeVisible({ timeout: 20_000 })
})

test('a recording for a later session moves the session to today', async ({ page }) => {
  const clientId = await clientIdOf(page, await newClient())
  const inThreeDays = new Date(Date.now() + 3 * 24 * 3600 * 1000).toISOString()
  const next = await planSession(page, clientId, inThreeDays)
  await page.goto(`/app/clients/${clientId}?session=${next}&tab=recording`)
  const panel = drawer(page)
  await expect(panel.getByText('Is this the right session?')).toBeVisible()
  await expect(panel.getByText('Drag and drop')).toHaveCount(0)
  await expectAccessible(page, '[role=dialog]')
  await panel.getByRole('button', { name: 'Move this session to today' }).click()
  await chooseFile(page, shortVideo)
  await upload(page)
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
})
