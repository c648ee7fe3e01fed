import type { Page } from '@playwright/test'
import { mostSearched } from '../contract/paging.ts'
import { expect, test } from './journey.ts'
import { delay, hold, signIn } from './journeys.ts'

const admin = 'admin@demo.maylab.test'
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const follow = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** From page to page by links, so that there is a way back within the application. */
async function walk(page: Page, ...names: string[]) {
  await page.goto('/app')
  for (const name of names) {
    await follow(page, name)
    await expect(heading(page, name)).toBeVisible()
  }
}

test.describe('the way back from half a name', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, admin)
    await walk(page, 'Coaches', 'Analytics', 'Organizations')
  })
  const field = (page: Page) =>
    page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  async function type(page: Page) {
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await field(page).fill('Half a name')
  }
  async function expectKept(page: Page) {
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(question(page)).toBeHidden()
    await expect(page).toHaveURL(/organizations$/)
    await expect(field(page)).toHaveValue('Half a name')
  }

  test('is held after the link past the navigation was used', async ({ page }) => {
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await skip.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(/organizations$/)
    await type(page)
    await page.goBack()
    await expectKept(page)
  })

  test('is held after a link within the page made a place of its own', async ({ page }) => {
    await page.evaluate(() => (location.hash = 'somewhere'))
    await type(page)
    await page.goBack()
    // Still the same page: nothing is lost.
    await expect(page).toHaveURL(/organizations$/)
    await page.goBack()
    await expectKept(page)
  })

  test('is held however often and fast Back is pressed', async ({ page }) => {
    await type(page)
    for (const pause of [0, 2, 5, 10, 20, 40, 80]) {
      await page.evaluate(async (ms) => {
        for (let press = 0; press < 2; press++) {
          history.back()
          await new Promise((rested) => setTimeout(rested, ms))
        }
      }, pause)
      await expectKept(page)
      // What comes after the answer is the test: nothing moves any more.
      await page.waitForTimeout(100)
      await expect(page).toHaveURL(/organizations$/)
      await expect(page.locator('h1')).toHaveText('Organizations')
    }
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(heading(page, 'Analytics')).toBeVisible()
    await expect(page).toHaveURL(/analytics$/)
    await page.goForward()
    await expect(heading(page, 'Organizations')).toBeVisible()
  })

  test('is held in the other direction too, and after a reload', async ({ page }) => {
    await page.goBack()
    await expect(heading(page, 'Analytics')).toBeVisible()
    await page.goBack()
    await page.reload()
    await follow(page, 'Organizations')
    await expect(heading(page, 'Organizations')).toBeVisible()
    await page.goBack()
    await page.goForward()
    await type(page)
    await page.goBack()
    await expectKept(page)
  })
})

test('a search that rests on the way to another page writes nothing into its address', async ({
  page,
}) => {
  await signIn(page, admin)
  await walk(page, 'Coaches')
  // The next page comes later than the search rests.
  await delay(page, '**/assets/organizations*.js', 800)
  await page.getByRole('searchbox').fill('anna')
  await follow(page, 'Organizations')
  await expect(heading(page, 'Organizations')).toBeVisible()
  await expect(page).toHaveURL(/\/app\/organizations$/)
  await page.goBack()
  await expect(heading(page, 'Coaches')).toBeVisible()
})

test.describe('on the way to a page whose code is late', () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, admin)
    await walk(page, 'Clients', 'Coaches')
  })
  const late = (page: Page) => hold(page, '**/assets/organizations*.js')
  const sign = (page: Page) => page.locator('output', { hasText: /^Loading$/ })
  const firstName = (page: Page) => page.getByRole('dialog').getByLabel('First Name')

  test('a sign says so, and the page before it stays what it is', async ({ page }) => {
    const arrive = await late(page)
    await follow(page, 'Organizations')
    await expect(sign(page)).toBeVisible()
    await expect(page).toHaveURL(/coaches$/)
    await expect(page.getByRole('link', { name: 'Coaches', exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    )
    arrive()
    await expect(heading(page, 'Organizations')).toBeVisible()
    await expect(sign(page)).toBeHidden()
    await expect(page).toHaveURL(/organizations$/)
  })

  test('a link that is pressed again and again is one step', async ({ page }) => {
    const before = await page.evaluate(() => history.length)
    const arrive = await late(page)
    for (let press = 0; press < 3; press++) await follow(page, 'Organizations')
    arrive()
    await expect(heading(page, 'Organizations')).toBeVisible()
    expect(await page.evaluate(() => history.length)).toBe(before + 1)
  })

  test('another link takes its place', async ({ page }) => {
    const arrive = await late(page)
    await follow(page, 'Organizations')
    await follow(page, 'Clients')
    await expect(heading(page, 'Clients')).toBeVisible()
    await expect(sign(page)).toBeHidden()
    const code = page.waitForResponse('**/assets/organizations*.js')
    arrive()
    await (await code).finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(page).toHaveURL(/clients$/)
    await expect(heading(page, 'Clients')).toBeVisible()
  })

  /** Types while the page is on its way, and stays when it comes. */
  async function expectAsked(page: Page, arrive: () => void) {
    await page.getByRole('button', { name: 'Add Coach' }).click()
    await firstName(page).fill('Vera')
    arrive()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(page).toHaveURL(/coaches$/)
    await expect(firstName(page)).toHaveValue('Vera')
  }

  test('what is typed meanwhile is asked about', async ({ page }) => {
    const arrive = await late(page)
    await follow(page, 'Organizations')
    await expectAsked(page, arrive)
  })

  test('the way back asks about it too', async ({ page }) => {
    const arrive = await hold(page, '**/assets/clients-page*.js')
    await page.reload()
    await expect(heading(page, 'Coaches')).toBeVisible()
    await page.goBack()
    await expect(sign(page)).toBeVisible()
    await expectAsked(page, arrive)
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard changes' }).click()
    await expect(heading(page, 'Clients')).toBeVisible()
    await expect(page).toHaveURL(/clients$/)
  })
})

test.describe('a search', () => {
  const field = (page: Page) => page.getByRole('searchbox')
  const shownFor = (page: Page, q: string) => expect(page.getByText(`Search: ${q}`)).toBeVisible()
  test.beforeEach(async ({ page }) => {
    await signIn(page, admin)
    await walk(page, 'Organizations', 'Coaches')
  })

  test('keeps a letter that is typed while the address follows the ones before', async ({
    page,
  }) => {
    await field(page).fill('ann')
    await expect(field(page)).toHaveValue('ann')
    // The letter is typed at the very moment at which the address has changed, and the page not yet.
    await page.evaluate(() => {
      const asEver = history.replaceState.bind(history)
      history.replaceState = (...given) => {
        asEver(...given)
        history.replaceState = asEver
        document.execCommand('insertText', false, 'a')
      }
    })
    await shownFor(page, 'anna')
    await expect(field(page)).toHaveValue('anna')
    await expect(page).toHaveURL(/q=anna$/)
  })

  test('is what the address says after the way back, and forward', async ({ page }) => {
    await field(page).fill('ann')
    await shownFor(page, 'ann')
    await follow(page, 'Coaches')
    await expect(page).toHaveURL(/coaches$/)
    await expect(field(page)).toHaveValue('')
    await page.goBack()
    await shownFor(page, 'ann')
    await expect(field(page)).toHaveValue('ann')
    await page.goForward()
    await expect(field(page)).toHaveValue('')
  })

  test('takes no more than the server does', async ({ page }) => {
    await field(page).focus()
    await page.keyboard.insertText('a'.repeat(mostSearched + 50))
    await shownFor(page, 'a'.repeat(mostSearched))
    await expect(field(page)).toHaveValue('a'.repeat(mostSearched))
    await expect(page.getByText('No coaches found.')).toBeVisible()
  })
})

test.describe('a page is shown where it was left', () => {
  test.beforeEach(({ page }) => signIn(page, 'system@demo.maylab.test'))
  const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))
  /** So that the page is short at first. */
  const lateMs = 600
  async function scrollDown(page: Page) {
    await page.mouse.move(800, 500)
    await page.mouse.wheel(0, 900)
    await expect.poll(() => scrolledTo(page)).toBeGreaterThan(600)
    return scrolledTo(page)
  }

  test('after a reload', async ({ page }) => {
    await page.goto('/app/users')
    await expect(page.getByRole('row').nth(10)).toBeVisible()
    const place = await scrollDown(page)
    await delay(page, '**/api/admin/users?*', lateMs)
    await page.reload()
    await expect.poll(() => scrolledTo(page)).toBe(place)
    await page.reload()
    await expect.poll(() => scrolledTo(page)).toBe(place)
  })

  test('by the way back, while its rows are still on their way', async ({ page }) => {
    await page.goto('/app/users')
    await expect(page.getByRole('row').nth(10)).toBeVisible()
    const place = await scrollDown(page)
    await follow(page, 'Coaches')
    await expect(heading(page, 'Coaches')).toBeVisible()
    expect(await scrolledTo(page)).toBe(0)
    await page.reload()
    await delay(page, '**/api/admin/users?*', lateMs)
    await page.goBack()
    await expect.poll(() => scrolledTo(page)).toBe(place)
  })

  test('unless somebody scrolls meanwhile', async ({ page }) => {
    await page.goto('/app/users')
    await expect(page.getByRole('row').nth(10)).toBeVisible()
    await scrollDown(page)
    const answer = await hold(page, '**/api/admin/users?*')
    await page.reload()
    await expect(heading(page, 'User Management')).toBeVisible()
    await page.mouse.wheel(0, -50)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    answer()
    await expect(page.getByRole('row').nth(10)).toBeVisible()
    expect(await scrolledTo(page)).toBeLessThan(300)
  })
})
