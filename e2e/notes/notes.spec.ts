import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, clientIdOf, drawer, newClient, planSession, signIn } from '../journeys.ts'

const noteField = (page: Page) => page.getByLabel('Private note on this session')
const saved = (page: Page) => drawer(page).getByText(/^Saved /)
const unsaved = (page: Page) => page.getByText('Not saved: no connection.')

/** The drawer of a session of a new client. */
async function openSession(page: Page) {
  const name = await newClient()
  const id = await clientIdOf(page, name)
  const session = await planSession(page, id, new Date().toISOString())
  const url = `/app/clients/${id}?session=${session}`
  await page.goto(url)
  await expect(noteField(page)).toBeVisible()
  return { name, url }
}

test.beforeEach(({ page }) => signIn(page, busyCoach))

test('a coach takes a note beside the session, and finds it among the own notes', async ({
  page,
}) => {
  const { name } = await openSession(page)
  await noteField(page).fill('Asked for the Kvällsvind exercise')
  await expect(saved(page)).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.getByLabel('Private note on this client').fill('Prefers mornings')
  // Left before it was saved.
  await page.getByRole('link', { name: 'My Notes' }).click()
  const notes = page.getByRole('list', { name: 'Notes' })
  await page.getByLabel('Search your notes').fill('kvallsvind')
  await expect(notes.getByRole('listitem')).toHaveCount(1)
  await notes.getByRole('link', { name: `${name}, ` }).click()
  await expect(noteField(page)).toHaveValue('Asked for the Kvällsvind exercise')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Private note on this client')).toHaveValue('Prefers mornings')
})

test('a note stays in the page while the server is away, also after the session was closed', async ({
  page,
}) => {
  const { url } = await openSession(page)
  await page.route('**/note?*', (route) => route.abort())
  await noteField(page).fill('Written without a connection')
  await expect(unsaved(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await page.goBack()
  await expect(noteField(page)).toHaveValue('Written without a connection')
  await expect(unsaved(page)).toBeVisible()
  await page.unroute('**/note?*')
  await expect(saved(page)).toBeVisible()
  await page.goto(url)
  await expect(noteField(page)).toHaveValue('Written without a connection')
})

test('two windows with one note lose none of its words', async ({ page, context }) => {
  const { url } = await openSession(page)
  await noteField(page).fill('Of the first window')
  await expect(saved(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto(url)
  await expect(noteField(other)).toHaveValue('Of the first window')
  await noteField(other).fill('Of the second window')
  await expect(saved(other)).toBeVisible()
  await other.close()

  await noteField(page).fill('Of the first window again')
  await expect(page.getByText('You changed this note in another window.')).toBeVisible()
  await expect(page.getByLabel('In the other window')).toHaveValue('Of the second window')
  await expectAccessible(page, '[role=dialog]')
  await page.getByRole('button', { name: 'Take the other one' }).click()
  await expect(noteField(page)).toHaveValue('Of the second window')
  await expect(saved(page)).toBeVisible()

  await page.getByRole('button', { name: 'Versions of this note' }).click()
  const versions = page.getByRole('dialog', { name: 'Versions of this note' })
  await expect(versions.getByRole('listitem')).toContainText([
    'Of the first window again',
    'Of the second window',
  ])
  await expectAccessible(page, '[role=dialog]:last-of-type')
  await versions.getByRole('button', { name: 'Restore' }).first().click()
  await expect(versions).toBeHidden()
  await expect(noteField(page)).toHaveValue('Of the first window again')
})
