import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import { demoPassword } from '../server/db/demo/people.ts'

// Playwright drives only a Firefox of its own making; puppeteer drives the one that people have, over WebDriver BiDi.
const firefox = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (it) => it !== undefined && existsSync(it),
)
test.skip(!firefox, 'Firefox is not installed on this machine.')

test('in Firefox the main screens of each role come up without a complaint', async ({
  baseURL,
}) => {
  test.setTimeout(120_000)
  const screens = {
    system: ['/app', '/app/users', '/app/settings', '/app/audit-log', '/app/components'],
    admin: ['/app/clients', '/app/coaches', '/app/organizations', '/app/analytics'],
    coach: ['/app', '/app/clients'],
    client: ['/app'],
    org: ['/app'],
  }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox ?? '' })
  try {
    for (const [who, paths] of Object.entries(screens)) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.goto(`${baseURL}/login`)
      await page.locator('input[type=email]').fill(`${who}@demo.maylab.test`)
      await page.locator('input[type=password]').fill(demoPassword)
      await page.locator('::-p-aria([name="Sign in"][role="button"])').click()
      await page.waitForFunction(() => location.pathname === '/app')
      for (const it of paths) {
        await page.goto(`${baseURL}${it}`)
        await page.waitForSelector('main h1')
      }
      if (who === 'coach') {
        await page.goto(`${baseURL}/app/clients?q=Johan+Lundin`)
        await page.locator('::-p-aria([name="View Plan of Johan Lundin"][role="link"])').click()
        // The grid is as wide as its weeks: the present one stands in view.
        await page.waitForFunction(() => {
          const week = document.querySelector('th[aria-current=date]')?.getBoundingClientRect()
          return week !== undefined && week.left > 0 && week.right < innerWidth
        })
      }
      expect(complaints, who).toEqual([])
      await context.close()
    }
  } finally {
    await browser.close()
  }
})
