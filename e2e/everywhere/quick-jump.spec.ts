import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { admin } from '../administration.ts'
import { clientIdOf, signIn } from '../journeys.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const field = (page: Page) => page.getByRole('combobox', { name: 'Name, page or setting' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Places' }).getByRole('option')

test('a coach jumps to a client by keyboard, and to the next and previous client', async ({
  page,
}) => {
  await signIn(page, 'coach@demo.maylab.test')
  await page.goto('/app')
  await expect(page.getByRole('button', { name: 'Jump to' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(options(page)).toHaveText([
    ...['Page: Dashboard', 'Page: Clients', 'Page: My Notes'],
    ...['Page: Your account', 'Page: Sign-in and security'],
  ])
  await field(page).fill('sarah lind')
  await expect(options(page)).toHaveText(['Client: Sarah Lindqvist'])
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Sarah Lindqvist')).toBeVisible()
  await expect(field(page)).toBeHidden()

  // Without a list the order is by name.
  await page.getByRole('button', { name: /^Previous client: / }).click()
  await expect(heading(page, 'Sarah Lindqvist')).toBeHidden()
  await page.getByRole('button', { name: 'Next client: Sarah Lindqvist' }).click()
  await expect(heading(page, 'Sarah Lindqvist')).toBeVisible()
})

test('Alt and arrow keys go through plans in the order of the list', async ({ page }) => {
  await signIn(page, 'coach@demo.maylab.test')
  await page.goto('/app/clients?sort=-name')
  const links = page.getByRole('link', { name: /^View Plan/ })
  await expect(links.first()).toBeVisible()
  const answer = await page.request.get('/api/my-coach-clients?sort=-name&limit=3')
  const [first, second] = (
    (await answer.json()) as { userFirstName: string; userLastName: string }[]
  ).map((it) => `${it.userFirstName} ${it.userLastName}`)
  await links.first().click()
  await expect(heading(page, first ?? '')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous client', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: `Next client: ${second}` })).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(heading(page, second ?? '')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(heading(page, first ?? '')).toBeVisible()
})

test('a system administrator jumps to a setting, and Escape closes the list', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/users')
  await expect(heading(page, 'User Management')).toBeVisible()
  await page.getByRole('button', { name: 'Jump to' }).click()
  await field(page).fill('prompts')
  await expect(options(page)).toContainText(['Setting: AI Prompts'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(page).toHaveURL(/users/)
  await page.keyboard.press('ControlOrMeta+k')
  await field(page).fill('ai prom')
  await expect(options(page).first()).toHaveText('Setting: AI Prompts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'AI Prompts', selected: true })).toBeVisible()
})

test('an administrator finds coaches, organizations and users by name', async ({ page }) => {
  await signIn(page, admin)
  await page.goto('/app')
  await expect(heading(page, 'System Overview')).toBeVisible()
  for (const [typed, option, url] of [
    ['karin ek', 'Coach: Karin Ekström', /coaches/],
    ['nordlys', 'Organization: Nordlys Design', /organizations/],
    ['karin ek', 'User: Karin Ekström', /users\?q=karin/],
  ] as const) {
    const found = options(page).filter({ hasText: option })
    await page.getByRole('button', { name: 'Jump to' }).click()
    await field(page).fill(typed)
    await found.click()
    await expect(page).toHaveURL(url)
    await expect(field(page)).toBeHidden()
  }
})

test('every section of the settings is found by its heading, and others by their words', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  const headings: [tab: string, heading: string][] = []
  await page.goto('/app/settings')
  await expect(page.getByRole('tab').first()).toBeVisible()
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    const panel = page.getByRole('tabpanel', { name: await tab.innerText() })
    await expect(panel.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const text of await panel.getByRole('heading', { level: 2 }).allInnerTexts())
      headings.push([await tab.innerText(), text])
  }
  expect(headings.length).toBeGreaterThan(15)
  await page.keyboard.press('ControlOrMeta+k')
  for (const [tab, text] of headings) {
    await field(page).fill(text)
    const name = tab === text ? `Setting: ${tab}` : `Setting: ${tab}, ${text}`
    await expect(options(page).getByText(name, { exact: true })).toBeVisible()
  }
  for (const [word, option] of [
    ['webhook', 'Setting: External Integrations, Webhooks'],
    ['time zone', 'Setting: General Settings, Installation'],
    ['password', 'Page: Sign-in and security'],
  ] as const) {
    await field(page).fill(word)
    await expect(options(page).filter({ hasText: option })).toBeVisible()
  }
})

test('at 1024 pixels the sidebar of a plan folds to icons that keep their names', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn(page, 'coach@demo.maylab.test')
  await page.goto(`/app/clients/${await clientIdOf(page, 'Sarah Lindqvist')}`)
  await expect(heading(page, 'Sarah Lindqvist')).toBeVisible()
  const widthOf = async () =>
    (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())?.width
  expect(await widthOf()).toBeLessThan(80)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Clients' })
    .click()
  await expect(heading(page, 'My Clients')).toBeVisible()
  expect(await widthOf()).toBeGreaterThan(200)
})

test('on a phone the sidebar slides in, and a link or Back closes it', async ({ page }) => {
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin)
  await page.goto('/app/users')
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(entries).toHaveCount(0)
  await menu.click()
  await expect(entries).toHaveText([
    ...['Dashboard', 'Users', 'Clients', 'Coaches', 'Organizations', 'Analytics', 'Messages'],
  ])
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(heading(page, 'Clients')).toBeVisible()
  await expect(entries).toHaveCount(0)
  await menu.click()
  await page.goBack()
  await expect(heading(page, 'User Management')).toBeVisible()
  await expect(entries).toHaveCount(0)
})
