import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import puppeteer, { type Page } from 'puppeteer-core'
import { demoPassword } from '../server/db/demo/people.ts'
import { shortVideo } from './journeys.ts'

// Playwright drives only a Firefox of its own making; puppeteer drives the one that people have, over WebDriver BiDi.
const firefox = [process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (it) => it !== undefined && existsSync(it),
)
test.skip(!firefox, 'Firefox is not installed on this machine.')

const sessionType = 'Intake session'
/** By role and name, as somebody who listens would find it; the last one where there are several. */
const control = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`)
const press = (page: Page, name: string) => control(page, 'button', name).click()
const openTab = (page: Page, name: string) => control(page, 'tab', name).click()
const says = (page: Page, text: string, timeout = 20_000) =>
  page.waitForFunction((it) => document.body.innerText.includes(it), { timeout }, text)

test('in Firefox a coach uploads a session, has it transcribed and saves the conversation', async ({
  baseURL,
}) => {
  // The speech engine really listens to the recording, on a machine that others may be using.
  test.setTimeout(240_000)
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox ?? '' })
  try {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', (line) => {
      // Whoever is not signed in is told so by the status of an answer, which the browser notes as well.
      if (['error', 'warn'].includes(line.type()) && !line.text().includes('401'))
        complaints.push(line.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.setDefaultTimeout(60_000)
    await page.setViewport({ width: 1280, height: 800 })

    await page.goto(`${baseURL}/login`)
    await page.locator('input[type=email]').fill('coach@demo.maylab.test')
    await page.locator('input[type=password]').fill(demoPassword)
    await press(page, 'Sign in')
    await page.waitForFunction(() => location.pathname === '/app')

    await page.goto(`${baseURL}/app/clients?q=Johan+Lundin`)
    await control(page, 'link', 'View Plan of Johan Lundin').click()
    await press(page, '+ Add session')
    await control(page, 'combobox', 'Session Type').click()
    await control(page, 'option', sessionType).click()
    await page.locator('input[type=time]').fill('00:01')
    await press(page, 'Schedule session')
    // The grid is as wide as its weeks: the present one stands in view.
    await page.waitForFunction(() => {
      const week = document.querySelector('th[aria-current=date]')?.getBoundingClientRect()
      return week && week.left > 0 && week.right < innerWidth
    })
    await page.locator(`button[aria-label^="${sessionType}, week "][aria-label*="1 open"]`).click()

    await openTab(page, 'Recording')
    const chooser = await page.waitForSelector('input[type=file]')
    await (chooser as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(
      path.resolve(shortVideo),
    )
    await press(page, 'Upload')
    await says(page, 'Upload completed', 60_000)
    await press(page, 'Start Transcription')
    await openTab(page, 'Transcripts')
    await control(page, 'button', 'Process Transcript').setTimeout(180_000).click()
    await control(page, 'button', 'Edit').setTimeout(60_000).click()
    await press(page, 'Save')
    await says(page, 'Conversation saved')
    await openTab(page, 'Overview')
    await says(page, 'Completed')
    expect(complaints).toEqual([])
  } finally {
    await browser.close()
  }
})

test('in Firefox the main screens of each role come up without a complaint', async ({
  baseURL,
}) => {
  test.setTimeout(120_000)
  const screens = {
    system: ['/app', '/app/users', '/app/settings', '/app/audit-log', '/app/components'],
    admin: ['/app/clients', '/app/coaches', '/app/organizations', '/app/analytics'],
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
      await press(page, 'Sign in')
      await page.waitForFunction(() => location.pathname === '/app')
      for (const it of paths) {
        await page.goto(`${baseURL}${it}`)
        await page.waitForSelector('main h1')
      }
      expect(complaints, who).toEqual([])
      await context.close()
    }
  } finally {
    await browser.close()
  }
})
