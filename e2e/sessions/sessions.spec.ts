import type { Page } from '@playwright/test'
import { toInstant } from '../../contract/rules/calendar.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  clientIdOf,
  dayFromNow,
  drawer,
  newClient,
  newSession,
  openTab,
  planSession,
  saveConversation,
  send,
  shortVideo,
  signIn,
  unfold,
} from '../journeys.ts'
import { limitUpload } from '../recordings.ts'

const nextStep = (page: Page) => drawer(page).getByRole('region', { name: 'Next step' })

test('a session in any state has one next step, the same on every tab', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(url)
  const step = nextStep(page)
  const offers = async (name: string) => {
    for (const tab of ['Overview', 'Recording', 'Transcripts'] as const) {
      await openTab(page, tab)
      await expect(step.getByRole('button', { name, exact: true })).toBeVisible()
      // The tab below does not react either.
      await expect(drawer(page).getByRole('button', { name, exact: true })).toHaveCount(1)
    }
  }
  await offers('Upload a recording')
  await expectAccessible(page, '[role=dialog]')
  const chooser = page.waitForEvent('filechooser')
  await step.getByRole('button', { name: 'Upload a recording' }).click()
  await (await chooser).setFiles(shortVideo)
  await expect(page).toHaveURL(/tab=recording/)
  await offers('Upload')
  await openTab(page, 'Overview')
  await step.getByRole('button', { name: 'Upload' }).click()
  await expect(drawer(page).getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
  await expect(step.getByRole('button', { name: 'Start Transcription' })).toBeVisible()
  await expect(drawer(page).getByLabel('Speakers:')).toHaveCount(1)
  for (const tab of ['Overview', 'Transcripts'] as const) {
    await openTab(page, tab)
    await expect(step.getByRole('button', { name: 'Transcribe Recording' })).toBeVisible()
    await expect(drawer(page).getByRole('button', { name: 'Transcribe Recording' })).toHaveCount(1)
  }

  await saveConversation(page, id, 'Coach: Hello.')
  await send(page, 'DELETE', `/api/sessions/${id}/recording?transcripts=omit`)
  await expect(step).toContainText('Nothing left to do')
  await openTab(page, 'Overview')
  await drawer(page).getByRole('button', { name: 'Reopen' }).click()
  await offers('Mark as completed')
  await step.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(step).toContainText('Nothing left to do')
  await openTab(page, 'Overview')
  await drawer(page).getByRole('button', { name: 'Archive' }).click()
  await offers('Reopen')
})

test('a session held before its time is rescheduled to when it was held', async ({ page }) => {
  await signIn(page, busyCoach)
  const clientId = await clientIdOf(page, await newClient())
  const laterToday = toInstant(dayFromNow(0), 24 * 60 - 1, 'Europe/Copenhagen').toISOString()
  const id = await planSession(page, clientId, laterToday)
  await page.goto(`/app/clients/${clientId}?session=${id}`)
  const step = nextStep(page)
  await expect(step).toContainText('add the recording afterwards.')
  await saveConversation(page, id, 'Coach: Hello.')
  await expect(step).toContainText('Nothing left to do')
  const note = drawer(page).getByText('This date is in the future.')
  await expect(note).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await drawer(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(step).toContainText('but already held')
  await expect(note).toBeHidden()
  const reschedule = drawer(page).getByRole('button', { name: 'Reschedule' })
  await expect(reschedule).toHaveCount(1)
  await reschedule.click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule session' })
  await dialog.getByLabel('Date', { exact: true }).fill(dayFromNow(0))
  await dialog.getByLabel('Time').fill('00:00')
  await dialog.getByRole('button', { name: 'Reschedule session' }).click()
  await expect(dialog).toBeHidden()
  await expect(note).toBeHidden()
  await step.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(step).toContainText('Nothing left to do')
})

test('the next step continues an upload that was paused, failed or refused', async ({ page }) => {
  await signIn(page, busyCoach)
  const { url } = await newSession(page)
  await page.goto(url)
  const panel = drawer(page)
  const step = nextStep(page)
  const choose = async (button: string, file: string) => {
    const chooser = page.waitForEvent('filechooser')
    await step.getByRole('button', { name: button }).click()
    await (await chooser).setFiles(file)
    await expect(page).toHaveURL(/tab=recording/)
  }
  await choose('Upload a recording', 'server/test/media/text.mp4')
  await step.getByRole('button', { name: 'Upload' }).click()
  await expect(panel.getByRole('alert')).toContainText('Upload failed: The file is not a video.')
  await openTab(page, 'Overview')
  await expect(step).toContainText('The video couldn’t be accepted.')
  await choose('Choose another video', shortVideo)

  const network = await limitUpload(page, 40_000)
  await step.getByRole('button', { name: 'Upload' }).click()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(panel.getByRole('button', { name: 'Resume' })).toHaveCount(1)
  await openTab(page, 'Transcripts')
  await expect(step).toContainText('Upload paused.')
  // The request fails midway.
  await page.route('**/api/uploads/*', (route) =>
    ['PATCH', 'HEAD'].includes(route.request().method())
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await network.detach()
  await step.getByRole('button', { name: 'Resume' }).click()
  await expect(page).toHaveURL(/tab=recording/)
  await expect(panel.getByRole('alert')).toContainText('Upload failed: Internal Server Error')
  await page.unrouteAll({ behavior: 'wait' })
  await expectAccessible(page, '[role=dialog]')
  await openTab(page, 'Overview')
  await expect(step).toContainText('The upload failed.')
  await step.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
})

test('a coach shares a conversation, the client reads it, and the coach stops sharing', async ({
  page,
  signInOther,
}) => {
  await signIn(page, busyCoach)
  const { id, url, clientId, guardian } = await newSession(page)
  const said = 'Coach: How are you?\n\nClient: Better, thank you.'
  await saveConversation(page, id, said)
  const own = await signInOther(guardian)
  await own.goto(`/app/my-plan/${clientId}`)
  await unfold(own, 'All sessions')
  const shared = own.getByRole('button', { name: /^Read the conversation of / })
  await expect(own.getByRole('table', { name: 'Sessions', exact: true })).toContainText('Completed')
  await expect(shared).toBeHidden()

  await page.goto(`${url}&tab=transcripts`)
  const panel = drawer(page)
  await panel.getByRole('button', { name: 'Share with the client' }).click()
  const question = page.getByRole('alertdialog', { name: /^Share this conversation with Alma / })
  await expect(question).toContainText('You can stop sharing at any time.')
  await expect(question.getByRole('region', { name: 'What will be shared' })).toContainText(
    'Better, thank you.',
  )
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Share conversation' }).click()
  await expect(panel.getByText(/^Shared with Alma /)).toBeVisible()

  // The client's open page is updated.
  await shared.click()
  const dialog = own.getByRole('dialog', { name: 'Conversation' })
  await expect(dialog).toContainText('Better, thank you.')
  await expect(dialog).toContainText(/Shared by Karin Ekström?, /)
  await expect(dialog).not.toContainText('Last edited')
  await expectAccessible(own, '[role=dialog]')

  await saveConversation(page, id, `${said} Really.`)
  await expect(dialog).toContainText('Really.')
  await expect(dialog).toContainText('Last edited')
  await expect(panel.getByText(/edited/)).toBeVisible()

  await panel.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(panel.getByRole('button', { name: 'Share with the client' })).toBeVisible()
  await expect(dialog).toContainText('This conversation is no longer shared.')
  await expect(own.getByText('Better, thank you.')).toBeHidden()
  await expectAccessible(own, '[role=dialog]')
  await own.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(shared).toBeHidden()
  const answer = await own.request.get(`/api/sessions/${id}/shared-conversation`)
  expect(answer.status()).toBe(404)
  await own.close()
})

test('an open session is printed without the plan behind it', async ({ page }) => {
  await signIn(page, busyCoach)
  const { url } = await newSession(page)
  await page.goto(url)
  await expect(nextStep(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main')).toBeHidden()
  await expect(drawer(page).getByText('Pending assignments')).toBeVisible()
  const { width, left } = await drawer(page).evaluate((it) => it.getBoundingClientRect())
  expect({ width, left }).toEqual({ width: page.viewportSize()?.width, left: 0 })
})
