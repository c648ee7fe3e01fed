import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { demoPassword } from '../server/accounts/demo-password.ts'
import { expectAccessible } from './accessibility.ts'
import { signIn } from './journeys.ts'

const system = 'system@demo.maylab.test'
const admin = 'admin@demo.maylab.test'
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openUsers(page: Page, query = '') {
  await page.goto(`/app/users${query}`)
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Showing/)).toBeVisible()
}

/** A user of one's own, so that no journey disturbs another. */
async function makeUser(page: Page, lastName: string, roles = ['maylab_admin']) {
  const origin = new URL(test.info().project.use.baseURL ?? '').origin
  const email = `${lastName.toLowerCase()}.${Date.now()}@example.com`
  const answer = await page.request.post('/api/admin/users', {
    data: { firstName: 'Vera', lastName, email, password: demoPassword, roles },
    headers: { origin },
  })
  expect(answer.ok()).toBe(true)
  const { id } = (await answer.json()) as { id: string }
  return { id, email, name: `Vera ${lastName}` }
}

async function logInAs(page: Page, name: string) {
  await page.getByRole('button', { name: `Log in as ${name}`, exact: true }).click()
  await expect(toast(page, 'Impersonation started')).toBeVisible()
  await expect(toast(page, `You are now logged in as ${name}`)).toBeVisible()
  await expect(page).toHaveURL(/\/app$/)
}

test.describe('the sidebar', () => {
  const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const ofAdmins = ['Dashboard', 'Users', 'Clients', 'Coaches', 'Organizations', 'Analytics']
  const seen: [string, string[]][] = [
    ['client', ['Dashboard']],
    ['org', ['Dashboard']],
    ['coach', ['Dashboard', 'Clients']],
    ['admin', ofAdmins],
    ['system', [...ofAdmins, 'Components', 'System Settings', 'Audit Log']],
  ]
  for (const [who, labels] of seen)
    test(`of the ${who} account holds ${labels.join(', ')}`, async ({ page }) => {
      await signIn(page, `${who}@demo.maylab.test`)
      await page.goto('/app')
      await expect(entries(page)).toHaveText(labels)
      if (who === 'system') return
      await page.goto('/app/audit-log')
      await expect(
        page.getByRole('heading', { name: 'This page is not for your role' }),
      ).toBeVisible()
    })

  test('slides over the page on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, admin)
    await page.goto('/app/users')
    await expect(entries(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Clients', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
  })
})

test('six figures stand above the users, and the filters in the address', async ({ page }) => {
  await signIn(page, admin)
  await openUsers(page)
  const figures = page.getByRole('region', { name: 'Users by role' })
  for (const label of ['Total Users', 'System Admins', 'Maylab Admins', 'Coaches', 'Org Users'])
    await expect(figures.getByText(label, { exact: true })).toBeVisible()
  await expect(figures.getByText('Clients', { exact: true })).toBeVisible()
  await expect(figures).toContainText(/Org Users\d+/)

  await page.getByPlaceholder('Search users by name or email...').fill('BERG')
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Coach' }).click()
  await expect(page).toHaveURL(/q=BERG/)
  await expect(page).toHaveURL(/role=coach_user/)
  await expect(page.getByText(/^Showing 1 of \d+ users/)).toBeVisible()
  await expect(page.getByText('1 user matches your filters')).toBeVisible()
  await expect(rowOf(page, 'Thomas Berg')).toContainText('coach@demo.maylab.test')
  await expect(page.getByText('Search: BERG')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Role: Coach')).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('BERG')

  await page.getByRole('button', { name: 'Remove filter Search: BERG' }).click()
  await expect(page.getByText(/^\d+ users match your filters$/)).toBeVisible()
  await page.getByRole('searchbox').fill('nobody of that name')
  await expect(page.getByText('No users found')).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear (2)' }).click()
  await expect(page).toHaveURL(/\/app\/users$/)
  await expect(page.getByText(/^Showing \d+ of \d{3,} users$/)).toBeVisible()
})

test('a Maylab admin is added, and what is wrong is said beside its field', async ({ page }) => {
  await signIn(page, admin)
  await openUsers(page)
  await page.getByRole('button', { name: 'Add Maylab Admin' }).click()
  const form = dialog(page, 'Add New Maylab Admin')
  await expect(
    form.getByText('Create a new administrator account with Maylab admin privileges.'),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Create Admin' }).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
  ])
    await expect(form.getByText(message, { exact: true })).toBeVisible()
  await expect(form.getByLabel('First Name')).toBeFocused()

  await form.getByLabel('First Name').fill('Nadia')
  await form.getByLabel('Last Name').fill(`Frost${Date.now()}`)
  await form.getByLabel('Email').fill('coach@demo.maylab.test')
  await form.getByLabel('Password').fill('1234567')
  await form.getByRole('button', { name: 'Create Admin' }).click()
  await expect(
    form.getByText('Password must be at least 8 characters', { exact: true }),
  ).toBeVisible()
  await form.getByLabel('Password').fill(demoPassword)
  await form.getByRole('button', { name: 'Create Admin' }).click()
  await expect(
    form.getByText('An account with this e-mail exists already.', { exact: true }),
  ).toBeVisible()
  await expect(form.getByLabel('Email')).toBeFocused()
  await expect(form.getByLabel('First Name')).toHaveValue('Nadia')

  const email = `nadia.${Date.now()}@example.com`
  await form.getByLabel('Email').fill(email)
  let calls = 0
  await page.route('**/api/admin/users', async (route) => {
    if (route.request().method() === 'POST') calls += 1
    await route.continue()
  })
  await form.getByRole('button', { name: 'Create Admin' }).dblclick()
  await expect(toast(page, 'User created')).toBeVisible()
  await expect(toast(page, 'The Maylab admin has been successfully created.')).toBeVisible()
  expect(calls).toBe(1)
  await expect(form).toBeHidden()
  await page.getByRole('searchbox').fill(email)
  await expect(rowOf(page, 'Nadia Frost')).toContainText('Maylab Admin')
})

test('a user is renamed, given an organization and another role', async ({ page }) => {
  await signIn(page, system)
  const { email, name } = await makeUser(page, 'Sund')
  await openUsers(page, `?q=${email}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('First Name').fill('Verena')
  await form.getByRole('checkbox', { name: 'Maylab Admin' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Role is required', { exact: true })).toBeVisible()
  await form.getByRole('checkbox', { name: 'Organization' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByText('Organization is required', { exact: true })).toBeVisible()
  await form.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Nordlys Design' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'User updated')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(rowOf(page, 'Verena Sund').getByText('Organization')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Verena Sund' })).toBeFocused()
})

test('a user is deactivated and comes back, each after a question', async ({ page }) => {
  await signIn(page, system)
  const { email, name } = await makeUser(page, 'Krog')
  await openUsers(page, `?q=${email}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('Last Name').fill('Krogh')
  await form.getByRole('button', { name: 'Deactivate User' }).click()
  const question = page.getByRole('alertdialog', { name: `Deactivate ${name}?` })
  await expect(question).toContainText('logged out everywhere at once')
  await question.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(toast(page, 'User deactivated')).toBeVisible()
  await expect(form.getByText(/^Deactivated since/)).toBeVisible()
  await expect(form.getByLabel('Last Name')).toHaveValue('Krogh')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, name)).toContainText('Deactivated')
  await expect(page.getByRole('button', { name: `Log in as ${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await form.getByRole('button', { name: 'Reactivate User' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate User' }).click()
  await expect(toast(page, 'User reactivated')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Log in as ${name}` })).toBeVisible()
})

test('what the server refuses is said in the form, and nothing typed is lost', async ({ page }) => {
  await signIn(page, system)
  const { email, name } = await makeUser(page, 'Moen')
  await openUsers(page, `?q=${email}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('Email').fill('coach@demo.maylab.test')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(
    form.getByText('An account with this e-mail exists already.', { exact: true }),
  ).toBeVisible()
  await expect(form.getByLabel('Email')).toHaveValue('coach@demo.maylab.test')
  await form.getByLabel('Email').fill(email)

  const sentence =
    'This is the last active system administrator. Please make somebody else one first.'
  await page.route('**/api/admin/users/*', (route) =>
    route.fulfill({ status: 409, json: { error: sentence, code: 'conflict', requestId: 'r1' } }),
  )
  await form.getByRole('checkbox', { name: 'Coach' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByRole('group', { name: 'Roles' }).getByText(sentence)).toBeVisible()
  await page.unroute('**/api/admin/users/*')
  await page.route('**/api/admin/users/*', (route) => route.abort())
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update user')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'Coach' })).toBeChecked()
})

test('nobody changes the own roles, and a Maylab admin no system administrator', async ({
  page,
}) => {
  await signIn(page, admin)
  await openUsers(page, `?q=${admin}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByRole('checkbox', { name: 'Maylab Admin' })).toBeDisabled()
  await expect(form.getByText(/You cannot change your own roles/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Deactivate User' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill(system)
  await expect(page.getByText('1 user matches your filters')).toBeVisible()
  await expect(rowOf(page, system).getByRole('button')).toHaveCount(0)
})

test('an administrator acts as a coach and comes back, and the log tells both', async ({
  page,
}) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await expect(banner).toContainText('Thomas Berg')
  await expect(banner).toContainText('coach@demo.maylab.test')
  await expect(banner).toContainText(/ends by itself in (59|60) minutes/)
  await page.reload()
  await expect(banner).toBeVisible()
  await page.goto('/app/users')
  await expect(page.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible()

  await page.route('**/api/admin/stop-impersonation', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await banner.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(banner.getByRole('button', { name: 'Exiting...' })).toBeVisible()
  await expect(toast(page, 'Impersonation ended')).toBeVisible()
  await expect(toast(page, 'You have returned to your original account.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit Log' })).toBeVisible()

  await page.goto('/app/audit-log?q=thomas&action=impersonation-ended')
  const row = rowOf(page, 'Impersonation ended').first()
  await expect(row).toContainText('Thomas Berg')
  await expect(row).toContainText('through Ingrid')
  await row.getByRole('button', { name: /^Details/ }).click()
  const details = dialog(page, 'Impersonation ended')
  await expect(details).toContainText('Thomas Berg')
  await expect(details).toContainText('Ingrid')
  const ids = await details.getByText(/^ID: [0-9a-f-]{36}$/).allTextContents()
  expect(new Set(ids.slice(0, 2)).size).toBe(2)
})

test('another tab shows at once as whom it acts', async ({ page, context }) => {
  await signIn(page, system)
  const other = await context.newPage()
  await other.goto('/app/audit-log')
  await expect(other.getByText(/^Showing/)).toBeVisible()
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  await expect(other.getByRole('region', { name: 'Impersonation' })).toContainText('Thomas Berg')
  await expect(other.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible()
  await page.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(other.getByText(/^Showing/)).toBeVisible()
})

test('a failed start or end of an impersonation says so', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await page.route('**/api/admin/impersonate/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Log in as Thomas Berg' }).click()
  await expect(toast(page, 'Failed to start impersonation')).toBeVisible()
  await page.unroute('**/api/admin/impersonate/*')
  await logInAs(page, 'Thomas Berg')
  await page.route('**/api/admin/stop-impersonation', (route) => route.abort())
  await page.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(toast(page, 'Failed to stop impersonation. Please try again.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Impersonation' })).toBeVisible()
})

test('an impersonation that ended by itself says so and leads to the sign-in', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  // Nothing is being asked for any more, or that would find it out before the click.
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'The impersonation has ended' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('when its time is over the page finds out by itself', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await page.clock.install()
  await logInAs(page, 'Thomas Berg')
  await page.clock.fastForward('59:30')
  await expect(page.getByRole('region', { name: 'Impersonation' })).toContainText(
    'less than a minute',
  )
  // The server's own clock stands still meanwhile: its login is taken away instead.
  await page.context().clearCookies()
  await page.clock.fastForward('00:45')
  await expect(page.getByRole('heading', { name: 'The impersonation has ended' })).toBeVisible()
})

test('logging out while acting as somebody ends at the sign-in', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(toast(page, 'Logged out')).toBeVisible()
  await expect(toast(page, 'You have been successfully logged out.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('the log is filtered by action, row and time, and exported', async ({ page }) => {
  await signIn(page, system)
  const { id, name } = await makeUser(page, 'Lassen')
  await page.goto('/app/audit-log')
  await expect(page.getByText(/^Showing (\d+) of \1 entries/)).toBeVisible()
  await page.getByLabel('Action').click()
  await page.getByRole('option', { name: 'User created' }).click()
  await page.getByLabel('Row').fill('not an id')
  await expect(page.getByText('Paste the whole ID of a row')).toBeVisible()
  await page.getByLabel('Row').fill(id)
  await expect(page.getByText('1 entry matches your filters')).toBeVisible()
  await expect(rowOf(page, 'User created')).toContainText(id)
  await page.getByLabel('From').fill('2020-01-01T00:00')
  await page.getByLabel('From').press('Enter')
  await expect(page).toHaveURL(/from=/)
  await expect(page.getByText('From: Jan 1, 2020, 12:00 AM')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const csv = Buffer.concat(chunks).toString()
  expect(csv).toContain(id)
  expect(csv.trim().split('\n')).toHaveLength(2)
  await page.getByLabel('Before').fill('2020-02-01T00:00')
  await page.getByLabel('Before').press('Enter')
  await expect(page.getByText('No entries found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear (4)' }).click()
  await expect(page.getByText(/^Showing (\d+) of \1 entries/)).toBeVisible()
  expect(name).toBe('Vera Lassen')
})

test('the outbox shows a message that was kept', async ({ page }) => {
  await signIn(page, system)
  const { email } = await makeUser(page, 'Post')
  await page.context().clearCookies()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: /Send/ }).click()
  await signIn(page, system)
  await page.goto('/app/audit-log')
  await page.getByRole('tab', { name: 'Outbox' }).click()
  await expect(page).toHaveURL(/tab=outbox/)
  await page.getByRole('button', { name: `Read message to ${email}` }).click()
  await expect(page.getByRole('dialog')).toContainText('/reset-password')
})

test('arrow keys walk the rows, and the focused row is never lost', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page)
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await page.getByRole('button', { name: /^Edit/ }).first().focus()
  const first = await focused()
  for (const _ of Array.from({ length: 20 })) await page.keyboard.press('ArrowDown')
  await expect.poll(focused).not.toBe(first)
  const reached = await focused()
  expect(reached).toMatch(/^Edit/)
  await page.mouse.wheel(0, -20_000)
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeInViewport()
  expect(await focused()).toBe(reached)
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).not.toBe(reached)
  const table = page.getByRole('table', { name: 'Users' })
  const shown = await page.getByText(/^Showing/).textContent()
  const [, total] = /of ([\d,]+)/.exec(shown ?? '') ?? []
  await expect(table).toHaveAttribute('aria-rowcount', String(Number(total) + 1))
})

test('axe finds nothing on the administration, light or dark', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=demo&role=coach_user')
  await expect(rowOf(page, 'Thomas Berg')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit Thomas Berg' }).click()
  await dialog(page, 'Edit User').getByRole('checkbox', { name: 'Organization' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('button', { name: 'Add Maylab Admin' }).click()
  await page.getByRole('button', { name: 'Create Admin' }).click()
  await expectAccessible(page)
  await page.goto('/app/audit-log')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .waitFor()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/app/audit-log?tab=outbox')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await expectAccessible(page)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(toast(page, 'Impersonation ended')).toBeVisible()
  await openUsers(page)
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
  await expectAccessible(page)
})
