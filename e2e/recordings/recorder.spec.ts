import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { useFakeDevices } from '../fake-devices.ts'
import { expect, test } from '../journey.ts'
import {
  addSession,
  busyCoach,
  drawer,
  newSession,
  openLastSession,
  openPlan,
  openTab,
  signIn,
  signInByForm,
} from '../journeys.ts'
import { OwnServer } from '../server.ts'

// What record-here.spec.ts shows on the screens, this file shows of the bytes: nothing that was said is lost.
const bar = (page: Page) => page.getByRole('region', { name: 'Recording (F9)' })

/** Begins to record the session that is open, and waits until something of it is saved. */
async function record(page: Page, kind = 'Camera and microphone') {
  // Not the next step's, which is gone once this tab is shown.
  await drawer(page)
    .getByRole('region', { name: 'Record this session' })
    .getByRole('button', { name: 'Record', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Record this session' })
  await dialog.getByLabel(kind).check()
  const allow = dialog.getByRole('button', { name: /^Allow / })
  const start = dialog.getByRole('button', { name: 'Start recording' })
  await expect(allow.or(start).first()).toBeVisible()
  if (await start.isDisabled()) await allow.click()
  await start.click()
  await expect(bar(page)).toContainText(/Saved until/)
}

/** Seconds that the bar shows. */
async function elapsed(page: Page) {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(await bar(page).innerText()) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

const recordFor = (page: Page, seconds: number) =>
  expect.poll(() => elapsed(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(seconds)

async function stop(page: Page) {
  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(bar(page)).toContainText('is saved.', { timeout: 60_000 })
}

/** Length of the recording at the server, in seconds. */
async function lengthOf(page: Page, sessionId: string, origin = '') {
  const answer = await page.request.get(`${origin}/api/sessions/${sessionId}?transcripts=omit`)
  const { recording } = (await answer.json()) as {
    recording: { duration: number } | null
  }
  return recording?.duration ?? 0
}

async function openRecorder(context: BrowserContext) {
  const page = await context.newPage()
  await useFakeDevices(page)
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  return { page, id, url }
}

/** Kills the tab as a crash does; it leaves nothing a chance to clean up. */
async function crash(page: Page) {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // It never answers.
  session.send('Page.crash').catch(() => {})
  await crashed
}

test('a tab that crashes costs three seconds at most, and what follows becomes one recording with it', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const { page, id, url } = await openRecorder(context)
  await record(page)
  await recordFor(page, 8)
  const said = await elapsed(page)
  await crash(page)

  const next = await context.newPage()
  await next.goto('/app')
  await expect(bar(next)).toContainText(/A recording of \d+ seconds?, until/)
  await bar(next).getByRole('button', { name: 'Finish' }).click()
  await expect(bar(next)).toContainText('is saved.', { timeout: 60_000 })
  const first = await lengthOf(next, id)
  expect(first).toBeGreaterThan(said - 3)

  await useFakeDevices(next)
  await next.goto(`${url}&tab=recording`)
  await record(next)
  await recordFor(next, 4)
  await stop(next)
  await expect.poll(() => lengthOf(next, id), { timeout: 60_000 }).toBeGreaterThan(first + 3)
  await context.close()
})

test('without private files a recording is kept in the browser’s database', async ({ browser }) => {
  const context = await browser.newContext()
  await context.route(/\/store\.worker-/, async (route) => {
    const answer = await route.fetch()
    const body = `delete FileSystemFileHandle.prototype.createSyncAccessHandle;\n${await answer.text()}`
    await route.fulfill({ response: answer, body })
  })
  const { page, id } = await openRecorder(context)
  await record(page)
  await recordFor(page, 5)
  const said = await elapsed(page)
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(1)
  await crash(page)

  const next = await context.newPage()
  await next.goto('/app')
  await bar(next).getByRole('button', { name: 'Finish' }).click()
  await expect(bar(next)).toContainText('is saved.', { timeout: 60_000 })
  expect(await lengthOf(next, id)).toBeGreaterThan(said - 3)
  await context.close()
})

test('a recording goes on while the server is away and while the network is, and arrives as one upload', async ({
  page,
}, { outputDir }) => {
  test.setTimeout(240_000)
  const server = new OwnServer({ dataDir: path.join(outputDir, 'data') })
  await server.start()
  try {
    await useFakeDevices(page)
    await signIn(page, 'coach@demo.maylab.test', server.origin)
    await openPlan(page, 'Lukas Brenner', server.origin)
    await addSession(page, 'Weekly coaching')
    await openLastSession(page, 'Weekly coaching')
    await openTab(page, 'Recording')
    const sessionId = new URL(page.url()).searchParams.get('session') ?? ''
    let uploads = 0
    page.on('request', (it) => {
      if (it.method() === 'POST' && it.url().endsWith('/api/uploads')) uploads += 1
    })
    const unreachable = bar(page).getByText('The server can’t be reached.')
    await record(page)
    await recordFor(page, 4)
    await server.kill()
    await expect(unreachable).toBeVisible({ timeout: 40_000 })
    const away = await elapsed(page)
    await recordFor(page, away + 5)
    await server.start()
    await expect(unreachable).toBeHidden({ timeout: 60_000 })

    await page.context().setOffline(true)
    await expect(unreachable).toBeVisible({ timeout: 40_000 })
    await page.context().setOffline(false)
    await expect(unreachable).toBeHidden({ timeout: 60_000 })
    const said = await elapsed(page)
    await stop(page)
    expect(await lengthOf(page, sessionId, server.origin)).toBeGreaterThan(said - 2)
    expect(uploads).toBe(1)
  } finally {
    await page.context().setOffline(false)
    await server.stop()
  }
})

test('logging out keeps what was recorded: somebody else sees nothing, and the same coach sends the rest', async ({
  page,
}) => {
  await useFakeDevices(page)
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  await record(page, 'Microphone only')
  await recordFor(page, 4)
  await page.route('**/api/uploads/*', (route) => route.abort())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop and log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(bar(page)).toBeHidden()

  await signInByForm(page, 'admin@demo.maylab.test')
  await expect(page.getByRole('heading', { name: 'System Overview' })).toBeVisible()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.unroute('**/api/uploads/*')
  await signInByForm(page, busyCoach)
  await expect(bar(page)).toContainText('is saved.', { timeout: 60_000 })
  expect(await lengthOf(page, id)).toBeGreaterThan(2)
})

test('a microphone that is lost is told within seconds, and another one goes on in the same file', async ({
  page,
}) => {
  await useFakeDevices(page)
  await signIn(page, busyCoach)
  const { id, url } = await newSession(page)
  await page.goto(`${url}&tab=recording`)
  await record(page)
  await page.evaluate(() => {
    const { opened } = window as unknown as { opened: { tracks: MediaStreamTrack[] } }
    const used = opened.tracks.find((it) => it.kind === 'audio' && it.readyState === 'live')
    // Stopping alone tells nobody.
    used?.stop()
    used?.dispatchEvent(new Event('ended'))
  })
  const gone = bar(page).getByText('The microphone was disconnected.')
  await expect(gone).toBeVisible({ timeout: 4000 })
  await expect(gone).toBeHidden({ timeout: 30_000 })
  const said = await elapsed(page)
  await stop(page)
  expect(await lengthOf(page, id)).toBeGreaterThan(said - 2)
})
