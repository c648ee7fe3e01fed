import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { admin, dialog, makeUser, openUsers, getRow, system, toast } from '../administration.ts'
import { signIn, userPassword } from '../journeys.ts'

test('users are counted by role, and the filters are in the address', async ({ page }) => {
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
  await expect(getRow(page, 'Thomas Berg')).toContainText('coach@demo.maylab.test')
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

test('an administrator adds a Maylab admin, and errors are shown beside their fields', async ({
  page,
}) => {
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
  await form.getByLabel('Password').fill(userPassword)
  await form.getByRole('button', { name: 'Create Admin' }).click()
  await expect(
    form.getByText('An account with this email already exists.', { exact: true }),
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
  await expect(getRow(page, 'Nadia Frost')).toContainText('Maylab Admin')
})

test('a user gets another name, organization and role', async ({ page }) => {
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
  await expectAccessible(page, '[role=dialog]')
  await form.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: 'Nordlys Design' }).click()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'User updated')).toBeVisible()
  await expect(form).toBeHidden()
  await expect(getRow(page, 'Verena Sund').getByText('Organization')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Verena Sund' })).toBeFocused()
})

test('a coach is deactivated and reactivated after questions', async ({ page }) => {
  await signIn(page, system)
  const { email, name } = await makeUser(page, 'Krog', ['coach_user'])
  await openUsers(page, `?q=${email}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const form = dialog(page, 'Edit User')
  await form.getByLabel('Last Name').fill('Krogh')
  await form.getByRole('button', { name: 'Deactivate User' }).click()
  const question = page.getByRole('alertdialog', { name: `Deactivate ${name}?` })
  await expect(question).toContainText('logged out everywhere')
  await expect(question).toContainText('The coach profile becomes inactive')
  await expectAccessible(page, '[role=alertdialog]')
  await question.getByRole('button', { name: 'Deactivate User' }).click()
  await expect(toast(page, 'User deactivated')).toBeVisible()
  await expect(form.getByText(/^Deactivated since/)).toBeVisible()
  await expect(form.getByLabel('Last Name')).toHaveValue('Krogh')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(getRow(page, name)).toContainText('Deactivated')
  await expect(page.getByRole('button', { name: `Log in as ${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await form.getByRole('button', { name: 'Reactivate User' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The coach profile stays inactive')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reactivate User' }).click()
  await expect(toast(page, 'User reactivated')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Log in as ${name}` })).toBeVisible()
  await page.goto(`/app/coaches?q=${email}`)
  await expect(getRow(page, name)).toContainText('Inactive')
})

test('users cannot change their own roles, nor Maylab admins a system administrator', async ({
  page,
}) => {
  await signIn(page, admin)
  await openUsers(page, `?q=${admin}`)
  await page.getByRole('button', { name: /^Edit/ }).click()
  const form = dialog(page, 'Edit User')
  await expect(form.getByRole('checkbox', { name: 'Maylab Admin' })).toBeDisabled()
  await expect(form.getByText(/You can't change your own roles/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Deactivate User' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill(system)
  await expect(page.getByText('1 user matches your filters')).toBeVisible()
  // The only action is copying the id.
  const buttons = getRow(page, system).getByRole('button')
  await expect(buttons).toHaveCount(1)
  await expect(buttons).toHaveAccessibleName(/^Copy ID/)
})

test('the list of users is printed as a table', async ({ page }) => {
  await signIn(page, admin)
  await openUsers(page)
  const users = page.getByRole('table', { name: 'Users' })
  await expect(users.getByRole('row').nth(3)).toBeVisible()
  // Paper is narrow, but the layout is not that of a phone.
  await page.setViewportSize({ width: 700, height: 800 })
  await page.emulateMedia({ media: 'print' })
  await expect(users.getByRole('rowheader').nth(99)).toBeVisible()
  await expect(users.getByRole('columnheader')).toHaveText(['User', 'Email', 'Roles', 'Created'])
  await expect(users.locator('thead')).toHaveCSS('display', 'table-header-group')
  for (const role of ['navigation', 'searchbox', 'combobox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Log in as|Edit|Add|Log out)/ })).toHaveCount(0)
})
