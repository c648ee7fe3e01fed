import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { busyCoach, chooseFile, drawer, newSession, openTab, signIn, upload } from './journeys.ts'

const running = {
  status: 'running',
  progress: 0,
  note: null,
  error: null,
  warnings: [],
  speakers: null,
  language: null,
  createdAt: new Date().toISOString(),
  finishedAt: null,
}

/** A recording that nobody transcribes: the server's answers are the test's own. */
async function recorded(page: Page) {
  await signIn(page, busyCoach)
  const { url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  await chooseFile(page, 'server/test/media/short.webm')
  await upload(page)
  await expect(drawer(page).getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
  const bodies: unknown[] = []
  await page.route('**/api/sessions/*/transcribe', (route) => {
    const body: unknown = route.request().postDataJSON()
    bodies.push(body)
    return route.fulfill({ json: { ...running, ...(body as object | null) } })
  })
  return bodies
}

test('the number of voices is found out unless somebody who knows it says so', async ({ page }) => {
  const bodies = await recorded(page)
  await page.route('**/api/clients/*/events*', (route) => route.fulfill({ status: 503, body: '' }))
  await openTab(page, 'Transcripts')
  const panel = drawer(page)
  await expect(panel.getByRole('tabpanel', { name: 'Transcripts' })).toBeVisible()
  const voices = panel.getByLabel('Speakers:')
  await expect(voices).toHaveText('Detect automatically')
  await voices.click()
  await expect(page.getByRole('option')).toHaveText([
    'Detect automatically',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
  ])
  await page.getByRole('option', { name: '3' }).click()
  await panel.getByRole('button', { name: 'Transcribe Recording' }).click()
  await expect(panel.getByText('Transcribing recording...')).toBeVisible()
  const bar = panel.getByRole('progressbar', { name: 'Transcription progress' })
  await expect(bar.locator('> *')).toHaveAttribute('style', /width: 0%/)
  expect(bodies).toEqual([{ speakers: 3 }])
})

test('a transcription tells the time left once its speed is known, and its bar what the number says', async ({
  page,
}) => {
  const bodies = await recorded(page)
  const progress = [0.459]
  let goOn = () => {}
  const isLookedAt = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/clients/*/events*', async (route) => {
    await expect.poll(() => bodies.length).toBe(1)
    const first = progress.shift()
    if (first === undefined) await isLookedAt
    const { pathname, searchParams } = new URL(route.request().url())
    const plan = await page.request.get(pathname.replace('events', 'sessions-and-metrics'))
    const { state } = (await plan.json()) as { state: string }
    const sessionId = searchParams.get('session')
    const underWay = [{ sessionId, status: 'running', progress: first ?? 0.5, note: null }]
    // The browser asks for the next one after the time it is told.
    const body = `retry: 3500\ndata: ${JSON.stringify({ state, underWay, present: [] })}\n\n`
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.reload()
  await openTab(page, 'Transcripts')
  const panel = drawer(page)
  await expect(panel.getByRole('tabpanel', { name: 'Transcripts' })).toBeVisible()
  await panel.getByRole('button', { name: 'Transcribe Recording' }).click()
  await expect.poll(() => bodies).toEqual([null])
  const bar = panel.getByRole('progressbar', { name: 'Transcription progress' })
  const region = panel.getByRole('region', { name: 'Transcription in progress' })
  await expect(bar).toHaveAttribute('aria-valuenow', '45')
  await expect(region).toContainText('45%')
  await expect(bar.locator('> *')).toHaveAttribute('style', /width: 45%/)
  await expect(region).toContainText('Usually takes 2-4 minutes.')
  goOn()
  await expect(region).toContainText(/About (?:\d+ seconds|1 minute) left\./, { timeout: 15_000 })
  await expect(bar).toHaveAttribute('aria-valuenow', '50')
})
