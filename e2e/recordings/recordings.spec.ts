import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { busyCoach, drawer, newSession, openTab, signIn, toasts } from '../journeys.ts'
import { chooseFile, upload } from '../recordings.ts'

async function openSession(page: Page) {
  await signIn(page, busyCoach)
  const { url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  return drawer(page)
}
async function withRecording(page: Page) {
  const panel = await openSession(page)
  await chooseFile(page, 'server/test/media/short.webm')
  await upload(page)
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
  return panel
}
const unavailable = { status: 503, json: { error: 'x', code: 'unavailable', requestId: 'x' } }

test('a coach selects the number of speakers, reads why a transcription cannot start and deletes the recording', async ({
  page,
}) => {
  const panel = await withRecording(page)
  const why = 'This recording is already being transcribed.'
  const sent: unknown[] = []
  await page.route('**/api/sessions/*/transcribe', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 409, json: { error: why, code: 'conflict', requestId: 'x' } })
  })
  const speakers = panel.getByLabel('Speakers:')
  await expect(speakers).toHaveText('Detect automatically')
  await speakers.click()
  await expect(page.getByRole('option')).toHaveText([
    ...['Detect automatically', '1', '2', '3', '4', '5', '6'],
  ])
  await page.getByRole('option', { name: '3' }).click()
  await panel.getByRole('button', { name: 'Start Transcription' }).click()
  await expect(panel.getByRole('alert')).toHaveText(`Transcription failed: ${why}`)
  await expect(toasts(page).getByText('Transcription Failed')).toBeVisible()
  await expect(toasts(page).getByText(why)).toBeVisible()
  expect(sent).toEqual([{ speakers: 3 }])

  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Recording' })
  const address = '**/api/sessions/*/recording?*'
  await page.route(address, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await panel.getByRole('button', { name: 'Delete Recording' }).click()
  await confirm.click()
  await expect(toasts(page)).toContainText('Failed to delete recording. Please try again.')
  await page.unroute(address)
  await confirm.click()
  await expect(toasts(page).getByText('Recording deleted')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await expect(panel.getByText('Upload completed')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Start Transcription' })).toBeHidden()
})

test('an empty transcript cannot be processed', async ({ page }) => {
  await page.route(/\/api\/sessions\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    const session = (await answer.json()) as object
    await route.fulfill({
      response: answer,
      json: { ...session, hasRawTranscript: true, transcribedTextRaw: '' },
    })
  })
  const panel = await openSession(page)
  await openTab(page, 'Transcripts')
  await expect(
    panel.getByText('No speech was found in the recording.', { exact: true }),
  ).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Process Transcript' })).toBeHidden()
})

test('a transcript of an earlier recording is marked, and the current one is transcribed only after a question', async ({
  page,
}) => {
  const lines = [{ start: 0, end: 1, speaker: 'Speaker 1', text: 'What was said before.' }]
  await page.route(/\/api\/sessions\/[^/]+$|transcripts=/, async (route) => {
    const answer = await route.fetch()
    const session = (await answer.json()) as { transcribedTextRaw: string | null }
    const said = {
      transcribedTextRaw: '[00:00:00] Speaker 1: What was said before.',
      segments: lines,
    }
    const there = { status: 'completed', hasRawTranscript: true, hasConversation: true }
    await route.fulfill({
      response: answer,
      json: { ...session, ...said, ...there, isOfEarlierRecording: true },
    })
  })
  let calls = 0
  await page.route('**/api/sessions/*/transcribe', async (route) => {
    calls += 1
    await route.fulfill(unavailable)
  })
  const panel = await withRecording(page)
  const next = panel.getByRole('region', { name: 'Next step' })
  await expect(next).toContainText('The transcript belongs to an earlier recording.')
  await expect(panel.getByLabel('Recording of the session')).toBeVisible()
  await expect(panel.getByText('What was said before.')).toBeHidden()
  await openTab(page, 'Transcripts')
  await expect(panel.getByText(/^This transcript belongs to an earlier recording/)).toBeVisible()
  await expect(panel.getByText('What was said before.')).toBeVisible()
  await expect(panel.getByRole('button', { name: /0:00/ })).toHaveCount(0)
  await next.getByRole('button', { name: 'Transcribe Recording' }).click()
  const question = page.getByRole('alertdialog', { name: 'Transcribe this recording?' })
  await expect(question).toContainText('kept beside the current one until you choose')
  expect(calls).toBe(0)
  await question.getByRole('button', { name: 'Transcribe Recording' }).click()
  await expect(toasts(page).getByText('Transcription Failed')).toBeVisible()
  expect(calls).toBe(1)
})
