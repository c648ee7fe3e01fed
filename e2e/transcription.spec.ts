import { expect, test } from './journey.ts'
import { busyCoach, chooseFile, drawer, newSession, openTab, signIn, upload } from './journeys.ts'

test('the number of speakers is detected unless it is selected', async ({ page }) => {
  await signIn(page, busyCoach)
  const { url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  await chooseFile(page, 'server/test/media/short.webm')
  await upload(page)
  const panel = drawer(page)
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
  const bodies: unknown[] = []
  await page.route('**/api/sessions/*/transcribe', (route) => {
    bodies.push(route.request().postDataJSON())
    return route.fulfill({ status: 503, json: { error: 'x', code: 'unavailable', requestId: 'x' } })
  })
  await openTab(page, 'Transcripts')
  const speakers = panel.getByLabel('Speakers:')
  await expect(speakers).toHaveText('Detect automatically')
  await speakers.click()
  await expect(page.getByRole('option')).toHaveText([
    ...['Detect automatically', '1', '2', '3', '4', '5', '6'],
  ])
  await page.getByRole('option', { name: '3' }).click()
  await panel.getByRole('button', { name: 'Transcribe Recording' }).click()
  await expect.poll(() => bodies).toEqual([{ speakers: 3 }])
})
