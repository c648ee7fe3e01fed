import type { Page } from '@playwright/test'
import { admin } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { delay, hold, signIn } from '../journeys.ts'

const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Opens page after page by links, so that Back stays within the application. */
async function walk(page: Page, ...names: string[]) {
  await page.goto('/app')
  for (const name of names) {
    await follow(page, name)
    await expect(heading(page, name)).toBeVisible()
  }
}

test.beforeEach(({ page }) => signIn(page, admin))

test('Back asks before it discards changes, after a jump within the page and however often', async ({
  page,
}) => {
  await walk(page, 'Coaches', 'Analytics', 'Organizations')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/organizations$/)
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await field.fill('Half a name')
  // Two quick presses are blocked like one.
  for (const pauseMs of [0, 10, 40]) {
    await page.evaluate(async (ms) => {
      history.back()
      await new Promise((resolve) => setTimeout(resolve, ms))
      history.back()
    }, pauseMs)
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(page).toHaveURL(/organizations$/)
    await expect(field).toHaveValue('Half a name')
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(heading(page, 'Analytics')).toBeVisible()
  await page.goForward()
  await expect(heading(page, 'Organizations')).toBeVisible()
})

test('a search is in the address of its page only, also after Back and Forward', async ({
  page,
}) => {
  const field = page.getByRole('searchbox')
  await walk(page, 'Organizations', 'Coaches')
  await field.fill('ann')
  await expect(page.getByText('Search: ann')).toBeVisible()
  await follow(page, 'Coaches')
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(page.getByText('Search: ann')).toBeVisible()
  await expect(field).toHaveValue('ann')
  await page.goForward()
  await expect(field).toHaveValue('')

  // On a slow device the next page arrives after typing has paused.
  await page.reload()
  await delay(page, '**/assets/analytics*.js', 800)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await field.fill('anna')
  await follow(page, 'Analytics')
  await expect(heading(page, 'Analytics')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/analytics$/)
})

test('while a page is loading the former one stays, and another link takes its place', async ({
  page,
}) => {
  const loading = page.locator('output', { hasText: /^Loading$/ })
  await walk(page, 'Clients', 'Coaches')
  const arrive = await hold(page, '**/assets/organizations*.js')
  await follow(page, 'Organizations')
  await expect(loading).toBeVisible()
  await expect(page).toHaveURL(/coaches$/)
  await expect(page.getByRole('link', { name: 'Coaches', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await follow(page, 'Clients')
  await expect(heading(page, 'Clients')).toBeVisible()
  await expect(loading).toBeHidden()
  const code = page.waitForResponse('**/assets/organizations*.js')
  arrive()
  await (await code).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page).toHaveURL(/clients$/)
  await expect(heading(page, 'Clients')).toBeVisible()
})

test('a list is scrolled to where it was left, after a reload and after Back', async ({ page }) => {
  const scrolledTo = () => page.evaluate(() => Math.round(scrollY))
  await page.goto('/app/users')
  await expect(page.getByRole('row').nth(10)).toBeVisible()
  await page.mouse.move(800, 500)
  await page.mouse.wheel(0, 900)
  await expect.poll(scrolledTo).toBeGreaterThan(600)
  const place = await scrolledTo()
  // The page is short until its rows arrive.
  await delay(page, '**/api/admin/users?*', 600)
  await page.reload()
  await expect.poll(scrolledTo).toBe(place)
  await follow(page, 'Coaches')
  await expect(heading(page, 'Coaches')).toBeVisible()
  expect(await scrolledTo()).toBe(0)
  await page.reload()
  await page.goBack()
  await expect.poll(scrolledTo).toBe(place)
})
