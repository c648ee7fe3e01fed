import { existsSync } from 'node:fs'

import { expect, test } from '../journey.ts'
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import { demoPassword } from '../../server/features/accounts/sign-in/demo-password.ts'
import { busyCoach, newClient } from '../journeys.ts'

// Playwright supports only its own build of Firefox; puppeteer drives the regular one over WebDriver BiDi.
const firefox = [
  process.env['FIREFOX_PATH'],
  ...['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((it) => it !== undefined && existsSync(it))
test.skip(!firefox, 'Firefox is not installed on this machine.')

/** The width of a week's column of the plan, in pixels. */
const weekWidth = 64

const size = { width: 1280, height: 800 }

let browser: Browser
let isTooOld = false
test.beforeAll(async () => {
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox ?? '',
    // The time zone of the installation, as in the other browser tests.
    env: { ...process.env, TZ: 'Europe/Copenhagen' },
  })
  // Some versions, such as 140, apply the page's content security policy to puppeteer's own scripts.
  const page = await browser.newPage()
  isTooOld = await page.setViewport(size).then(
    () => false,
    (error: unknown) => String(error).includes('unknown command'),
  )
  await page.close()
})
test.beforeEach(() => test.skip(isTooOld, 'This Firefox is too old for what drives it.'))
test.afterAll(() => browser.close())

test('in Firefox the main screens of each role open without errors', async ({ baseURL }) => {
  const screens = {
    system: ['/app', '/app/users', '/app/settings', '/app/audit-log', '/app/components'],
    admin: ['/app/clients', '/app/coaches', '/app/organizations', '/app/analytics'],
    coach: ['/app', '/app/clients'],
    client: ['/app'],
    org: ['/app'],
  }
  for (const [who, paths] of Object.entries(screens)) {
    const { page, pageErrors, leave } = await signedIn(`${baseURL}`, `${who}@demo.maylab.test`)
    for (const it of paths) {
      await page.goto(`${baseURL}${it}`)
      await page.waitForSelector('main h1')
    }
    if (who === 'coach') {
      await openPlan(page, `${baseURL}`, 'Johan Lundin')
      // The current week is scrolled into view.
      await page.waitForFunction(() => {
        const week = document.querySelector('th[aria-current=date]')?.getBoundingClientRect()
        return week !== undefined && week.left > 0 && week.right < innerWidth
      })
    }
    expect(pageErrors, who).toEqual([])
    await leave()
  }
})

test('in Firefox a coach drags a session to another week', async ({ baseURL }) => {
  const { page, pageErrors, leave } = await signedIn(`${baseURL}`, busyCoach)
  await openPlan(page, `${baseURL}`, await newClient())
  await press(page, '+ Add session')
  await page.locator('[role=dialog] [role=combobox]').click()
  await find(page, "*[@role='option']", 'Follow-up').click()
  await page.locator('input[type=time]').fill('23:40')
  await press(page, 'Schedule session')
  const count = (week: number) =>
    page.waitForSelector(`button[aria-label^="Follow-up, week ${week}:"]`)
  const from = await middleOf(await count(1))
  const to = { x: from.x + 2 * weekWidth, y: from.y }
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 6 })
  await page.mouse.up()
  await says(page, 'Session moved to W3')
  await page.reload()
  const moved = await count(3)
  if (!moved) throw new Error('there is no session in week 3')
  // A press without a move opens it.
  await moved.click()
  await page.waitForSelector('[role=dialog] [role=tab]')
  expect(pageErrors).toEqual([])
  await leave()
})

/** An element by tag and by the start of its text: a button also contains its hidden pending label. */
const find = (page: Page, tag: string, name: string) =>
  page.locator(`xpath///${tag}[starts-with(normalize-space(), "${name}")]`)
const press = (page: Page, name: string) => find(page, 'button', name).click()

const says = (page: Page, text: string) =>
  page.waitForFunction((it) => document.body.innerText.includes(it), {}, text)

async function middleOf(part: ElementHandle | null) {
  await part?.scrollIntoView()
  const box = await part?.boundingBox()
  if (!box) throw new Error('It is not in view.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function openPlan(page: Page, origin: string, name: string) {
  await page.goto(`${origin}/app/clients?q=${encodeURIComponent(name)}`)
  await find(page, 'a', `View Plan of ${name}`).click()
}

async function newPage() {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.setViewport(size)
  return page
}

async function signedIn(origin: string, email: string) {
  const page = await newPage()
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  page.on('console', (line) => {
    // The browser also logs the 401 for visitors who are not signed in.
    if (['error', 'warn'].includes(line.type()) && !line.text().includes('401'))
      pageErrors.push(line.text())
  })
  await page.goto(`${origin}/login`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(demoPassword)
  await press(page, 'Sign in')
  await page.waitForFunction(() => location.pathname === '/app')
  // Requests aborted by leaving the page would be logged as errors.
  await page.waitForSelector('main h1')
  return { page, pageErrors, leave: () => page.browserContext().close() }
}
