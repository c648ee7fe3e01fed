import { expect, test } from '../journey.ts'
import { drawer, openPlan, openTab, saveConversation, send, signIn } from '../journeys.ts'

/** A client whose plan no other journey opens. */
const name = 'Emma Thorup'
const email = 'emma.thorup@demo.maylab.test'

type Sessions = {
  sessions: {
    id: string
    sessionDate: string
    sessionDefinitionId: string
    hasRawTranscript: boolean
  }[]
}

test('a client sees each opening of their data, and none that did not happen', async ({
  page,
  browser,
}) => {
  await signIn(page)
  await openPlan(page, name)
  const plan = new URL(page.url()).pathname
  const clientId = plan.split('/')[3] ?? ''
  const url = `/api/clients/${clientId}`
  const read = await page.request.get(`${url}/sessions-and-metrics?transcripts=omit`)
  const { sessions } = (await read.json()) as Sessions
  const spoken = sessions.find((it) => it.hasRawTranscript)!
  // A second session of that kind in the same week, with a conversation.
  const added = await send<Sessions>(page, 'POST', `${url}/scheduled-sessions`, {
    ...{ sessionDefinitionId: spoken.sessionDefinitionId, sessionDate: spoken.sessionDate },
  })
  const before = new Set(sessions.map(({ id }) => id))
  const other = added.sessions.find(({ id }) => !before.has(id))
  await saveConversation(page, other?.id ?? '', 'Coach: Hello.')
  const { origin } = new URL(page.url())
  const own = await browser.newPage({ baseURL: origin })
  await signIn(own, email)
  /** The list of who opened the client's data, newest first. */
  const entries = async () => {
    const answer = await own.request.get('/api/my-client-data/readers')
    const whats = ((await answer.json()) as { what: string }[]).map(({ what }) => what)
    // Analyses and briefs may run in the background at any time, and other journeys read lists.
    const isOfOthers = /^(?:analyzed a conversation|prepared a session|saw the name and risk) /
    return whats.filter((it) => !isOfOthers.test(it))
  }
  const prepared = ['edited a transcript', 'scheduled a session', 'opened the plan']
  expect(await entries()).toEqual(prepared)

  // The week shows date and status of both sessions, but no transcript.
  await page.goto(`${plan}?session=${spoken.id}`)
  const panel = drawer(page)
  const choice = panel
    .getByRole('navigation', { name: 'Sessions of this week' })
    .getByRole('button')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: /: 2 sessions/ }).click()
  await expect(choice).toHaveCount(2)
  await expect(choice.first()).toContainText(/Open|Completed/)
  await expect(choice.last()).toContainText(/Open|Completed/)
  await expect(panel.getByText('Pending assignments')).toBeVisible()
  expect(await entries()).toEqual(prepared)

  // A transcript that was read is listed once.
  await page.goto(`${plan}?session=${spoken.id}`)
  await openTab(page, 'Transcripts')
  await expect(panel.getByRole('region', { name: 'Raw transcript' })).toContainText('Speaker 1')
  await expect.poll(entries).toEqual(['opened a transcript', ...prepared])

  // The player shows a preview image; playing opens the recording.
  await openTab(page, 'Recording')
  const video = panel.getByLabel('Recording of the session')
  const lines = panel.getByRole('region', { name: 'Transcript that follows the recording' })
  await expect(lines.getByRole('listitem').first()).toBeVisible()
  expect(await entries()).toEqual(['opened a transcript', ...prepared])
  await lines.getByRole('listitem').nth(1).getByRole('button').click()
  await expect
    .poll(() => video.evaluate((it) => (it as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0)
  await expect.poll(entries).toEqual(['opened a recording', 'opened a transcript', ...prepared])
})

test('a direct link plays the recording in its own tab', async ({ page }) => {
  await signIn(page)
  await openPlan(page, 'Johanne Mikkelsen')
  const { origin, pathname } = new URL(page.url())
  const read = await page.request.get(
    `/api/clients/${pathname.split('/')[3]}/sessions-and-metrics?transcripts=omit`,
  )
  const { sessions } = (await read.json()) as { sessions: { recordingUrl: string | null }[] }
  const recordingUrl = sessions.find((it) => it.recordingUrl)?.recordingUrl
  const made = await page.request.post(`${recordingUrl}/link`, { headers: { origin } })
  const { url } = (await made.json()) as { url: string }
  await page.goto(url)
  const video = page.locator('video')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState)).toBe(4)
  await video.evaluate((it: HTMLVideoElement) => it.play())
  const position = () => video.evaluate((it: HTMLVideoElement) => it.currentTime)
  await expect.poll(position).toBeGreaterThan(0.5)
})
