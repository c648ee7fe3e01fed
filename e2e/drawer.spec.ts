import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { extractText } from 'unpdf'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import {
  busyCoach,
  chooseFile,
  drawer,
  findRecorded,
  limitUpload,
  newSession,
  openTab,
  ownOrigin,
  shortVideo,
  signIn,
  somebodyElse,
  toasts,
  upload,
} from './journeys.ts'

const nextStep = (page: Page) => drawer(page).getByRole('region', { name: 'Next step' })
const video = (page: Page) => drawer(page).getByLabel('Recording of the session')
const playerOf = (page: Page) => drawer(page).getByRole('region', { name: 'Player' })
const timeOf = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.currentTime)
const isPaused = (page: Page) => video(page).evaluate((it: HTMLVideoElement) => it.paused)
const headers = () => ({ origin: ownOrigin() })

/** The session of a demo client that has everything; nothing of it is changed. */
async function openFinished(page: Page, tab: 'overview' | 'recording' | 'transcripts') {
  await signIn(page)
  const { id, url } = await findRecorded(page, 'Sarah Lindqvist')
  await page.goto(`${url}&tab=${tab}`)
  await expect(video(page)).toBeVisible()
  return id
}

test('one player goes on over every tab, small beside what one reads and large on its own', async ({
  page,
}) => {
  await openFinished(page, 'overview')
  // Whatever loads or stops it again is counted.
  await video(page).evaluate((it: HTMLVideoElement) => {
    const counts = { emptied: 0, pause: 0 }
    Object.assign(globalThis, { counts, firstPlayer: it })
    it.addEventListener('emptied', () => counts.emptied++)
    it.addEventListener('pause', () => counts.pause++)
  })
  await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0.5)
  const widthOf = async () => (await video(page).boundingBox())?.width ?? 0
  const small = await widthOf()
  for (const tab of ['Recording', 'Transcripts', 'Overview', 'Recording'] as const) {
    const before = await timeOf(page)
    await openTab(page, tab)
    await expect(drawer(page).getByRole('tab', { name: tab, selected: true })).toBeVisible()
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before)
    if (tab === 'Recording') expect(await widthOf()).toBeGreaterThan(2 * small)
    else expect(await widthOf()).toBe(small)
  }
  expect(
    await video(page).evaluate((it) => {
      const { counts, firstPlayer } = globalThis as unknown as {
        counts: { emptied: number; pause: number }
        firstPlayer: Element
      }
      return { ...counts, isSame: it === firstPlayer }
    }),
  ).toEqual({ emptied: 0, pause: 0, isSame: true })
  expect(await isPaused(page)).toBe(false)
})

test('the player has one set of controls on every tab, and its picture is pressed, silenced and made large', async ({
  page,
}) => {
  await openFinished(page, 'overview')
  for (const tab of ['Overview', 'Recording', 'Transcripts'] as const) {
    await openTab(page, tab)
    await expect(drawer(page).getByRole('button', { name: 'Play', exact: true })).toHaveCount(1)
    await expect(video(page)).not.toHaveAttribute('controls')
  }
  await openTab(page, 'Recording')
  await video(page).click()
  await expect.poll(() => isPaused(page)).toBe(false)
  await playerOf(page).getByRole('button', { name: 'Sound off' }).click()
  expect(await video(page).evaluate((it: HTMLVideoElement) => it.muted)).toBe(true)
  await playerOf(page).getByRole('button', { name: 'Sound on' }).click()
  expect(await video(page).evaluate((it: HTMLVideoElement) => it.muted)).toBe(false)
  await video(page).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  await playerOf(page).getByRole('button', { name: 'Full screen' }).click()
  // Where the bar cannot be seen the browser's own controls are.
  await expect(video(page)).toHaveAttribute('controls')
  await page.evaluate(() => document.exitFullscreen())
  await expect(video(page)).not.toHaveAttribute('controls')
})

test('a recording that cannot be reached says so, and whatever plays it asks for it again', async ({
  page,
}) => {
  const recording = /\/api\/sessions\/[^/]+\/recording(\?|$)/
  let status = 503
  let asked = 0
  await page.route(recording, async (route) => {
    asked += 1
    await route.fulfill({ status, json: { error: 'x', code: 'unavailable', requestId: 'x' } })
  })
  await openFinished(page, 'transcripts')
  const failure = playerOf(page).getByRole('alert')
  const [play, pause] = ['Play', 'Pause'].map((name) =>
    playerOf(page).getByRole('button', { name, exact: true }),
  ) as [Locator, Locator]
  await play.click()
  await expect(failure).toContainText('The recording could not be played just now.')
  await expect(play).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  expect(asked).toBe(3)

  // Each of these asks once, and says again that it was for nothing.
  await page.keyboard.press('k')
  await expect.poll(() => asked).toBe(4)
  status = 404
  await expect(failure).toBeVisible()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBe(5)
  await expect(failure).toBeVisible()
  await expect(play).toBeFocused()

  await page.unroute(recording)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(pause).toBeFocused()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
})

test('a line that is pressed plays from there once a recording can be reached again', async ({
  page,
}) => {
  const recording = /\/api\/sessions\/[^/]+\/recording(\?|$)/
  await page.route(recording, (route) => route.fulfill({ status: 404 }))
  await openFinished(page, 'transcripts')
  const failure = playerOf(page).getByRole('alert')
  await playerOf(page).getByRole('button', { name: 'Speed: 1 times' }).click()
  await playerOf(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(failure).toBeVisible()
  await page.unroute(recording)
  const raw = drawer(page).getByRole('region', { name: 'Raw transcript' })
  await raw.getByRole('button', { name: 'Full view' }).click()
  const line = raw.getByRole('listitem').nth(2)
  await line.click()
  await expect(failure).toBeHidden()
  await expect(line).toHaveAttribute('aria-current', 'true')
  expect(await isPaused(page)).toBe(false)
  await expect(playerOf(page).getByRole('button', { name: 'Speed: 1.25 times' })).toBeVisible()
})

test('on a phone the player is held above the transcript that one scrolls', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  await panel.getByRole('button', { name: 'Full view' }).last().click()
  const last = panel.getByRole('region', { name: 'Raw transcript' }).getByRole('listitem').last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect(video(page)).toBeInViewport()
  const [player, line] = [await video(page).boundingBox(), await last.boundingBox()]
  expect((player?.y ?? 0) + (player?.height ?? 0)).toBeLessThanOrEqual(line?.y ?? 0)
  await expectAccessible(page, '[role=dialog]')
})

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
  await expect(nextStep(page)).toContainText('There is nothing left to do')
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
  await expect(drawer(page).getByLabel('Voices:')).toHaveCount(1)
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
  await expect(step).toContainText('There is nothing left to do')
  await openTab(page, 'Overview')
  await drawer(page).getByRole('button', { name: 'Reopen' }).click()
  await offers('Mark as completed')
  await step.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(step).toContainText('There is nothing left to do')
  await openTab(page, 'Overview')
  await drawer(page).getByRole('button', { name: 'Archive' }).click()
  await offers('Reopen')
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
  await expect(step).toContainText('The video was not taken.')
  await choose('Try again', shortVideo)

  const network = await limitUpload(page, 40_000)
  await step.getByRole('button', { name: 'Upload' }).click()
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(panel.getByRole('button', { name: 'Resume' })).toHaveCount(1)
  await openTab(page, 'Transcripts')
  await expect(step).toContainText('The upload is paused.')
  // The server fails in the middle of it.
  await page.route('**/api/uploads/*', (route) =>
    ['PATCH', 'HEAD'].includes(route.request().method())
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  )
  await network.detach()
  await step.getByRole('button', { name: 'Resume' }).click()
  await expect(page).toHaveURL(/tab=recording/)
  await expect(panel.getByRole('alert')).toContainText('Upload failed: The server answered 500')
  await page.unrouteAll({ behavior: 'wait' })
  await expectAccessible(page, '[role=dialog]')
  await openTab(page, 'Overview')
  await expect(step).toContainText('The upload broke off.')
  await step.getByRole('button', { name: 'Try again' }).click()
  await expect(panel.getByText('Upload completed')).toBeVisible({ timeout: 30_000 })
})

test('what is searched is found by its count, its places on the player’s line, and one after the other', async ({
  page,
}) => {
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  const search = panel.getByLabel('Search in the transcript')
  const count = panel.locator('search output')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // Keys are letters here.
  await page.keyboard.type('week')
  expect(await isPaused(page)).toBe(true)
  await expect(count).toHaveText(/^\d+ places$/)
  const places = Number((await count.textContent())?.split(' ')[0])
  expect(places).toBeGreaterThan(1)
  await expect(playerOf(page).locator('[data-place]')).not.toHaveCount(0)
  const coloured = (name: string) =>
    page.evaluate((it) => [...(CSS.highlights.get(it) ?? [])].map(String), name)
  const found = await coloured('transcript-found')
  expect(found).toHaveLength(places)
  expect(new Set(found.map((it) => it.toLowerCase()))).toEqual(new Set(['week']))
  await page.keyboard.press('Enter')
  await expect(count).toHaveText(`1 of ${places}`)
  expect(await coloured('transcript-current')).toHaveLength(1)
  await page.keyboard.press('Shift+Enter')
  await expect(count).toHaveText(`${places} of ${places}`)
  await panel.getByRole('button', { name: 'Next place' }).click()
  await expect(count).toHaveText(`1 of ${places}`)
  await expectAccessible(page, '[role=dialog]')
  await search.fill('no such words anywhere')
  await expect(count).toHaveText('Not found')
  await page.keyboard.press('Escape')
  await expect(search).toHaveValue('')
  await expect(panel).toHaveAttribute('data-state', 'open')
})

test('keys play, go back, change the speed and lead to unsure words, and leave alone who types', async ({
  page,
}) => {
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  await expect(panel.getByText(/Dotted words/)).toBeVisible()
  const press = (key: string) => page.keyboard.press(key)
  await press('k')
  await expect.poll(() => isPaused(page)).toBe(false)
  await press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await press('>')
  await expect(playerOf(page).getByRole('button', { name: 'Speed: 1.25 times' })).toBeVisible()
  await press('<')
  await expect(playerOf(page).getByRole('button', { name: 'Speed: 1 times' })).toBeVisible()

  await press('n')
  const word = panel.getByRole('region', { name: 'Raw transcript' }).locator('output').last()
  await expect(word).toHaveText(/^1 of \d+: “.+”$/)
  const first = await timeOf(page)
  await press('n')
  await expect(word).toHaveText(/^2 of \d+: /)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(first)
  await press('Shift+N')
  await expect(word).toHaveText(/^1 of \d+: /)
  // With Caps Lock on the letters come the other way round, and mean the same.
  await press('N')
  await expect(word).toHaveText(/^2 of \d+: /)
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'n', shiftKey: true, bubbles: true }),
    ),
  )
  await expect(word).toHaveText(/^1 of \d+: /)
  await press('K')
  await expect.poll(() => isPaused(page)).toBe(false)
  await press('K')
  await expect.poll(() => isPaused(page)).toBe(true)
  await video(page).evaluate((it: HTMLVideoElement) => {
    it.currentTime = 30
  })
  await press('J')
  await expect.poll(() => timeOf(page)).toBe(25)

  // In a field they are letters, but for those with Alt.
  await panel.getByLabel('Search in the transcript').focus()
  await page.keyboard.type('jk?')
  await expect(panel.getByLabel('Search in the transcript')).toHaveValue('jk?')
  expect(await isPaused(page)).toBe(true)
  await press('Alt+j')
  await expect.poll(() => timeOf(page)).toBe(20)
  await press('Alt+k')
  await expect.poll(() => isPaused(page)).toBe(false)
  await press('Alt+k')
  await press('Escape')

  await panel.getByRole('tab', { name: 'Transcripts' }).focus()
  await press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list).toContainText('Next unsure word')
  await expect(list).toContainText('Shift TabIn the transcript: unsure word before it')
  await expectAccessible(page, '[role=dialog]')
  // Behind it they do nothing.
  await press('k')
  await press('Escape')
  await expect(list).toBeHidden()
  await expect(panel).toBeVisible()
  expect(await isPaused(page)).toBe(true)
})

test('Tab goes from one unsure word to the next, back with the shift key, and on behind the last one', async ({
  page,
}) => {
  await openFinished(page, 'transcripts')
  const raw = drawer(page).getByRole('region', { name: 'Raw transcript' })
  await raw.getByRole('button', { name: 'Full view' }).click()
  const starts = raw.locator('[data-line-start]')
  await starts.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(starts.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(starts.first()).toBeFocused()
  const words = raw.locator('button[data-unsure]')
  const count = await words.count()
  expect(count).toBeGreaterThan(2)
  const told = raw.locator('output').last()
  await page.keyboard.press('Tab')
  await expect(words.first()).toBeFocused()
  await expect(told).toHaveText(new RegExp(`^1 of ${count}: `))
  await page.keyboard.press('Tab')
  await expect(words.nth(1)).toBeFocused()
  await expect(told).toHaveText(new RegExp(`^2 of ${count}: `))
  await page.keyboard.press('Shift+Tab')
  await expect(words.first()).toBeFocused()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Enter')
  await expect.poll(() => isPaused(page)).toBe(false)
  await page.keyboard.press('Alt+k')
  await words.last().focus()
  await page.keyboard.press('Tab')
  await expect(raw.getByRole('button', { name: 'Compact view' })).toBeFocused()
})

test('from the overview one key leads to the first unsure word', async ({ page }) => {
  await openFinished(page, 'overview')
  const panel = drawer(page)
  await expect(panel.getByRole('tab', { name: 'Overview' })).toHaveAttribute('data-state', 'active')
  await page.keyboard.press('n')
  await expect(panel.getByRole('tab', { name: 'Transcripts' })).toHaveAttribute(
    'data-state',
    'active',
  )
  const word = panel.getByRole('region', { name: 'Raw transcript' }).locator('output').last()
  await expect(word).toHaveText(/^1 of \d+: “.+”$/)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
})

test('a transcript and a conversation can be taken along as files and by the clipboard', async ({
  page,
  context,
}) => {
  const id = await openFinished(page, 'transcripts')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const part = (name: string) => drawer(page).getByRole('region', { name, exact: true })
  const take = async (from: Locator, format: string): Promise<Download> => {
    await from.getByRole('button', { name: 'Download' }).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: format }).click()
    return coming
  }
  const bytesOf = async (download: Download) => readFileSync(await download.path())
  await expect(part('Conversation')).toBeVisible()
  const names = { Conversation: 'Good morning Sarah', 'Raw transcript': 'Good morning said' }
  for (const [name, words] of Object.entries(names)) {
    const what = name === 'Conversation' ? 'Conversation' : 'Transcript'
    const pdf = await take(part(name), 'PDF (.pdf)')
    expect(pdf.suggestedFilename()).toMatch(
      new RegExp(`^${what} \\d{4}-\\d\\d-\\d\\d [\\w ]+\\.pdf$`),
    )
    const { text } = await extractText(new Uint8Array(await bytesOf(pdf)), { mergePages: true })
    expect(text.replaceAll(/\s+/g, ' ')).toContain(words)
    const docx = await bytesOf(await take(part(name), 'Word (.docx)'))
    expect(docx.toString('latin1', 0, 2)).toBe('PK')
    const txt = await bytesOf(await take(part(name), 'Text (.txt)'))
    expect(txt.toString()).toContain(words)
  }
  const vtt = await bytesOf(await take(part('Raw transcript'), 'Subtitles (.vtt)'))
  expect(vtt.toString()).toMatch(/^WEBVTT\n\n00:00:01\.010 --> 00:00:05\.660\n<v Speaker 1>Good/)
  const spoken = await bytesOf(await take(part('Conversation'), 'Subtitles (.vtt)'))
  expect(spoken.toString()).toMatch(/^WEBVTT\n\n00:00:01\.010 --> \S+\n<v Coach>Good morning Sarah/)

  await part('Conversation').getByRole('button', { name: 'Copy the conversation' }).click()
  await expect(toasts(page).getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Good morning Sarah')

  await signIn(page, 'system@demo.maylab.test')
  const log = await page.request.get(`/api/admin/audit-log?row=${id}&action=transcript-downloaded`)
  expect(((await log.json()) as unknown[]).length).toBeGreaterThanOrEqual(7)
})

test('a file that cannot be made says why, and leaves one where one is', async ({ page }) => {
  await openFinished(page, 'transcripts')
  const address = page.url()
  const part = drawer(page).getByRole('region', { name: 'Conversation', exact: true })
  const files = part.getByRole('button', { name: 'Download' })
  const answers = (url: string, status: number, error: string) =>
    page.route(url, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.fulfill({ status, json: { error, code: 'conflict', requestId: 'one' } })
    })
  const busy = 'Too many files are being made at the moment. Please try again in a minute.'
  await answers('**/transcript-file?*', 503, busy)
  await files.click()
  await page.getByRole('menuitem', { name: 'PDF (.pdf)' }).click()
  await expect(part.getByRole('button', { name: 'Downloading...' })).toBeVisible()
  await expect(toasts(page).getByText(busy)).toBeVisible()
  await expect(files).toBeFocused()
  await page.keyboard.press('Escape')
  await answers('**/plan.csv', 409, 'Not this plan.')
  await page.getByRole('button', { name: 'More for this plan' }).click()
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  await expect(toasts(page).getByText('Not this plan.')).toBeVisible()
  expect(new URL(address).pathname).toBe(new URL(page.url()).pathname)
})

test('a conversation is shared with the client, is read there with who shared it, and is taken back', async ({
  page,
  browser,
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
  const own = await somebodyElse(browser, guardian)
  await own.goto(`/app/my-plan/${clientId}`)
  const shared = own.getByRole('button', { name: /^Read the conversation of / })
  await expect(own.getByRole('table', { name: 'Sessions', exact: true })).toContainText('Completed')
  await expect(shared).toBeHidden()

  await page.goto(`${url}&tab=transcripts`)
  const panel = drawer(page)
  await panel.getByRole('button', { name: 'Share with the client' }).click()
  const question = page.getByRole('alertdialog', { name: /^Share this conversation with Alma / })
  await expect(question).toContainText('You can take it back at any time.')
  await expect(question.getByRole('region', { name: 'What will be seen' })).toContainText(
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
  await expect(dialog).not.toContainText('Changed since')
  await expectAccessible(own, '[role=dialog]')

  await save(`${said} Really.`)
  await expect(dialog).toContainText('Really.')
  await expect(dialog).toContainText('Changed since')
  await expect(panel.getByText(/changed since/)).toBeVisible()

  await panel.getByRole('button', { name: 'Take back' }).click()
  await expect(panel.getByRole('button', { name: 'Share with the client' })).toBeVisible()
  await expect(dialog).toContainText('This conversation is not shared any more.')
  await expect(own.getByText('Better, thank you.')).toBeHidden()
  await expectAccessible(own, '[role=dialog]')
  await own.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(shared).toBeHidden()
  const answer = await own.request.get(`/api/sessions/${id}/shared-conversation`)
  expect(answer.status()).toBe(404)
  await own.context().close()
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

  let status = 'running'
  const underWay = () => ({
    ...{ status, progress: 0.5, note: null, error: null, warnings: [], voices: null },
    ...{ createdAt: new Date().toISOString(), finishedAt: null },
  })
  await page.route('**/api/sessions/*/transcribe', (route) => route.fulfill({ json: underWay() }))
  await page.route(/\/api\/sessions\/[^/]+\?transcripts=omit$/, async (route) => {
    const answer = await route.fetch()
    const session = (await answer.json()) as object
    await route.fulfill({ json: { ...session, transcription: underWay() } })
  })
  await nextStep(page).getByRole('button', { name: 'Start Transcription' }).click()
  await expect(nextStep(page)).toContainText('is being transcribed')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Back to Clients' }).click()
  status = 'completed'
  await expect(toasts(page)).toContainText('Transcription completed', { timeout: 20_000 })
  await toasts(page).getByRole('button', { name: 'Show transcript' }).click()
  await expect(page).toHaveURL(new RegExp(`session=${id}&tab=transcripts`))
  // What the page still asks is answered by nobody any more.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
