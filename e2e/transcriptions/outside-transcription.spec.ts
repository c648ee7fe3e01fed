import path from 'node:path'
import type { Page } from '@playwright/test'
import { openaiAudio } from '../../server/test/services/openai-audio.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { drawer, shortVideo, signIn, toasts } from '../journeys.ts'
import { chooseFile, upload } from '../recordings.ts'
import { OwnServer } from '../server.ts'

// The active provider applies to all journeys, so this one has its own server.
let server: OwnServer
let speech: Awaited<ReturnType<typeof openaiAudio>>
const speechKey = 'sk-proj-speech-key-0007'
/** Returns the transcript only after the journey has seen the waiting state. */
const heard = Promise.withResolvers<void>()
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  speech = await openaiAudio({
    apiKey: speechKey,
    hear: async () => {
      await heard.promise
      return [
        { start: 0.5, end: 4, speaker: 'B', text: 'How did you sleep this week?' },
        { start: 4.5, end: 9, speaker: 'A', text: 'Badly, on most nights.' },
      ]
    },
  })
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { OPENAI_WHISPER_BASE_URL: speech.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await speech.close()
})

const dialog = (page: Page) => page.getByRole('dialog')
const question = (page: Page) => page.getByRole('alertdialog')
const active = (page: Page, label: string) =>
  page.getByRole('switch', { name: `${label} is the active provider` })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a recording is transcribed by the active provider, and the client sees that audio was sent', async ({
  page,
  signInOther,
}) => {
  await signIn(page, 'system@demo.maylab.test', server.origin)
  await page.goto(`${server.origin}/app/settings?tab=integrations`)
  await press(page, 'Add provider for Transcription')
  await expect(dialog(page).getByRole('combobox', { name: 'Provider' })).toHaveText('OpenAI')
  await dialog(page).getByLabel('API key').fill(speechKey)
  await dialog(page).getByRole('switch', { name: 'Make this the active provider' }).click()
  await dialog(page).getByRole('button', { name: 'Add provider' }).click()
  await expect(question(page)).toContainText(
    'The audio of transcribed recordings will be sent to OpenAI',
  )
  await question(page).getByRole('button', { name: 'Activate provider' }).click()
  await expect(active(page, 'OpenAI')).toBeChecked()
  await expect(active(page, 'Local')).not.toBeChecked()
  await press(page, 'Test OpenAI')
  await expect(toasts(page)).toContainText('OpenAI responds and offers gpt-4o-transcribe-diarize.')

  const coach = await signInOther('coach@demo.maylab.test', server.origin)
  const clients = await coach.request.get(`${server.origin}/api/my-coach-clients?limit=20`)
  const toUploadTo = async () => {
    for (const { id } of (await clients.json()) as { id: string }[]) {
      const plan = await coach.request.get(
        `${server.origin}/api/clients/${id}/sessions-and-metrics?transcripts=omit`,
      )
      const { sessions } = (await plan.json()) as {
        sessions: { id: string; status: string; recordingUrl: string | null }[]
      }
      const session = sessions.find(
        ({ status, recordingUrl }) => status === 'scheduled' && recordingUrl === null,
      )
      if (session !== undefined) return { clientId: id, session: session.id }
    }
    throw new Error('No client of the demo has a scheduled session without a recording.')
  }
  const { clientId, session } = await toUploadTo()
  // Only past sessions have recordings.
  const moved = await coach.request.put(
    `${server.origin}/api/sessions/${session}?transcripts=omit`,
    {
      data: { sessionDate: new Date().toISOString() },
      headers: { origin: server.origin },
    },
  )
  expect(moved.ok()).toBe(true)
  await coach.goto(`${server.origin}/app/clients/${clientId}?session=${session}&tab=recording`)
  const panel = drawer(coach)
  await chooseFile(coach, shortVideo)
  await upload(coach)
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 60_000 })
  await panel.getByRole('button', { name: 'Start Transcription' }).click()
  await panel.getByRole('button', { name: 'Show progress' }).click()
  const listening = panel.getByRole('region', { name: 'Transcription in progress' })
  await expect(listening).toContainText('Waiting for OpenAI', { timeout: 30_000 })
  await expectAccessible(coach, '[role=dialog]')
  heard.resolve()
  await expect(listening).toBeHidden({ timeout: 30_000 })
  for (const line of [
    '[00:00:00] Speaker 1: How did you sleep this week?',
    '[00:00:04] Speaker 2: Badly, on most nights.',
  ])
    await expect(panel.getByText(line)).toBeVisible()
  await expectAccessible(coach, '[role=dialog]')
  // Audio without video.
  expect(speech.files.map(({ name, bytes }) => [name, bytes.subarray(0, 4).toString()])).toEqual([
    ['sound.ogg', 'OggS'],
  ])
  await coach.close()

  await press(page, 'Outbound data log')
  const call = page.getByRole('row').filter({ hasText: 'transcription' })
  await expect(call).toContainText('OpenAI')
  await expect(call).toContainText(/\d+ KB \/ /)
  await expect(call).toContainText('Success (200)')
  await expect(call.getByRole('link', { name: /, 20\d\d$/ })).toHaveAttribute(
    'href',
    new RegExp(`session=${session}`),
  )
  await press(page, 'Back to providers')

  // Nothing is sent to a provider any more, so there is no question.
  await active(page, 'Local').click()
  await expect(active(page, 'Local')).toBeChecked()
  await expect(active(page, 'OpenAI')).not.toBeChecked()
})
