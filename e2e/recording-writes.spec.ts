import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import {
  busyCoach,
  chooseFile,
  drawer,
  newSession,
  openTab,
  signIn,
  toasts,
  upload,
} from './journeys.ts'

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
const refuse = (page: Page, url: string, status: number, error: string) =>
  page.route(url, (route) =>
    route.fulfill({ status, json: { error, code: 'conflict', requestId: 'one' } }),
  )

test('after deleting a recording the drawer offers an upload', async ({ page }) => {
  const panel = await withRecording(page)
  await panel.getByRole('button', { name: 'Delete Recording' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Recording' }).click()
  await expect(toasts(page).getByText('Recording deleted')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await expect(panel.getByText('Upload completed')).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Start Transcription' })).toBeHidden()
})

test('a recording deleted in another window is gone here too', async ({ page }) => {
  const panel = await withRecording(page)
  const { origin, searchParams } = new URL(page.url())
  const address = page.url().slice(origin.length)
  const sessionId = searchParams.get('session')
  const deleted = await page.request.delete(`/api/sessions/${sessionId}/recording`, {
    headers: { origin },
  })
  expect(deleted.ok()).toBe(true)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(address)
  await expect(panel.getByRole('button', { name: 'Choose a video' })).toBeVisible()
  await expect(panel.getByText('Upload completed')).toBeHidden()
})

test('a transcription that cannot start explains why', async ({ page }) => {
  const panel = await withRecording(page)
  const why = 'This recording is already being transcribed.'
  await refuse(page, '**/api/sessions/*/transcribe', 409, why)
  await panel.getByRole('button', { name: 'Start Transcription' }).click()
  await expect(panel.getByRole('alert')).toHaveText(`Transcription failed: ${why}`)
  await expect(toasts(page).getByText('Transcription Failed')).toBeVisible()
  await expect(toasts(page).getByText(why)).toBeVisible()
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

test('a transcript of an earlier recording is marked and replaced only after a question', async ({
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
    await route.fulfill({ status: 503, json: { error: 'x', code: 'unavailable', requestId: 'x' } })
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
  await expect(question).toContainText('can’t be recreated')
  expect(calls).toBe(0)
  await question.getByRole('button', { name: 'Transcribe Recording' }).click()
  await expect(toasts(page).getByText('Transcription Failed')).toBeVisible()
  expect(calls).toBe(1)
})
