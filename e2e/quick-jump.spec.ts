import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { admin } from './administration.ts'
import { signIn } from './journeys.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const field = (page: Page) => page.getByRole('combobox', { name: 'Client, page or setting' })
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
  await expect(options(page)).toHaveText(['Page: Dashboard', 'Page: Clients'])
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

test('on a phone the sidebar slides in, and a link or Back closes it', async ({ page }) => {
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, admin)
  await page.goto('/app/users')
  const menu = page.getByRole('button', { name: 'Menu' })
  await expect(menu).toBeVisible()
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
