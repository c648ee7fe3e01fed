import type { Page } from '@playwright/test'
import { admin, system } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, newSession, signIn, toasts } from '../journeys.ts'

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const session = async (page: Page) => (await newSession(page)).url
const plan = async (page: Page) => (await session(page)).replace(/\?.*/, '')

type Failure = {
  says: string
  as: string
  /** Where the page is. */
  at: string | ((page: Page) => Promise<string>)
  /** What fails. */
  url: string
  open?: (page: Page) => Promise<unknown>
  send: (page: Page) => Promise<unknown>
}

/** What screens say when a request fails without an answer. */
const failures: Failure[] = [
  {
    ...{ says: 'Failed to start impersonation', as: system, at: '/app/users?q=coach@demo' },
    url: '**/api/admin/impersonate/*',
    send: (page) => press(page, /^Log in as/),
  },
  {
    ...{ says: 'Failed to create user', as: admin, at: '/app/users' },
    url: '**/api/admin/users',
    open: async (page) => {
      await press(page, 'Add Maylab Admin')
      for (const label of ['First Name', 'Last Name', 'Password'])
        await page.getByLabel(label).fill('Something')
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.com')
    },
    send: (page) => press(page, 'Create Admin'),
  },
  {
    ...{ says: 'Failed to update organization', as: admin, at: '/app/organizations' },
    url: '**/api/admin/organizations/*',
    open: async (page) => {
      await press(page, /^Edit /)
      await page.getByRole('textbox', { name: 'City' }).fill('Never saved')
    },
    send: (page) => press(page, 'Save Changes'),
  },
  {
    ...{ says: 'Failed to update coach assignment', as: admin, at: '/app/clients' },
    url: '**/api/admin/clients/*/coach',
    open: (page) => press(page, /^Reassign coach of/),
    send: (page) => press(page, 'Unassign'),
  },
  {
    ...{ says: 'Failed to schedule session. Please try again.', as: busyCoach, at: plan },
    url: '**/scheduled-sessions',
    open: async (page) => {
      await press(page, '+ Add session')
      await page.getByRole('combobox', { name: 'Session Type' }).click()
      await page.getByRole('option', { name: 'Follow-up' }).click()
    },
    send: (page) => press(page, 'Schedule session'),
  },
  {
    ...{ says: 'Failed to delete session. Please try again.', as: busyCoach, at: session },
    url: '**/api/sessions/*',
    open: (page) => press(page, 'Delete session'),
    send: (page) => page.getByRole('alertdialog').getByRole('button').last().click(),
  },
  {
    ...{ says: 'Failed to reorder session types. Please try again.', as: system },
    ...{ at: '/app/settings?tab=session-types', url: '**/move' },
    send: (page) => press(page, /^Move Intake session down/),
  },
]

for (const { says, as, at, url, open, send } of failures)
  test(`a request that fails says "${says}"`, async ({ page }) => {
    await signIn(page, as)
    await page.goto(typeof at === 'string' ? at : await at(page))
    await open?.(page)
    await page.route(url, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.abort(),
    )
    await send(page)
    await expect(toasts(page)).toContainText(says)
  })
