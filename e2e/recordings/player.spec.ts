import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { isPaused, openFinished, playerOf, timeOf, video } from '../finished-session.ts'
import { expect, test } from '../journey.ts'
import { drawer, openTab } from '../journeys.ts'

test('the recording keeps playing across tabs, small above text and large on its own tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 900, height: 800 })
  await openFinished(page, 'overview')
  // Counts reloads and pauses.
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

test('on a wide screen the player and tabs stay in place on every tab', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  const said = panel.getByRole('region', { name: 'Conversation' }).getByRole('listitem').first()
  await expect(said).toBeInViewport()
  expect((await said.boundingBox())?.y).toBeLessThan(260)
  const places = async () => ({
    video: await video(page).boundingBox(),
    tabs: await panel.getByRole('tablist').boundingBox(),
  })
  const before = await places()
  expect(before.video?.x).toBeLessThan(before.tabs?.x ?? 0)
  for (const tab of ['Recording', 'Overview', 'Transcripts'] as const) {
    await openTab(page, tab)
    await expect(panel.getByRole('tab', { name: tab, selected: true })).toBeVisible()
    expect(await places()).toEqual(before)
  }
  await panel.getByRole('button', { name: 'Full view' }).first().click()
  await said.hover()
  await page.mouse.wheel(0, 2_000)
  await expect(said).not.toBeInViewport()
  for (const it of [video(page), panel.getByRole('tablist')])
    await expect(it).toBeInViewport({ ratio: 1 })
})

test('a recording that cannot be loaded is tried again', async ({ page }) => {
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
  await expect(failure).toContainText('The recording could not be played.')
  await expect(play).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  expect(asked).toBe(3)

  status = 404
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBe(4)
  await expect(failure).toBeVisible()
  await page.unroute(recording)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(pause).toBeFocused()
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
})

test('on a phone the player stays above the scrolling transcript', async ({ page }) => {
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

test('a search in the transcript counts its matches and moves between them', async ({ page }) => {
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  const search = panel.getByLabel('Search in the transcript')
  const count = panel.locator('search output')
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  // Keys type letters here.
  await page.keyboard.type('week')
  expect(await isPaused(page)).toBe(true)
  await expect(count).toHaveText(/^\d+ matches$/)
  const places = Number((await count.textContent())?.split(' ')[0])
  expect(places).toBeGreaterThan(1)
  await expect(playerOf(page).locator('[data-place]')).not.toHaveCount(0)
  const coloured = (name: string) =>
    page.evaluate((it) => [...(CSS.highlights.get(it) ?? [])].map(String), name)
  expect(await coloured('transcript-found')).toHaveLength(places)
  await page.keyboard.press('Enter')
  await expect(count).toHaveText(`1 of ${places}`)
  expect(await coloured('transcript-current')).toHaveLength(1)
  await page.keyboard.press('Shift+Enter')
  await expect(count).toHaveText(`${places} of ${places}`)
  await panel.getByRole('button', { name: 'Next match' }).click()
  await expect(count).toHaveText(`1 of ${places}`)
  await expectAccessible(page, '[role=dialog]')
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(panel).toHaveAttribute('data-state', 'open')
})

test('keys play, seek, change the speed and find uncertain words, except while typing', async ({
  page,
}) => {
  await openFinished(page, 'transcripts')
  const panel = drawer(page)
  await expect(panel.getByText(/Underlined words/)).toBeVisible()
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
  await video(page).evaluate((it: HTMLVideoElement) => {
    it.currentTime = 30
  })
  await press('j')
  await expect.poll(() => timeOf(page)).toBe(25)

  // In a field keys type letters, except with Alt.
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
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list).toContainText('Next uncertain word')
  await expect(list).toContainText('Shift TabTranscript: previous uncertain word')
  await expectAccessible(page, '[role=dialog]')
  // Keys do nothing behind the dialog.
  await press('k')
  await press('Escape')
  await expect(list).toBeHidden()
  await expect(panel).toBeVisible()
  expect(await isPaused(page)).toBe(true)
})

test('Tab moves between uncertain words and on behind the last one', async ({ page }) => {
  await openFinished(page, 'transcripts')
  const raw = drawer(page).getByRole('region', { name: 'Raw transcript' })
  await raw.getByRole('button', { name: 'Full view' }).click()
  const starts = raw.locator('[data-line-start]')
  await starts.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(starts.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(starts.first()).toBeFocused()
  const words = raw.locator('button[data-uncertain]')
  const count = await words.count()
  expect(count).toBeGreaterThan(2)
  const uncertainWord = raw.locator('output').last()
  await page.keyboard.press('Tab')
  await expect(words.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(words.nth(1)).toBeFocused()
  await expect(uncertainWord).toHaveText(new RegExp(`^2 of ${count}: `))
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
