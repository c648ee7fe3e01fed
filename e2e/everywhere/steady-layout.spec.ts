import { chromium } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { launchOptions } from '../browser.ts'
import {
  addSession,
  busyCoach,
  dayFromNow,
  hold,
  newClient,
  openPlan,
  ownOrigin,
  signIn,
} from '../journeys.ts'

test('nothing moves in the session form when overlaps are loaded', async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
  await addSession(page, 'Follow-up')
  await page.getByRole('button', { name: '+ Add session' }).click()
  const form = page.getByRole('dialog', { name: 'Add session' })
  await form.getByLabel('Date', { exact: true }).fill(dayFromNow(5))
  await form.getByLabel('Time').fill('04:37')
  const warning = form.getByText('You can schedule it anyway.')
  await expect(warning).toBeVisible()
  const button = form.getByRole('button', { name: 'Schedule session' })
  const answer = await hold(page, '**/conflicts?*')
  await form.getByLabel('Date', { exact: true }).fill(dayFromNow(0))
  await form.getByLabel('Time').fill('00:00')
  await expect(warning).toBeHidden()
  const before = await button.boundingBox()
  answer()
  await expect(form.getByText('Overlaps with')).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

test('a dialog covers the window without changing the width of the page', async () => {
  // With a classic scrollbar, which takes up width.
  const browser = await chromium.launch({
    ...(await launchOptions()),
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const origin = ownOrigin()
  await signIn(page, 'system@demo.maylab.test', origin)
  await page.goto(`${origin}/app/organizations`)
  const header = page.locator('header').first()
  const widthOf = () => header.evaluate((it) => it.getBoundingClientRect().width)
  const visible = () => page.evaluate(() => document.documentElement.clientWidth)
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  const before = await widthOf()
  expect(await visible()).toBeLessThan(1280)
  await page.getByRole('button', { name: 'Add Organization' }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('x')
  expect(await widthOf()).toBe(before)
  expect(await visible()).toBe(1280)
  // The question does not change the layout of the dialog.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await widthOf()).toBe(before)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await widthOf()).toBe(before)
  await browser.close()
})
