import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, ignoreMissingCode, test } from '../journey.ts'
import { openPlan, signIn } from '../journeys.ts'
import { OwnServer } from '../server.ts'

const away = (page: Page) => page.getByText('The server cannot be reached. Trying again…')
const notShown = (page: Page) => page.getByText('This page could not be shown')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
test('while the server is away the page says so and keeps its form, and a requested page opens later', async ({
  page,
  pageErrors,
}, { outputDir }) => {
  const server = new OwnServer({ dataDir: path.join(outputDir, 'data') })
  await server.start()
  try {
    await signIn(page, 'coach@demo.maylab.test', server.origin)
    await openPlan(page, 'Sarah Lindqvist', server.origin)
    await page.getByRole('button', { name: '+ Add session' }).click()
    const time = page.getByRole('dialog', { name: 'Add session' }).getByLabel('Time')
    await time.fill('07:35')
    await server.kill()
    // The event stream of the plan breaks.
    await expect(away(page)).toBeVisible({ timeout: 5_000 })
    await server.start()
    await expect(away(page)).toBeHidden({ timeout: 35_000 })
    await expect(time).toHaveValue('07:35')

    await page.goto(`${server.origin}/app`)
    await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
    const title = await heading(page).innerText()
    await server.kill()
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(away(page)).toBeVisible({ timeout: 5_000 })
    await expect(heading(page)).toHaveText(title)
    await expect(notShown(page)).toBeHidden()
    await server.start()
    await expect(page.getByRole('link', { name: /^View Plan of/ }).first()).toBeVisible({
      timeout: 35_000,
    })
    await expect(away(page)).toBeHidden()
    await expect(page).toHaveURL(`${server.origin}/app/clients`)
  } finally {
    ignoreMissingCode(pageErrors)
    await server.stop()
  }
})

test('a page whose code could not be loaded opens when the server is back', async ({
  page,
  pageErrors,
}) => {
  await signIn(page)
  const lost = ['**/assets/clients-page-*.js', '**/healthz']
  for (const address of lost) await page.route(address, (route) => route.abort())
  await page.goto('/app/clients')
  await expect(away(page)).toBeVisible()
  for (const address of lost) await page.unroute(address)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('link', { name: /^View Plan of/ }).first()).toBeVisible()
  ignoreMissingCode(pageErrors)
})

test('a list that failed while the server was away is loaded when it is back', async ({ page }) => {
  await signIn(page)
  const lost = ['**/api/my-coach-clients?*', '**/healthz']
  for (const address of lost) await page.route(address, (route) => route.fulfill({ status: 502 }))
  await page.goto('/app/clients')
  await expect(page.getByText('The clients could not be loaded')).toBeVisible()
  await expect(away(page)).toBeVisible()
  for (const address of lost) await page.unroute(address)
  // The page asks again after two seconds.
  await expect(page.getByRole('link', { name: /^View Plan of/ }).first()).toBeVisible()
  await expect(away(page)).toBeHidden()
})

test('a page whose code changed with a new release is loaded with that release', async ({
  page,
  pageErrors,
}) => {
  await signIn(page)
  await page.goto('/app')
  await expect(page.getByRole('link', { name: 'Clients', exact: true })).toBeVisible()
  await page.route('**/assets/clients-page-*.js', (route) => route.fulfill({ status: 404 }), {
    times: 1,
  })
  await page.route(
    (url) => url.pathname === '/',
    (route) => route.fulfill({ body: '<script type="module" src="/assets/index-newer.js">' }),
  )
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('link', { name: /^View Plan of/ }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/app\/clients$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/app$/)
  ignoreMissingCode(pageErrors)
})
