import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import {
  busyCoach,
  drawer,
  endLogin,
  newSession,
  saveConversation,
  send,
  signIn,
  signInByForm,
  toasts,
} from '../journeys.ts'

/** A session with a conversation, and the address of its transcripts. */
async function newConversation(page: Page, text: string) {
  const { id, url } = await newSession(page)
  await saveConversation(page, id, text)
  return { id, url: `${url}&tab=transcripts` }
}
const conversation = (page: Page) => drawer(page).getByLabel('Conversation text')
async function edit(page: Page, url: string, text: string) {
  await page.goto(url)
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  await conversation(page).fill(text)
}
const saveButton = (page: Page, name = 'Save') =>
  drawer(page).getByRole('button', { name, exact: true })
const save = (page: Page, name?: string) => saveButton(page, name).click()
const savedText = async (page: Page, id: string) =>
  ((await (await page.request.get(`/api/sessions/${id}`)).json()) as Record<string, unknown>)[
    'transcribedTextScripted'
  ]

test('of two windows with one conversation the second sees both texts and chooses', async ({
  context,
}) => {
  const [one, other] = [await context.newPage(), await context.newPage()]
  await signIn(one, busyCoach)
  const { id, url } = await newConversation(one, 'Coach: How was your week?')
  await edit(other, url, 'Coach: How was your week?\nClient: Hard, says the second window.')
  await edit(one, url, 'Coach: How was your week?\nClient: Good, says the first window.')
  await save(one)
  await expect(toasts(one).getByText('Conversation saved')).toBeVisible()
  await save(other)
  const panel = drawer(other)
  await expect(panel.getByRole('alert')).toContainText('Someone else has saved this conversation')
  await expect(panel.getByLabel('Theirs')).toHaveValue(/says the first window/)
  await expect(conversation(other)).toHaveValue(/says the second window/)
  await save(other, 'Save mine over theirs')
  await expect(toasts(other).getByText('Conversation saved')).toBeVisible()
  expect(await savedText(other, id)).toContain('says the second window')
})

test('a form shows the values of someone else beside the fields that differ', async ({ page }) => {
  await signIn(page, 'admin@demo.maylab.test')
  const { id, name } = await send<{ id: string; name: string }>(
    page,
    'POST',
    '/api/admin/organizations',
    { name: `Both of us ${Date.now()}`, city: 'Aarhus', description: 'As it was' },
  )
  await page.goto(`/app/organizations?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' })
  await dialog.getByLabel('City').fill('Odense')
  await send(page, 'PATCH', `/api/admin/organizations/${id}`, {
    ...{ city: 'Aalborg', description: 'As they wrote it' },
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else has saved changes.')
  await expect(dialog.getByLabel('City')).toHaveValue('Odense')
  await expect(dialog.getByText('Theirs: Aalborg')).toBeVisible()
  // Unchanged fields show the other user's values.
  await expect(dialog.getByLabel('Description')).toHaveValue('As they wrote it')
  await expect(dialog.getByText(/^Theirs:/)).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Aalborg')
  await dialog.getByLabel('City').fill('Odense')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Organization updated')).toBeVisible()
  const kept = await (await page.request.get(`/api/admin/organizations/${id}`)).json()
  expect(kept).toMatchObject({ city: 'Odense', description: 'As they wrote it' })
})

for (const [path, opener, label] of [
  ['/app/organizations', 'Add Organization', 'Name'],
  ['/login', 'Sign up', 'Onboarding link'],
] as const)
  test(`closing the dialog ${opener} asks before it discards changes`, async ({ page }) => {
    if (path !== '/login') await signIn(page, 'admin@demo.maylab.test')
    await page.goto(path)
    const button = page.getByRole('button', { name: opener })
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: label, exact: true })
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await button.click()
    await expect(field).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await field.fill('Something typed')
    for (const leave of [
      () => page.mouse.click(10, 400),
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(question).toBeHidden()
      await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
      await expect(field).toHaveValue('Something typed')
    }
    await page.mouse.click(10, 400)
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(dialog).toBeHidden()
    await button.click()
    await expect(field).toHaveValue('')
    await field.fill('Again')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

test.describe('a login that ends during work', () => {
  const ended = (page: Page) => page.getByText('Your login has ended.')
  async function pressWithoutLogin(page: Page, button: Locator) {
    const goOn = await endLogin(page)
    await button.click()
    await expect(ended(page)).toBeVisible()
    await goOn()
  }

  test('keeps an unsaved conversation', async ({ page }) => {
    await signIn(page, busyCoach)
    const { id, url } = await newConversation(page, 'Coach: Hello.')
    await edit(page, url, 'Coach: Hello.\nClient: Not saved yet.')
    await pressWithoutLogin(page, saveButton(page))
    await expect(page.getByText('What you typed is still in this window.')).toBeVisible()
    await expect(toasts(page).getByText('Error', { exact: true })).toHaveCount(0)
    await signInByForm(page, busyCoach)
    await expect(page).toHaveURL(url)
    await expect(conversation(page)).toHaveValue('Coach: Hello.\nClient: Not saved yet.')
    await expect(drawer(page).getByText(/before your login ended is here again/)).toBeVisible()
    await save(page)
    await expect(toasts(page).getByText('Conversation saved')).toBeVisible()
    expect(await savedText(page, id)).toContain('Not saved yet')
  })

  test('keeps the fields of a dialog, but not after it was canceled', async ({ page }) => {
    await signIn(page, 'admin@demo.maylab.test')
    await page.goto('/app/organizations')
    await page.getByRole('button', { name: 'Add Organization' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await field.fill('Kept over the end')
    await pressWithoutLogin(page, dialog.getByRole('button', { name: 'Create Organization' }))
    await signInByForm(page, 'admin@demo.maylab.test')
    await expect(page).toHaveURL(/\/app\/organizations$/)
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await expect(field).toHaveValue('Kept over the end')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // A search outside a form reveals that the login ended.
    await page.context().clearCookies()
    await page.getByRole('searchbox').fill('Ended')
    await expect(ended(page)).toBeVisible()
    await expect(page.getByText('What you typed is still in this window.')).toBeHidden()
    await signInByForm(page, 'admin@demo.maylab.test')
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await expect(field).toHaveValue('')
  })

  test('shows no draft to the next user', async ({ page }) => {
    await signIn(page, busyCoach)
    const { url } = await newConversation(page, 'Coach: Hello.')
    await edit(page, url, 'Coach: Only mine.')
    await pressWithoutLogin(page, saveButton(page))
    await signInByForm(page, 'admin@demo.maylab.test')
    await expect(page).toHaveURL(/\/app$/)
    await page.evaluate((to) => history.pushState(null, '', to), url)
    await page.goBack()
    await page.goForward()
    await expect(drawer(page).getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(page.getByText('Only mine')).toBeHidden()
  })
})
