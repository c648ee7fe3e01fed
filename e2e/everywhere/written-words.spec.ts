import type { Page } from '@playwright/test'
import { everyPage } from '../every-page.ts'
import { expect, test } from '../journey.ts'
import { clientIdOf, openTab, signIn } from '../journeys.ts'

const hebrew = 'שלום, 3 ימים'
const longWord = 'Wolfeschlegelsteinhausenbergerdorff'

/** What people are called and what they write. */
const isWritten = (key: string) =>
  /^(first|last|client|coach)?name$|^(text|note|reason|bio|speaker|transcribedText.*)$/i.test(key)

const replaced = (value: unknown, words: string, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((it) => replaced(it, words, key))
  if (typeof value === 'string') return isWritten(key) && value ? words : value
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => [name, replaced(it, words, name)]),
  )
}

/** Answers as if everybody had written these words. */
const answerWith = (page: Page, words: string) =>
  page.route('**/api/**', async (route) => {
    const answer = await route.fetch().catch(() => undefined)
    if (!answer?.headers()['content-type']?.startsWith('application/json')) return route.fallback()
    return route.fulfill({ response: answer, json: replaced(await answer.json(), words) })
  })

/** Elements that show Hebrew in the direction of the page. */
const wrongDirection = (page: Page) =>
  page.evaluate(() => {
    const wrong = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!/[\u0590-\u05ff]/.test(text.textContent ?? '')) continue
      if (element?.closest('[dir=auto], bdi, textarea, option, script, svg')) continue
      if (element?.closest('.sr-only, [aria-hidden=true]')) continue
      wrong.add(element?.outerHTML.slice(0, 200) ?? '')
    }
    return [...wrong]
  })

test('on every page names and texts have their own direction, and a long word does not make it scroll sideways', async ({
  page,
}) => {
  const found: Record<string, unknown> = {}
  let signedIn: string | undefined
  for (const { name, as, path } of everyPage) {
    if (as !== signedIn) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await signIn(page, `${as}@demo.maylab.test`)
      signedIn = as
    }
    const address = await path(page)
    await answerWith(page, `${longWord} ${hebrew}`)
    await page.goto(address)
    await expect(page.locator('h1').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      // Tables become cards in the next frame.
      await page.evaluate(() => new Promise(requestAnimationFrame))
      const wrong = await wrongDirection(page)
      const wide = await page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('html, main')].map((it) => it.scrollWidth)),
      )
      if (wrong.length || wide > width) found[`${name} at ${width}`] = { wrong, wide }
    }
  }
  expect(found).toEqual({})
})

test('names and texts of a session are shown in their own direction', async ({ page }) => {
  await signIn(page)
  const clientId = await clientIdOf(page, 'Sarah Lindqvist')
  const read = await page.request.get(
    `/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
  )
  const { sessions } = (await read.json()) as {
    sessions: { id: string; hasConversation: boolean }[]
  }
  const id = sessions.find((it) => it.hasConversation)?.id
  await answerWith(page, hebrew)
  await page.goto(`/app/clients/${clientId}?session=${id}`)
  const found: Record<string, string[]> = {}
  for (const tab of ['Overview', 'Recording', 'Transcripts'] as const) {
    await openTab(page, tab)
    await page.waitForLoadState('networkidle')
    found[tab] = await wrongDirection(page)
  }
  expect(found).toEqual({ Overview: [], Recording: [], Transcripts: [] })
})
