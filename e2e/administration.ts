import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { send, signIn, userPassword } from './journeys.ts'

export const system = 'system@demo.maylab.test'
export const admin = 'admin@demo.maylab.test'
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
export const getRow = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(name) })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

export async function openUsers(page: Page, query = '') {
  await page.goto(`/app/users${query}`)
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Showing/)).toBeVisible()
}

/** Creates a user that no other test uses. */
export async function makeUser(page: Page, lastName: string, roles = ['maylab_admin']) {
  const email = `${lastName.toLowerCase()}.${Date.now()}@example.com`
  const { id } = await send<{ id: string }>(page, 'POST', '/api/admin/users', {
    ...{ firstName: 'Vera', lastName, email, password: userPassword, roles },
  })
  return { id, email, name: `Vera ${lastName}` }
}

/** A new client of the busy coach, who has decided nothing yet. */
export async function newEmployee(page: Page, lastName: string) {
  await signIn(page, admin)
  const user = await makeUser(page, lastName, ['client_user'])
  const clients = await page.request.get(`/api/admin/clients?q=${user.email}&limit=1`)
  const [{ id: clientId }] = (await clients.json()) as [{ id: string }]
  const coaches = await page.request.get('/api/coaches?q=ekstr&limit=1')
  const [{ id: coachId }] = (await coaches.json()) as [{ id: string }]
  await send(page, 'PUT', `/api/admin/clients/${clientId}/coach`, { coachId })
  return { ...user, clientId }
}

export async function makeCoach(
  page: Page,
  lastName: string,
  { city = 'Center', country = 'Sweden' } = {},
) {
  const user = await makeUser(page, lastName, ['coach_user'])
  const { id } = await send<{ id: string }>(page, 'POST', '/api/coaches', {
    ...{ userId: user.id, bio: null, experiencedSince: 2015, city, country },
  })
  return { ...user, id }
}

export async function logInAs(page: Page, name: string) {
  await page.getByRole('button', { name: `Log in as ${name}`, exact: true }).click()
  await expect(toast(page, 'Impersonation started')).toBeVisible()
  await expect(toast(page, `You are now logged in as ${name}`)).toBeVisible()
  await expect(page).toHaveURL(/\/app$/)
}
