import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  clientIdOf,
  drawer,
  newClient,
  planSession,
  saveConversation,
  send,
  signIn,
} from '../journeys.ts'

const conversation = [
  'Coach: On a scale from zero to ten, how high is your stress?',
  'Client: I would say an eight.',
  'Coach: I’ll send you the breathing exercise tonight.',
  'Client: I’ll call my doctor on Monday. But what do I do when it comes back?',
].join('\n\n')

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
const tab = (page: Page) => drawer(page).getByRole('tabpanel', { name: 'Brief' })
const part = (page: Page, name: string) => tab(page).getByRole('region', { name })

/** A client with a past conversation and a coming session. */
async function createSessions(page: Page) {
  const id = await clientIdOf(page, await newClient())
  const last = await planSession(page, id, inDays(0))
  const next = await planSession(page, id, inDays(3))
  await saveConversation(page, last, conversation)
  return { id, last, next, url: `/app/clients/${id}` }
}

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a coach prepares the next session, and sees when the brief is out of date', async ({
  page,
}) => {
  const { id, last, next, url } = await createSessions(page)
  // The results of the analysis appear without a reload.
  await page.goto(`${url}?session=${last}&tab=values`)
  await expect(drawer(page).getByText('I would say an eight.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()

  await page.getByRole('button', { name: 'Prepare session' }).click()
  await expect(part(page, 'Last said')).toContainText('I would say an eight.')
  await expect(part(page, 'Agreed')).toContainText('I’ll call my doctor on Monday.')
  await expect(part(page, 'Agreed')).toContainText('breathing exercise tonight.”Coach, ')
  await expect(part(page, 'Open questions')).toContainText('what do I do when it comes back?')
  await expect(tab(page).getByText(/^Prepared on .+ by Karin/)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')

  // A change makes the brief out of date.
  const definitions = (await (
    await page.request.get('/api/admin/assignment-definitions')
  ).json()) as { id: string; name: string }[]
  const [type, otherType] = definitions
  const assign = (of: typeof type) =>
    send(page, 'POST', `/api/clients/${id}/assignments`, {
      ...{ assignmentDefinitionId: of?.id, dueDate: null, note: '' },
    })
  await assign(type)
  await expect(tab(page).getByText('out of date')).toBeVisible()
  await tab(page).getByRole('button', { name: 'Update brief' }).click()
  await expect(part(page, 'Due')).toContainText(type?.name ?? '')
  await expect(tab(page).getByText('out of date')).toBeHidden()

  // A brief updated by someone else appears at once.
  await assign(otherType)
  await expect(tab(page).getByText('out of date')).toBeVisible()
  await send(page, 'POST', `/api/sessions/${next}/brief`)
  await expect(part(page, 'Due')).toContainText(otherType?.name ?? '')
  await expect(tab(page).getByText('out of date')).toBeHidden()

  // It is printed on its own.
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.paper')).toContainText('Last said')
  await expect(drawer(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // It is stored.
  await page.goto(`${url}?session=${next}`)
  await drawer(page).getByRole('button', { name: 'Prepare session' }).click()
  await expect(part(page, 'Due')).toContainText(type?.name ?? '')
})
