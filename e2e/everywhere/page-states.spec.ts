import type { Page } from '@playwright/test'

import { everyPage } from '../every-page.ts'
import { expect, ignoreMissingCode, test } from '../journey.ts'
import { signIn } from '../journeys.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const admin = 'admin@demo.maylab.test'
const org = 'org@demo.maylab.test'

const lose = (address: string) => (page: Page) => page.route(address, (route) => route.abort())

type State = { says: string; path: string; as?: string; before?: (page: Page) => Promise<unknown> }

/** Every page that only shows a message, and how to reach it. */
const states: State[] = [
  { says: 'Page Not Found', path: '/nowhere' },
  { says: 'Page Not Found', path: '/%E0%A4%A' },
  { says: 'Page Not Found', path: '/app/nowhere', as: admin },
  { says: 'Page Not Found', path: '/app/%E0%A4%A', as: admin },
  { says: "You don't have access to this page", path: '/app/settings', as: admin },
  {
    says: 'This page could not be shown',
    path: '/app/clients',
    as: admin,
    before: lose('**/assets/clients-page-*.js'),
  },
  {
    says: 'The page could not be loaded',
    path: '/login',
    before: lose('**/assets/index-*.js'),
  },
  { says: 'The server cannot be reached', path: '/app', before: lose('**/api/auth/user') },
  { says: 'Invalid Link', path: `/onboard/${nobody}/${'x'.repeat(43)}` },
  {
    says: 'The link could not be checked',
    path: `/onboard/${nobody}/${'x'.repeat(43)}`,
    before: lose('**/api/onboarding/**'),
  },
  { says: 'This link no longer works', path: '/reset-password' },
  { says: 'This link no longer works', path: '/confirm-email' },
  { says: 'This link is incomplete', path: '/unsubscribe' },
  { says: 'Client not found', path: `/app/clients/${nobody}`, as: admin },
  {
    says: 'The plan could not be loaded',
    path: `/app/clients/${nobody}`,
    as: admin,
    before: lose(`**/api/**/${nobody}/**`),
  },
  { says: 'Coach not found', path: `/app/coaches/${nobody}`, as: admin },
  { says: 'Organization not found', path: `/app/organizations/${nobody}`, as: admin },
  { says: 'Plan not found', path: `/app/my-plan/${nobody}`, as: 'client@demo.maylab.test' },
  {
    says: 'Your organization could not be loaded',
    path: '/app',
    as: org,
    before: lose('**/api/my-organization'),
  },
]

for (const { says, path, as, before } of states)
  test(`"${says}" at ${path} is the heading of its page`, async ({ page, pageErrors }) => {
    if (as) await signIn(page, as)
    await before?.(page)
    await page.goto(path)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(says, { timeout: 30_000 })
    if (/not found|access/i.test(says)) await expect(page).toHaveTitle(new RegExp(`^${says}`))
    ignoreMissingCode(pageErrors)
  })

test('every page shows a server error and offers to try again', async ({ page }) => {
  for (const { name, as, path } of everyPage) {
    if (!as || name.startsWith('components')) continue
    await test.step(name, async () => {
      await signIn(page, `${as}@demo.maylab.test`)
      const address = await path(page)
      await page.route(
        ({ pathname }) => pathname.startsWith('/api/') && pathname !== '/api/auth/user',
        (route) => route.fulfill({ status: 500 }),
      )
      await page.goto(address)
      await expect(page.getByText('Something went wrong on our side.').first()).toBeVisible()
      await expect(page.getByText('cannot be reached')).toHaveCount(0)
      await expect(page.locator('main .animate-pulse')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test.describe('after a button disappears the keyboard focus moves', () => {
  const failing = async (page: Page, address: string, path: string) => {
    await lose(address)(page)
    await page.goto(path)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible({ timeout: 30_000 })
    await page.unroute(address)
    await again.focus()
    await page.keyboard.press('Enter')
    await expect(again).toBeHidden()
  }
  const focused = (page: Page) => page.locator(':focus')

  for (const [what, address, path, came] of [
    ['to a page', '**/api/auth/user', '/app/coaches', /^Coaches$/],
    ['to a list', '**/api/coaches?*', '/app/coaches', /Showing \d+ of \d+ coaches/],
  ] as const)
    test(what, async ({ page }) => {
      await signIn(page, admin)
      await failing(page, address, path)
      await expect(focused(page)).toHaveText(came)
    })

  test('to the heading if the button only cleared a filter', async ({ page }) => {
    await signIn(page, admin)
    await page.goto('/app/users?q=aino')
    const clear = page.getByRole('button', { name: 'Clear (1)' })
    await clear.focus()
    await page.keyboard.press('Enter')
    await expect(clear).toBeHidden()
    await expect(focused(page)).toHaveText('User Management')
  })
})
