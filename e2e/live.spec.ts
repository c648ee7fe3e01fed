import { connect, createServer, type Socket } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import {
  addSession,
  busyCoach,
  drawer,
  hold,
  newClient,
  newSession,
  openLastSession,
  openPlan,
  openTab,
  ownOrigin,
  signIn,
} from './journeys.ts'

const admin = 'admin@demo.maylab.test'
const weeks = (page: Page, type: string) =>
  page.getByRole('button', {
    name: new RegExp(`^${type}, week \\d+:`),
    includeHidden: true,
  })

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('two people who look at a plan see what the other one does, and keep what they are typing', async ({
  page,
  somebodyElse,
}) => {
  const name = await newClient()
  await openPlan(page, name)
  const other = await somebodyElse(admin)
  await openPlan(other, name)
  await page.getByRole('button', { name: '+ Add session' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add session' })
  await dialog.getByLabel('Time').fill('07:35')

  await addSession(other, 'Follow-up')
  await expect(weeks(page, 'Follow-up').last()).toBeVisible()
  await expect(dialog.getByLabel('Time')).toHaveValue('07:35')
  await expect(dialog.getByLabel('Time')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()

  await openLastSession(page, 'Follow-up')
  await openLastSession(other, 'Follow-up')
  await other.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(drawer(page).getByText('Completed').first()).toBeVisible()
  await other.close()
})

test('who has the same session open is shown by initials, and goes when they leave', async ({
  page,
  somebodyElse,
}) => {
  const { url } = await newSession(page)
  await page.goto(url)
  await expect(drawer(page).getByRole('tab', { name: 'Overview' })).toBeVisible()
  const other = await somebodyElse(admin)
  await other.goto(url)
  const seen = drawer(page).getByRole('img', { name: / has this session open$/ })
  await expect(seen).toBeVisible()
  await expect(
    drawer(other).getByRole('img', { name: 'Karin Ekström has this session open' }),
  ).toHaveText('KE')
  await expectAccessible(page)
  await other.keyboard.press('Escape')
  await expect(seen).toHaveCount(0)
  await other.close()
})

test('what changed while the line was down is there when it comes back', async ({
  page,
  somebodyElse,
}) => {
  const name = await newClient()
  await openPlan(page, name)
  await page.route(/\/events/, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  const other = await somebodyElse(admin)
  await openPlan(other, name)
  await addSession(other, 'Follow-up')
  await expect(weeks(other, 'Follow-up').last()).toBeVisible()
  await expect(weeks(page, 'Follow-up')).toHaveCount(0)
  await page.unroute(/\/events/)
  await expect(weeks(page, 'Follow-up').last()).toBeVisible({ timeout: 15_000 })
  await other.close()
})

test('a page listens by one stream, whatever is open beside it', async ({ page }) => {
  const streams: string[] = []
  const { url } = await newSession(page)
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') streams.push(new URL(request.url()).pathname)
  })
  await page.goto(url)
  await openTab(page, 'Recording')
  await openTab(page, 'Transcripts')
  await expect(drawer(page).getByText('No transcript yet')).toBeVisible()
  expect(streams).toHaveLength(1)
})

test('more plans than a browser has connections can be open: those out of sight do not listen, and catch up when they are seen', async ({
  page,
  somebodyElse,
}) => {
  const name = await newClient()
  await openPlan(page, name)
  const closed = page.waitForEvent('requestfailed', (it) => it.url().includes('/events'))
  await become(page, 'hidden')
  await closed
  const other = await somebodyElse(admin)
  await openPlan(other, name)
  await addSession(other, 'Follow-up')
  await expect(weeks(other, 'Follow-up').last()).toBeVisible()
  await expect(weeks(page, 'Follow-up')).toHaveCount(0)
  await become(page, 'visible')
  await expect(weeks(page, 'Follow-up').last()).toBeVisible()
  await other.close()
})

test('a session is as others left it when its tab comes to the front, also where the plan was read before the news came', async ({
  page,
  somebodyElse,
}) => {
  const { id, url } = await newSession(page)
  await page.goto(url)
  const complete = drawer(page).getByRole('button', { name: 'Mark as completed' })
  await expect(complete).toBeVisible()
  const closed = page.waitForEvent('requestfailed', (it) => it.url().includes('/events'))
  await become(page, 'hidden')
  await closed
  const other = await somebodyElse(admin)
  const changed = await other.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers: { origin: ownOrigin() },
    data: { status: 'completed' },
  })
  expect(changed.ok()).toBe(true)
  const release = await hold(page, '**/events?*')
  const planRead = page.waitForResponse(/sessions-and-metrics/)
  await become(page, 'visible')
  await (await planRead).finished()
  release()
  await expect(complete).toBeHidden()
  await expect(drawer(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await other.close()
})

/** As a browser does it when another tab comes to the front. */
const become = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    const is = (value: unknown) => ({ configurable: true, value })
    Object.defineProperties(document, {
      hidden: is(now === 'hidden'),
      visibilityState: is(now),
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, state)

test('a line that was cut in silence is noticed, and what was missed is there', async ({
  page,
  somebodyElse,
}) => {
  const line = await openLine(Number(new URL(ownOrigin()).port))
  try {
    const name = await newClient()
    await page.clock.install()
    await signIn(page, busyCoach, line.origin)
    await openPlan(page, name, line.origin)
    await expect.poll(line.isStreaming).toBe(true)
    line.cut()
    const other = await somebodyElse(admin)
    await openPlan(other, name)
    await addSession(other, 'Follow-up')
    await expect(weeks(other, 'Follow-up').last()).toBeVisible()
    await other.close()
    await expect(weeks(page, 'Follow-up')).toHaveCount(0)
    await page.clock.fastForward(45_000)
    await expect(weeks(page, 'Follow-up').last()).toBeVisible()
  } finally {
    line.close()
  }
})

/** A way to the server on which the streams that are open can be cut, without either end hearing of it. */
async function openLine(port: number) {
  const ends = new Set<Socket>()
  const streams = new Set<Socket>()
  const line = createServer((here) => {
    const there = connect(port, '127.0.0.1')
    there.on('data', (bytes) => {
      if (bytes.includes('text/event-stream')) streams.add(there)
    })
    here.pipe(there).pipe(here)
    for (const end of [here, there]) ends.add(end.on('error', () => {}))
    here.on('close', () => there.destroy())
  })
  await new Promise<void>((ready) => line.listen(0, '127.0.0.1', ready))
  const address = line.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    isStreaming: () => streams.size > 0,
    cut: () => {
      for (const stream of streams) stream.unpipe().pause()
    },
    close: () => {
      line.close()
      for (const end of ends) end.destroy()
    },
  }
}

test('a page that hears nothing of the others for a while says so, until it does', async ({
  page,
}) => {
  const name = await newClient()
  await page.clock.install()
  await page.route(/\/events/, (route) => route.fulfill({ status: 503 }))
  const refused = page.waitForResponse(/\/events/)
  await openPlan(page, name)
  await refused
  const notLive = page.getByText('Live updates paused')
  await page.clock.fastForward(10_000)
  await expect(notLive).toBeVisible()
  await expectAccessible(page)
  // It lies over nothing, and over nobody's name: neither beside a page nor at the end of one on a phone.
  const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  const signedIn = page.getByText(busyCoach)
  const chip = await boxOf(notLive)
  expect(chip.y + chip.height).toBeLessThanOrEqual((await boxOf(signedIn)).y)
  expect(chip.x).toBeLessThan((await boxOf(page.getByRole('main'))).x)
  await page.setViewportSize({ width: 390, height: 844 })
  const last = page.getByRole('heading', { name: 'Overall burnout risk assessment' })
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const end = await boxOf(last.locator('xpath=ancestor::section[1]'))
    expect(end.y + end.height).toBeLessThanOrEqual((await boxOf(notLive)).y)
  }).toPass()
  await page.unroute(/\/events/)
  await page.clock.fastForward(30_000)
  await expect(notLive).toBeHidden()
})

test('a coach who loses the client sees so, and asks for no more news of it', async ({
  page,
  somebodyElse,
}) => {
  const name = await newClient()
  await page.clock.install()
  await openPlan(page, name)
  const clientId = new URL(page.url()).pathname.split('/').at(-1)
  const other = await somebodyElse(admin)
  const coaches = await other.request.get('/api/coaches?limit=1&q=thomas')
  const [coach] = (await coaches.json()) as { id: string }[]
  const answer = await other.request.put(`/api/admin/clients/${clientId}/coach`, {
    headers: { origin: ownOrigin() },
    data: { coachId: coach?.id },
  })
  expect(answer.ok()).toBe(true)
  await expect(page.getByText('Client not found')).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.runFor(60_000)
  // Whatever the page asked for in that minute is noted before this.
  await page.evaluate(async () => (await fetch('/readyz')).ok)
  expect(asked.some((url) => url.endsWith('/readyz'))).toBe(true)
  expect(asked.filter((url) => url.includes('/events'))).toEqual([])
  await other.close()
})

test('a session that somebody else deletes goes from view, but for what was being typed into it', async ({
  page,
  somebodyElse,
}) => {
  const { id, url } = await newSession(page)
  const headers = { origin: ownOrigin() }
  await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    headers,
    data: { transcribedTextScripted: 'Coach: How are you?' },
  })
  await page.goto(`${url}&tab=transcripts`)
  await drawer(page).getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer(page).getByLabel('Conversation text').fill('Coach: Half a sent')
  const other = await somebodyElse(admin)
  expect((await other.request.delete(`/api/sessions/${id}`, { headers })).ok()).toBe(true)
  await expect(drawer(page).getByText('This session was deleted')).toBeVisible()
  await expect(drawer(page).getByLabel('Your unsaved text')).toHaveValue('Coach: Half a sent')
  await expect(drawer(page).getByRole('tab')).toHaveCount(0)
  await expect(drawer(page)).toHaveAccessibleDescription(/^\S+ \S+ ?Week 1$/)
  await expectAccessible(page, '[role=dialog]')
  await drawer(page).getByRole('button', { name: 'Back to the plan' }).click()
  await expect(drawer(page)).toBeHidden()
  await expect(weeks(page, 'Follow-up')).toHaveCount(0)
  await other.close()
})
