import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { admin, choose, dialog, getRow } from '../administration.ts'
import { expect, test } from '../journey.ts'
import { signIn, userPassword } from '../journeys.ts'

let people = 0
/** Every journey has its own coaches. */
const newEmail = () => `coach${++people}.${test.info().workerIndex}.${Date.now()}@example.com`
const usersOf = async (page: Page, email: string) =>
  (await (await page.request.get(`/api/admin/users?q=${encodeURIComponent(email)}`)).json()) as {
    id: string
  }[]

const form = (page: Page) => dialog(page, 'Add Coach')
const submit = (page: Page) => form(page).getByRole('button', { name: 'Add Coach' })
/** Only rows near the viewport are rendered, so a new coach may have to be scrolled to. */
const lookFor = (page: Page, name: string) => page.getByRole('searchbox').fill(name)

async function openForm(page: Page) {
  await page.goto('/app/coaches')
  await page.getByRole('button', { name: 'Add Coach' }).click()
  await expect(form(page).getByLabel('First Name')).toBeVisible()
}

async function fillForm(page: Page, lastName: string, email: string) {
  await form(page).getByLabel('First Name').fill('Vera')
  await form(page).getByLabel('Last Name').fill(lastName)
  await form(page).getByLabel('Email').fill(email)
  await form(page).getByLabel('Password').fill(userPassword)
  await form(page).getByRole('textbox', { name: 'City' }).fill('Kabul')
}

test.beforeEach(({ page }) => signIn(page, admin))

test('an administrator adds a coach once, even by a double click, and the coach can sign in', async ({
  page,
}) => {
  const email = newEmail()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await openForm(page)
  const year = new Date().getFullYear()
  await expect(form(page).getByLabel('Started Practice')).toHaveValue(String(year - 5))
  await expect(form(page).getByRole('combobox', { name: 'Country' })).toHaveText('Afghanistan')
  await expect(form(page).getByRole('combobox', { name: 'Status' })).toHaveText('Active')

  await submit(page).click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
    'City is required',
  ])
    await expect(form(page).getByText(message, { exact: true })).toBeVisible()
  await expect(form(page).getByLabel('First Name')).toBeFocused()
  await expectAccessible(page, '[role="dialog"]')
  await form(page).getByLabel('Email').fill('nobody')
  await form(page).getByLabel('Password').fill('1234567')
  await form(page).getByLabel('Started Practice').fill('')
  await expect(form(page).getByText('Invalid email address')).toBeVisible()
  await expect(form(page).getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(form(page).getByText('Experience year is required')).toBeVisible()
  await form(page).getByLabel('Started Practice').fill('1989')
  await expect(form(page).getByText('Experience year must be 1990 or later')).toBeVisible()
  expect(sent).toEqual([])

  await fillForm(page, 'Newcomer', email)
  await form(page).getByLabel('Started Practice').fill('2010')
  await choose(page, 'Status', 'On Leave')
  await choose(page, 'Country', 'Denmark')
  const cities = form(page).getByRole('group', { name: 'Popular cities' }).getByRole('button')
  await expect(cities).toHaveText(['Copenhagen', 'Aarhus', 'Odense'])
  await cities.getByText('Odense').click()
  await expect(form(page).getByRole('textbox', { name: 'City' })).toHaveValue('Odense')
  await submit(page).dblclick()
  await expect(page.getByText('Coach created', { exact: true })).toBeVisible()
  await expect(
    page.getByText('The coach has been successfully added.', { exact: true }),
  ).toBeVisible()
  await expect(form(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Coach' })).toBeFocused()
  expect(sent).toEqual(['/api/admin/users', '/api/coaches'])
  await lookFor(page, 'Newcomer')
  await expect(getRow(page, 'Vera Newcomer')).toContainText(`${year - 2010} years`)
  await expect(getRow(page, 'Vera Newcomer')).toContainText('Leave')
  await expect(getRow(page, 'Vera Newcomer')).toContainText('Odense')

  await signIn(page, email)
  await page.goto('/app/clients')
  await expect(page.getByRole('heading', { name: 'My Clients' })).toBeVisible()
  await page.goto('/app/coaches')
  await expect(page.getByText("You don't have access to this page")).toBeVisible()
})

test('if the profile cannot be saved, no account is left and the form keeps its values', async ({
  page,
}) => {
  const email = newEmail()
  await page.route('**/api/coaches', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.fallback(),
  )
  await openForm(page)
  await fillForm(page, 'Halfway', email)
  await submit(page).click()
  await expect(page.getByText('Failed to create coach', { exact: true })).toBeVisible()
  await expect(form(page).getByText('no account was created')).toBeVisible()
  expect(await usersOf(page, email)).toEqual([])
  await expect(form(page).getByLabel('Last Name')).toHaveValue('Halfway')
  await expect(form(page).getByLabel('Password')).toHaveValue(userPassword)
  await expect(form(page).getByRole('textbox', { name: 'City' })).toHaveValue('Kabul')

  await page.unroute('**/api/coaches')
  await submit(page).click()
  await expect(page.getByText('Coach created', { exact: true })).toBeVisible()
  await lookFor(page, 'Halfway')
  await expect(getRow(page, 'Vera Halfway')).toBeVisible()
  expect(await usersOf(page, email)).toHaveLength(1)
})

test('an account that could not be removed is removed by the next attempt', async ({ page }) => {
  const email = newEmail()
  const isWrite = (method: string) => method === 'POST' || method === 'DELETE'
  for (const calls of ['**/api/coaches', '**/api/admin/users/*'])
    await page.route(calls, (route) =>
      isWrite(route.request().method()) ? route.abort() : route.fallback(),
    )
  await openForm(page)
  await fillForm(page, 'Leftover', email)
  await submit(page).click()
  await expect(form(page).getByText('could not be removed')).toBeVisible()
  const [left] = await usersOf(page, email)
  expect(left).toBeDefined()

  await page.unroute('**/api/coaches')
  await page.unroute('**/api/admin/users/*')
  await submit(page).click()
  await expect(page.getByText('Coach created', { exact: true })).toBeVisible()
  const users = await usersOf(page, email)
  expect(users).toHaveLength(1)
  expect(users[0]?.id).not.toBe(left?.id)
})
