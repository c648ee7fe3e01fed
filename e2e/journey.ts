import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test'
import { signIn } from './journeys.ts'
import { reusedBrowser } from './reused-browser.ts'

/**
 * Records errors that no test may cause: errors in the console or on a page, missing assets, and status 500. Responses
 * that a test fulfills itself do not count.
 */
function recordErrors(context: BrowserContext, pageErrors: string[]) {
  context.on('weberror', (it) => pageErrors.push(String(it.error().stack ?? it.error())))
  context.on('console', (line) => {
    // The browser also reports every rejected and lost request.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
      pageErrors.push(line.text())
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isOurs = 'content-security-policy' in response.headers()
    const isWrong = pathname.startsWith('/api/')
      ? response.status() === 500
      : response.status() >= 400
    if (isOurs && isWrong) pageErrors.push(`${response.status()} for ${pathname}`)
  })
}

type ForEach = {
  noPageErrors: void
  /** Signs in another user in another browser; `origin` defaults to the shared server. */
  signInOther: (email: string, origin?: string) => Promise<Page>
}
type Reused = ReturnType<typeof reusedBrowser>
type ForAll = {
  /** Page errors during the running test. */
  pageErrors: string[]
  reused: Reused
  /** Browsers of the other users, by index. */
  otherBrowsers: (index: number) => Reused
}

/**
 * Playwright's test, but any page error fails the test, and all tests of a worker reuse one browser. Use the fixture
 * `browser` for a new window or a first visit.
 */
export const test = plain.extend<ForEach, ForAll>({
  pageErrors: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright asks for a pattern.
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser, pageErrors }, use) => {
      browser.on('context', (context) => recordErrors(context, pageErrors))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  reused: [
    async ({ pageErrors }, use, { project }) => {
      const reused = reusedBrowser(project.use, (context) => recordErrors(context, pageErrors))
      await use(reused)
      await reused.close()
    },
    { scope: 'worker' },
  ],
  otherBrowsers: [
    async ({ pageErrors }, use, { project }) => {
      const all: Reused[] = []
      await use((index) => {
        all[index] ??= reusedBrowser(project.use, (context) => recordErrors(context, pageErrors))
        return all[index]
      })
      await Promise.all(all.map((it) => it.close()))
    },
    { scope: 'worker' },
  ],
  signInOther: async ({ otherBrowsers }, use, { project }) => {
    const met: Reused[] = []
    await use(async (email, origin) => {
      const theirs = otherBrowsers(met.length)
      met.push(theirs)
      const page = await (await theirs.open(project.use.timezoneId)).newPage()
      await signIn(page, email, origin)
      return page
    })
    await Promise.all(met.map((it) => it.reset()))
  },
  context: async ({ reused, timezoneId }, use) => {
    await use(await reused.open(timezoneId))
    await reused.reset()
  },
  noPageErrors: [
    async ({ pageErrors }, use) => {
      pageErrors.length = 0
      await use()
      expect(pageErrors, 'errors of the pages').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/** Ignores errors about code that a test blocks. */
export const ignoreMissingCode = (pageErrors: string[]) =>
  pageErrors.splice(
    0,
    pageErrors.length,
    ...pageErrors.filter((it) => !/dynamically imported module|^404 for /.test(it)),
  )
