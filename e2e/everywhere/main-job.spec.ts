import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'
import {
  addSession,
  busyCoach,
  drawer,
  findRecorded,
  newClient,
  newSession,
  openLastSession,
  openPlan,
  openTab,
  shortVideo,
  signIn,
} from '../journeys.ts'
import { chooseFile, limitUpload, upload } from '../recordings.ts'

const type = 'Weekly coaching'

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a coach uploads a session, has it transcribed, edits the conversation and finds it again', async ({
  page,
}) => {
  // The real speech engine transcribes the recording, which takes long on a busy machine.
  test.setTimeout(240_000)
  await openPlan(page, await newClient())
  await addSession(page, type)
  await openLastSession(page, type)
  const panel = drawer(page)
  const overview = panel.getByRole('tabpanel', { name: 'Overview' })
  await expect(overview.getByText('Open', { exact: true })).toBeVisible()
  await expect(panel.getByText('No recording', { exact: true })).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  await openTab(page, 'Recording')
  await expect(page).toHaveURL(/tab=recording/)
  await chooseFile(page, shortVideo)
  await expect(panel.getByText('Estimated upload time: 30-60 seconds')).toBeVisible()
  const network = await limitUpload(page, 60_000)
  await upload(page)
  await expect(panel.getByRole('region', { name: 'Upload in progress' })).toBeVisible()
  await expect(panel.getByText(/please do not navigate away/)).toBeVisible()
  await expect(panel.getByRole('tab', { name: 'Overview' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 300)
  await expect(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(panel.getByText(/ · paused$/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
  await network.detach()
  await expect(panel.getByLabel('Recording of the session')).toBeVisible()
  await expect(panel.getByText('Estimated transcription time: 2-4 minutes')).toBeVisible()

  await panel.getByRole('button', { name: 'Start Transcription' }).click()
  await panel.getByRole('button', { name: 'Show progress' }).click()
  const progress = panel.getByRole('region', { name: 'Transcription in progress' })
  await expect(progress.getByRole('timer')).toHaveText(/0:0[1-9] elapsed/)
  // It is still shown after a reload.
  await page.reload()
  await expect(progress).toBeVisible()
  await expect(progress).toBeHidden({ timeout: 180_000 })

  await panel.getByRole('button', { name: 'Full view' }).click()
  await expect(panel.getByText('Speaker 1', { exact: true }).first()).toBeVisible()
  await expect(panel.getByText('Speaker 2', { exact: true }).first()).toBeVisible()

  await panel.getByRole('button', { name: 'Process Transcript' }).click()
  await expect(
    panel.getByText(/^Arranged by rules, without AI, .*; not yet checked by a person\.$/),
  ).toBeVisible()
  const step = panel.getByRole('region', { name: 'Next step' })
  await expect(step).toContainText('Nobody has checked this conversation yet.')
  await panel.getByRole('button', { name: 'Mark as checked' }).click()
  await expect(step).not.toContainText('Nobody has checked')
  await expect(
    panel.getByText(/^Arranged by rules, without AI, .*; checked by \w+ .+ on /),
  ).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const text = panel.getByLabel('Conversation text')
  await expect(text).not.toHaveValue('')
  const edited = `${await text.inputValue()}\n\nCoach: See you next week, then.`
  await text.fill(edited)
  // Leaving asks first and keeps the text.
  await openTab(page, 'Overview')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(text).toHaveValue(edited)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Conversation saved').first()).toBeVisible()

  await page.reload()
  await panel.getByRole('button', { name: 'Edit' }).click()
  await expect(text).toHaveValue(edited)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await openTab(page, 'Overview')
  await expect(overview.getByText('Completed', { exact: true })).toBeVisible()
})

test('the page and the server reject files that are not videos', async ({ page }) => {
  const { url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  const panel = drawer(page)

  await chooseFile(page, 'README.md')
  await expect(page.getByText('Invalid file type', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select a video file', { exact: true })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Upload', exact: true })).toBeHidden()

  await chooseFile(page, 'server/test/media/text.mp4')
  await upload(page)
  await expect(panel.getByRole('alert')).toContainText('Upload failed: The file is not a video.')
  await expectAccessible(page, '[role=dialog]')
  await panel.getByRole('button', { name: 'Choose another video' }).click()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
})

test('an upload resumes after a reload, with the same file only, and can be canceled', async ({
  page,
}) => {
  const { url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  const panel = drawer(page)
  await chooseFile(page, shortVideo)
  const network = await limitUpload(page, 40_000)
  await upload(page)
  await expect(panel.getByText(/^(?:[1-9]\d) KB of/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(panel.getByText('Upload interrupted')).toBeVisible()
  await expect(panel.getByText(/% \(\d+ KB\) uploaded/)).toBeVisible()
  await chooseFile(page, 'server/test/media/short.webm')
  await expect(page.getByText('This is a different file', { exact: true })).toBeVisible()

  await chooseFile(page, shortVideo)
  await expect(panel.getByRole('region', { name: 'Upload in progress' })).toBeVisible()
  await panel.getByRole('button', { name: 'Cancel Upload' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Cancel upload', exact: true })
    .click()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await network.detach()
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await expect(panel.getByText('Upload interrupted')).toBeHidden()
})

test('the transcript follows the recording, and a click on a line seeks there', async ({
  page,
}) => {
  await signIn(page)
  const { url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=recording`)
  const panel = drawer(page)
  const lines = panel.getByRole('region', { name: 'Transcript that follows the recording' })
  const line = lines.getByRole('listitem').nth(4)
  await line.getByRole('button').first().click()
  await expect(line).toHaveAttribute('aria-current', 'true')
  const time = () =>
    panel
      .getByLabel('Recording of the session')
      .evaluate((video) => (video as HTMLVideoElement).currentTime)
  expect(await time()).toBeGreaterThan(15)
  await expectAccessible(page, '[role=dialog]')

  // A line of the raw transcript plays from there, in the player that stays in view.
  await openTab(page, 'Transcripts')
  await panel.getByRole('button', { name: 'Full view' }).last().click()
  await expectAccessible(page, '[role=dialog]')
  const second = panel
    .getByRole('region', { name: 'Raw transcript' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Speaker \d 0:0\d/ }) })
    .nth(1)
  await second.getByRole('button').first().click()
  await expect.poll(time).toBeLessThan(15)
  await expect(second).toHaveAttribute('aria-current', 'true')
})
