import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test'
import { signIn } from './journeys.ts'
import { keptBrowser } from './kept-browser.ts'

/**
 * What a journey must not cause unseen: an error in the console or on a page, a file of the product that is not there,
 * and an answer that says the server has a fault. What a test answers in the server's place is its own.
 */
function hear(context: BrowserContext, complaints: string[]) {
  context.on('weberror', (it) => complaints.push(String(it.error().stack ?? it.error())))
  context.on('console', (line) => {
    // A browser notes every refusal of the server as well, and every lost line: what a page makes of them is its test.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
      complaints.push(line.text())
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isOurs = 'content-security-policy' in response.headers()
    const isWrong = pathname.startsWith('/api/')
      ? response.status() === 500
      : response.status() >= 400
    if (isOurs && isWrong) complaints.push(`${response.status()} for ${pathname}`)
  })
}

type ForEach = {
  withoutComplaints: void
  /** Signs in another user in another browser; `origin` is that of a server of the test's own. */
  somebodyElse: (email: string, origin?: string) => Promise<Page>
}
type Kept = ReturnType<typeof keptBrowser>
type ForAll = {
  /** Of the pages of the present journey. */
  complaints: string[]
  kept: Kept
  /** Of whom a journey meets besides: the first, the second. */
  keptByOthers: (index: number) => Kept
}

/**
 * As Playwright's own, but a complaint of any page fails the journey, and its browser is the one that the journeys before
 * it used, and so is that of somebody else. `browser` is for those who come with another window or for the first time.
 */
export const test = plain.extend<ForEach, ForAll>({
  complaints: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a pattern.
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, complaints }, use) => {
      browser.on('context', (context) => hear(context, complaints))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ complaints }, use, { project }) => {
      const kept = keptBrowser(project.use, (context) => hear(context, complaints))
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  keptByOthers: [
    async ({ complaints }, use, { project }) => {
      const all: Kept[] = []
      await use((index) => {
        all[index] ??= keptBrowser(project.use, (context) => hear(context, complaints))
        return all[index]
      })
      await Promise.all(all.map((it) => it.close()))
    },
    { scope: 'worker' },
  ],
  somebodyElse: async ({ keptByOthers }, use, { project }) => {
    const met: Kept[] = []
    await use(async (email, origin) => {
      const theirs = keptByOthers(met.length)
      met.push(theirs)
      const page = await (await theirs.open(project.use.timezoneId)).newPage()
      await signIn(page, email, origin)
      return page
    })
    await Promise.all(met.map((it) => it.tidy()))
  },
  context: async ({ kept, timezoneId }, use) => {
    await use(await kept.open(timezoneId))
    await kept.tidy()
  },
  withoutComplaints: [
    async ({ complaints }, use) => {
      complaints.length = 0
      await use()
      expect(complaints, 'what the pages complained of').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
