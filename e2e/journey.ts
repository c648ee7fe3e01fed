import { type BrowserContext, expect, test as plain } from '@playwright/test'

/**
 * What a journey must not cause unseen: an error in the console or on a page, a file of the product that is not there,
 * and an answer that says the server has a fault. What a test answers in the server's place is its own.
 */
function complaintsOf(context: BrowserContext, complaints: string[]) {
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

/** As Playwright's own, but a complaint of any page fails the journey. */
export const test = plain.extend<{ complaints: string[] }>({
  complaints: [
    async ({ browser }, use) => {
      const complaints: string[] = []
      const watch = (context: BrowserContext) => complaintsOf(context, complaints)
      browser.on('context', watch)
      await use(complaints)
      browser.off('context', watch)
      expect(complaints, 'what the pages complained of').toEqual([])
    },
    { auto: true },
  ],
})
export { expect }
