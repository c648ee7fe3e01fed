import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import {
  busyCoach,
  drawer,
  endLogin,
  loseAnswers,
  newClient,
  newSession,
  openPlan,
  ownOrigin,
  signIn,
  signInByForm,
  toasts,
} from './journeys.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })

/** A session with a conversation, and the address of its transcripts. */
async function newConversation(page: Page, text: string) {
  const { id, url } = await newSession(page)
  const saved = await page.request.put(`/api/sessions/${id}`, {
    data: { transcribedTextScripted: text },
    headers: { origin: ownOrigin() },
  })
  expect(saved.ok()).toBe(true)
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

test.describe('two windows on one conversation', () => {
  async function twoWindows(context: BrowserContext) {
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
    return { id, one, other }
  }

  test('the second is told, sees both, and saves its own over it knowingly', async ({
    context,
  }) => {
    const { id, other } = await twoWindows(context)
    await conversation(other).press('End')
    await save(other, 'Save mine over theirs')
    await expect(toasts(other).getByText('Conversation saved')).toBeVisible()
    expect(await savedText(other, id)).toContain('says the second window')
  })

  test('the second takes what the first saved', async ({ context }) => {
    const { id, other } = await twoWindows(context)
    await drawer(other).getByRole('button', { name: 'Take theirs' }).click()
    await expect(conversation(other)).toHaveValue(/says the first window/)
    await drawer(other).getByRole('button', { name: 'Cancel' }).click()
    await expect(drawer(other).getByText(/says the first window/)).toBeVisible()
    expect(await savedText(other, id)).toContain('says the first window')
  })

  test('what is typed outlives a conversation that is deleted meanwhile', async ({ context }) => {
    const [one, other] = [await context.newPage(), await context.newPage()]
    await signIn(one, busyCoach)
    const { id, url } = await newConversation(one, 'Coach: Hello.')
    await edit(other, url, 'Coach: Hello again.')
    await edit(one, url, '')
    await save(one)
    await one.getByRole('button', { name: 'Delete conversation' }).click()
    await expect(toasts(one).getByText('Conversation deleted')).toBeVisible()
    await save(other)
    await expect(drawer(other).getByText('They deleted the conversation.')).toBeVisible()
    await expect(conversation(other)).toHaveValue('Coach: Hello again.')
    await save(other, 'Save mine over theirs')
    await expect(toasts(other).getByText('Conversation saved')).toBeVisible()
    expect(await savedText(other, id)).toBe('Coach: Hello again.')
  })
})

test('an empty conversation is deleted only after a question', async ({ page }) => {
  await signIn(page, busyCoach)
  const { id, url } = await newConversation(page, 'Coach: Hello.')
  await edit(page, url, '   ')
  await save(page)
  const asked = page.getByRole('alertdialog', { name: 'Delete this conversation?' })
  await asked.getByRole('button', { name: 'Keep editing' }).click()
  await expect(conversation(page)).toHaveValue('   ')
  expect(await savedText(page, id)).toBe('Coach: Hello.')
  await page.keyboard.press('Control+Enter')
  await save(page)
  await asked.getByRole('button', { name: 'Delete conversation' }).click()
  await expect(toasts(page).getByText('Conversation deleted')).toBeVisible()
  await expect(conversation(page)).toBeHidden()
  expect(await savedText(page, id)).toBeNull()
})

test('a form shows theirs beside each field that differs, and saves over it knowingly', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.maylab.test')
  const made = await page.request.post('/api/admin/organizations', {
    data: { name: `Both of us ${Date.now()}`, city: 'Aarhus', description: 'As it was' },
    headers: { origin: ownOrigin() },
  })
  const { id, name } = (await made.json()) as { id: string; name: string }
  await page.goto(`/app/organizations?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' })
  await dialog.getByLabel('City').fill('Odense')
  await page.request.patch(`/api/admin/organizations/${id}`, {
    data: { city: 'Aalborg', description: 'As they wrote it' },
    headers: { origin: ownOrigin() },
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else has saved changes.')
  await expect(dialog.getByLabel('City')).toHaveValue('Odense')
  await expect(dialog.getByText('Theirs: Aalborg')).toBeVisible()
  // What was left alone is theirs now.
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

test('what arrived though its answer was lost is nobody else’s: more is typed, and saved over it', async ({
  page,
}) => {
  await signIn(page, 'admin@demo.maylab.test')
  const made = await page.request.post('/api/admin/organizations', {
    data: { name: `Saved before ${Date.now()}`, city: 'Aarhus' },
    headers: { origin: ownOrigin() },
  })
  const { id, name } = (await made.json()) as { id: string; name: string }
  await page.goto(`/app/organizations?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Organization' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await dialog.getByLabel('City').fill('Odense')
  await loseAnswers(page, `**/api/admin/organizations/${id}`, 1)
  await save.click()
  await expect(toasts(page)).toContainText('Failed to update organization')
  await dialog.getByLabel('Description').fill('Typed since')
  const refusal = page.waitForResponse((it) => it.status() === 409)
  await save.click()
  await refusal
  await expect(toasts(page).getByText('Organization updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  const kept = await (await page.request.get(`/api/admin/organizations/${id}`)).json()
  expect(kept).toMatchObject({ city: 'Odense', description: 'Typed since' })
})

test('roles that somebody else changed are shown in words', async ({ page }) => {
  await signIn(page, 'system@demo.maylab.test')
  const email = `two.windows.${Date.now()}@example.com`
  const made = await page.request.post('/api/admin/users', {
    data: {
      ...{ firstName: 'Ida', lastName: 'Holm', email, password: 'long-enough' },
      roles: ['coach_user'],
    },
    headers: { origin: ownOrigin() },
  })
  const { id } = (await made.json()) as { id: string }
  await page.goto(`/app/users?q=${email}`)
  await page.getByRole('button', { name: 'Edit Ida Holm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit User' })
  await dialog.getByLabel('Last Name').fill('Holm-Berg')
  await dialog.getByLabel('Client').check()
  await page.request.patch(`/api/admin/users/${id}`, {
    data: { roles: ['maylab_admin'], firstName: 'Ada' },
    headers: { origin: ownOrigin() },
  })
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Theirs: Maylab Admin')).toBeVisible()
  await expect(dialog.getByLabel('First Name')).toHaveValue('Ada')
  await dialog.getByRole('button', { name: 'Take theirs', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('User updated')).toBeVisible()
  expect(await (await page.request.get(`/api/admin/users/${id}`)).json()).toMatchObject({
    ...{ firstName: 'Ada', lastName: 'Holm-Berg', roles: ['maylab_admin'] },
  })
})

test.describe('what was typed into a dialog', () => {
  const dialogs = [
    ['/app/users', 'system', 'Add Maylab Admin', 'First Name'],
    ['/app/users?q=anna', 'system', /^Edit /, 'First Name'],
    ['/app/coaches', 'admin', 'Add Coach', 'First Name'],
    ['/app/organizations', 'admin', 'Add Organization', 'Name'],
    ['/app/organizations', 'admin', /^Edit /, 'Name'],
    ['/app', 'client', 'Add Family Member', 'First name'],
    ['/login', undefined, 'Sign up', 'Onboarding link'],
  ] as const
  for (const [path, who, opener, label] of dialogs)
    test(`is not thrown away by a click beside it or Escape: ${opener} at ${path}`, async ({
      page,
    }) => {
      if (who) await signIn(page, `${who}@demo.maylab.test`)
      await page.goto(path)
      const button = page.getByRole('button', { name: opener }).first()
      await button.click()
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox', { name: label, exact: true })
      // Untouched, it closes at once.
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
        await question(page).getByRole('button', { name: 'Keep editing' }).click()
        await expect(question(page)).toBeHidden()
        // The dialog has the word again.
        await expect(page.locator('[role=dialog]:focus, [role=dialog] :focus')).toHaveCount(1)
        await expect(field).toHaveValue('Something typed')
      }
      await page.mouse.click(10, 400)
      await question(page).getByRole('button', { name: 'Discard changes' }).click()
      await expect(dialog).toBeHidden()
      // It begins anew.
      await button.click()
      await expect(field).not.toHaveValue('Something typed')
      await field.fill('Again')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    })

  test('is asked about before the way back leads to another page', async ({ page }) => {
    await signIn(page, 'admin@demo.maylab.test')
    await page.goto('/app')
    await page.getByRole('link', { name: 'Organizations', exact: true }).click()
    await page.getByRole('button', { name: 'Add Organization' }).click()
    const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true })
    await field.fill('Half a name')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(field).toHaveValue('Half a name')
    await expect(page).toHaveURL(/organizations$/)
  })
})

test('a sign-in that fails by keyboard leaves the focus where it was', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill('coach@demo.maylab.test')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText('Login Failed')).toBeVisible()
  await expect(button).toBeFocused()
  await expect(button).toBeEnabled()
})

test('the first wrong field has the focus, also where only the server knows what is wrong', async ({
  page,
}) => {
  await signIn(page, 'system@demo.maylab.test')
  await page.goto('/app/users')
  await page.getByRole('button', { name: 'Add Maylab Admin' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Ada')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Last Name')).toBeFocused()
  await expect(dialog.getByText('Last name is required')).toBeVisible()
  await dialog.getByLabel('Last Name').fill('Holm')
  await dialog.getByLabel('Email').fill('coach@demo.maylab.test')
  await dialog.getByLabel('Password').fill('long-enough')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await expect(dialog.getByText('An account with this email already exists.')).toBeVisible()
})

test.describe('a login that ends in the middle of work', () => {
  const ended = (page: Page) => page.getByText('Your login has ended.')
  async function pressWithoutLogin(page: Page, button: Locator) {
    const goOn = await endLogin(page)
    await button.click()
    await expect(ended(page)).toBeVisible()
    await goOn()
  }

  test('says so, leads back, and keeps what was being typed', async ({ page }) => {
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

  test('keeps the entries of a dialog too', async ({ page }) => {
    await signIn(page, 'admin@demo.maylab.test')
    await page.goto('/app/organizations')
    await page.getByRole('button', { name: 'Add Organization' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept over the end')
    await pressWithoutLogin(page, dialog.getByRole('button', { name: 'Create Organization' }))
    await signInByForm(page, 'admin@demo.maylab.test')
    await expect(page).toHaveURL(/\/app\/organizations$/)
    await page.getByRole('button', { name: 'Add Organization' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'Kept over the end',
    )
  })

  /** A search finds it out, with no form open. */
  async function searchWithoutLogin(page: Page) {
    await page.context().clearCookies()
    await page.getByRole('searchbox').fill('Ended')
    await expect(ended(page)).toBeVisible()
    await expect(page.getByText('What you typed is still in this window.')).toBeHidden()
    await signInByForm(page, 'admin@demo.maylab.test')
  }

  for (const last of ['Create Organization', 'Cancel'])
    test(`offers nothing again that came to its end before: ${last}`, async ({ page }) => {
      await signIn(page, 'admin@demo.maylab.test')
      await page.goto('/app/organizations')
      const opener = page.getByRole('button', { name: 'Add Organization' })
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('textbox', { name: 'Name', exact: true })
      await opener.click()
      await field.fill(`Ended before ${Date.now()}`)
      await dialog.getByRole('button', { name: last }).click()
      await expect(dialog).toBeHidden()
      await searchWithoutLogin(page)
      await opener.click()
      await expect(field).toHaveValue('')
      await expect(dialog.getByText(/before your login ended/)).toBeHidden()
    })

  test('keeps a row that was being edited, also where its fields are read when it is opened', async ({
    page,
  }) => {
    await signIn(page, 'system@demo.maylab.test')
    const name = `Kept golden ${Date.now()}`
    const made = await page.request.post('/api/admin/golden-transcripts', {
      headers: { origin: ownOrigin() },
      data: {
        ...{ name, type: 'burnout_assessment', transcript: 'Speaker 1: A quiet week.' },
        ...{ quotes: ['quiet'], forbidden: [], values: [] },
      },
    })
    expect(made.ok()).toBe(true)
    await page.goto('/app/settings?tab=prompts&type=burnout_assessment')
    const opener = page.getByRole('button', { name: `Edit ${name}` })
    const shown = page.getByText('Golden transcripts', { exact: true })
    const dialog = page.getByRole('dialog', { name: 'Edit golden transcript' })
    const field = dialog.getByLabel('Transcript')
    await shown.click()
    await opener.click()
    await field.fill('Speaker 1: A loud week.')
    await pressWithoutLogin(page, dialog.getByRole('button', { name: 'Save changes' }))
    await expect(page.getByText('What you typed is still in this window.')).toBeVisible()
    await signInByForm(page, 'system@demo.maylab.test')
    await shown.click()
    await opener.click()
    await expect(field).toHaveValue('Speaker 1: A loud week.')
    await expect(dialog.getByText(/before your login ended is here again/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expect(toasts(page).getByText('Golden transcript saved')).toBeVisible()
    const { id } = (await made.json()) as { id: string }
    await page.request.delete(`/api/admin/golden-transcripts/${id}`, {
      headers: { origin: ownOrigin() },
    })
  })

  test('keeps what was being changed in a plan', async ({ page }) => {
    await signIn(page, busyCoach)
    await openPlan(page, await newClient())
    await page.getByRole('button', { name: '+ Add home assignment' }).click()
    const given = page.getByRole('dialog', { name: 'Add home assignment' })
    await given.getByRole('combobox', { name: 'Assignment Type' }).click()
    await page.getByRole('option', { name: 'Sleep diary' }).click()
    await given.getByRole('button', { name: 'Add home assignment' }).click()
    await expect(given).toBeHidden()
    const assignment = page.getByRole('dialog', { name: 'Edit home assignment' })
    const risk = page.getByRole('dialog', { name: 'Set risk level' })
    const openAssignment = async () => {
      await page
        .getByRole('region', { name: 'Home assignments by week' })
        .getByRole('button')
        .first()
        .click()
      await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    }
    const openRisk = async () => {
      await page.getByRole('button', { name: 'More for this plan' }).click()
      await page.getByRole('menuitem', { name: 'Set risk level' }).click()
    }
    const forms = [
      [openAssignment, assignment.getByLabel('Note'), assignment, 'Save'],
      [openRisk, risk.getByLabel('Reason'), risk, 'Save risk level'],
    ] as const
    for (const [open, field, dialog, button] of forms) {
      await open()
      await field.fill('Not saved yet')
      await pressWithoutLogin(page, dialog.getByRole('button', { name: button, exact: true }))
      await signInByForm(page, busyCoach)
      await open()
      await expect(field).toHaveValue('Not saved yet')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })

  test('shows nothing of it to the next person', async ({ page }) => {
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

  test('is no end when one logs out', async ({ page }) => {
    await signIn(page)
    await page.goto('/app/clients')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
    await expect(ended(page)).toBeHidden()
  })
})
