import type { Page } from '@playwright/test'
import { instantOn } from '../contract/clock.ts'
import { expectAccessible } from './accessibility.ts'
import { video } from './finished-session.ts'
import { expect, test } from './journey.ts'
import {
  busyCoach,
  chooseFile,
  clientIdOf,
  dayFromNow,
  drawer,
  limitUpload,
  newClient,
  newSession,
  openTab,
  ownOrigin,
  planSession,
  shortVideo,
  signIn,
  toasts,
  unfold,
  upload,
} from './journeys.ts'

const nextStep = (page: Page) => drawer(page).getByRole('region', { name: 'Next step' })
const headers = () => ({ origin: ownOrigin() })

test('a week with several sessions opens on the one that waits for something, and stays there', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { id, clientId } = await newSession(page)
  const read = await page.request.get(
    `/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
  )
  type Plan = { sessions: { id: string; sessionDefinitionId: string; weekNumber: number }[] }
  const { sessions } = (await read.json()) as Plan
  const first = sessions.find((it) => it.id === id)
  const added = await page.request.post(`/api/clients/${clientId}/scheduled-sessions`, {
    headers: headers(),
    data: {
      sessionDefinitionId: first?.sessionDefinitionId,
      sessionDate: new Date().toISOString(),
    },
  })
  const waiting = ((await added.json()) as Plan).sessions.find((it) => it.id !== id)
  // The earlier one is done, the later one waits for its recording.
  await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers: headers(),
    data: { transcribedTextScripted: 'Coach: Hello.' },
  })
  await page.goto(
    `/app/clients/${clientId}?week=${first?.weekNumber}&type=${first?.sessionDefinitionId}`,
  )
  await expect(page).toHaveURL(new RegExp(`session=${waiting?.id}`))
  const choice = drawer(page)
    .getByRole('navigation', { name: 'Sessions of this week' })
    .getByRole('button')
  await expect(choice).toHaveCount(2)
  await expect(choice.last()).toHaveAttribute('aria-current', 'true')
  await drawer(page).getByRole('button', { name: 'Mark as completed' }).click()
  await expect(nextStep(page)).toContainText('Nothing left to do')
  await expect(choice.last()).toHaveAttribute('aria-current', 'true')
})

test('every state of a session has one next step, the same on every tab', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(url)
  const step = nextStep(page)
  const offers = async (name: string) => {
    for (const tab of ['Overview', 'Recording', 'Transcripts'] as const) {
      await openTab(page, tab)
      await expect(step.getByRole('button', { name })).toBeVisible()
      await expect(step.getByRole('button', { name, exact: true })).toHaveCount(1)
      // Nor does the tab below do the same.
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

  await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers: headers(),
    data: { transcribedTextScripted: 'Coach: Hello.' },
  })
  await page.request.delete(`/api/sessions/${id}/recording?transcripts=omit`, {
    headers: headers(),
  })
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

test('a session that was held before its time is rescheduled to when it was', async ({ page }) => {
  await signIn(page, busyCoach)
  const clientId = await clientIdOf(page, await newClient())
  const laterToday = instantOn(dayFromNow(0), 24 * 60 - 1, 'Europe/Copenhagen').toISOString()
  const id = await planSession(page, clientId, laterToday)
  await page.goto(`/app/clients/${clientId}?session=${id}`)
  const step = nextStep(page)
  await expect(step).toContainText('You can add the recording afterwards.')
  await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers: headers(),
    data: { transcribedTextScripted: 'Coach: Hello.' },
  })
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

test('a recording that is deleted elsewhere takes the notice of its arrival along, also while more changes', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  const address = `/api/sessions/${id}?transcripts=omit`
  await page.goto(url)
  await openTab(page, 'Recording')
  await chooseFile(page, shortVideo)
  await upload(page)
  const step = nextStep(page)
  await expect(step.getByRole('button', { name: 'Start Transcription' })).toBeVisible()
  await page.request.put(address, {
    headers: headers(),
    data: { transcribedTextScripted: 'Coach: Hello.' },
  })
  await openTab(page, 'Overview')
  await expect(drawer(page).getByRole('button', { name: 'Reopen' })).toBeVisible()

  let reads = 0
  await page.route(`**${address}`, async (route) => {
    if (++reads > 1) await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await expect(drawer(page).locator('video')).toHaveCount(1)
  await page.request.delete(`/api/sessions/${id}/recording?transcripts=omit`, {
    headers: headers(),
  })
  // It was read; what is read from now on takes a while, and is called off by the next change.
  await expect(drawer(page).locator('video')).toHaveCount(0)
  await page.request.put(address, { headers: headers(), data: { status: 'open' } })
  await expect(step.getByRole('button', { name: 'Mark as completed' })).toBeVisible()
})

test('from wherever one is, the next step goes on with an upload that paused, broke off or was refused', async ({
  page,
}) => {
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
  // The server fails in the middle of it.
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

test('a conversation is shared with the client, is read there with who shared it, and is taken back', async ({
  page,
  somebodyElse,
}) => {
  await signIn(page, busyCoach)
  const { id, url, clientId, guardian } = await newSession(page)
  const said = 'Coach: How are you?\n\nClient: Better, thank you.'
  const save = (transcribedTextScripted: string) =>
    page.request.put(`/api/sessions/${id}?transcripts=omit`, {
      headers: headers(),
      data: { transcribedTextScripted },
    })
  await save(said)
  const own = await somebodyElse(guardian)
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

  // The other side hears of it while it looks.
  await shared.click()
  const dialog = own.getByRole('dialog', { name: 'Conversation' })
  await expect(dialog).toContainText('Better, thank you.')
  await expect(dialog).toContainText(/Shared by Karin Ekström?, /)
  await expect(dialog).not.toContainText('Last edited')
  await expectAccessible(own, '[role=dialog]')

  await save(`${said} Really.`)
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

test('what ended while one was elsewhere is told there, with the way to it', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  const panel = drawer(page)
  const checked = /\/api\/uploads\/[\da-f-]{36}$/
  await page.route(checked, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    const state = (await answer.json()) as { sizeBytes: number }
    const processing = {
      status: 'processing',
      arrivedBytes: state.sizeBytes,
      note: null,
      error: null,
    }
    return route.fulfill({ json: { ...state, ...processing } })
  })
  await chooseFile(page, shortVideo)
  await upload(page)
  await expect(panel.getByText('Checking the video…')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(toasts(page)).toContainText('Upload completed', { timeout: 20_000 })
  await toasts(page).getByRole('button', { name: 'Show recording' }).click()
  await expect(page).toHaveURL(new RegExp(`session=${id}&tab=recording`))
  await expect(video(page)).toBeVisible()

  let status = 'not begun'
  const underWay = () => ({
    ...{
      status,
      progress: 0.5,
      note: null,
      error: null,
      warnings: [],
      speakers: null,
      language: null,
    },
    ...{ createdAt: new Date().toISOString(), finishedAt: null },
  })
  await page.route('**/api/sessions/*/transcribe', (route) => {
    status = 'running'
    return route.fulfill({ json: underWay() })
  })
  await page.route(/\/api\/sessions\/[^/]+\?transcripts=omit$/, async (route) => {
    // What the upload changed may still be read.
    if (status === 'not begun') return route.continue()
    const answer = await route.fetch()
    const session = (await answer.json()) as object
    return route.fulfill({ json: { ...session, transcription: underWay() } })
  })
  await nextStep(page).getByRole('button', { name: 'Start Transcription' }).click()
  await expect(nextStep(page)).toContainText('Transcribing the recording')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  status = 'completed'
  await expect(toasts(page)).toContainText('Transcription completed', { timeout: 20_000 })
  await toasts(page).getByRole('button', { name: 'Show transcript' }).click()
  await expect(page).toHaveURL(new RegExp(`session=${id}&tab=transcripts`))
  // What the page still asks is answered by nobody any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
