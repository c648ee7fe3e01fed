import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { askAs, clientIdOf, signIn } from '../journeys.ts'

const room = 'https://whereby.com/maylab-journey'

test('a coach sets a room, and the client joins it when it is time', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/account')
  const card = page.getByRole('region', { name: 'Meeting clients' })
  await card.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Meeting clients' })
  await dialog.getByLabel('Video room').fill('https://zoom.us.evil.example/j/1')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('is not an allowed video service')).toBeVisible()
  await expectAccessible(page, '[role="dialog"]')
  await dialog.getByLabel('Video room').fill(room)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(card.getByText(room)).toBeVisible()

  const clientId = await clientIdOf(page, 'Sarah Lindqvist')
  const plan = (await (
    await page.request.get(`/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`)
  ).json()) as {
    sessionDefinitions: { id: string; name: string }[]
  }
  const type = plan.sessionDefinitions.find(({ name }) => name === 'Weekly coaching')
  const sessionDate = new Date(Date.now() + 5 * 60_000).toISOString()
  const made = await page.request.post(`/api/clients/${clientId}/scheduled-sessions`, {
    data: { sessionDefinitionId: type?.id, sessionDate },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(made.ok(), await made.text()).toBe(true)

  await page.context().clearCookies()
  await signIn(page, 'client@demo.maylab.test')
  await page.route(`${room}**`, (route) => route.fulfill({ body: 'The room' }))
  await page.context().route(`${room}**`, (route) => route.fulfill({ body: 'The room' }))
  await page.goto('/app')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Join', exact: true }).first().click()
  await expect((await opened).getByText('The room')).toBeVisible()
})

test('a session of others cannot be joined', async ({ page }) => {
  const id = await askAs('client@demo.maylab.test', async (api) => {
    const [own] = (await (await api.get('/api/my-client-data')).json()) as {
      join: { id: string } | null
    }[]
    return own?.join?.id ?? ''
  })
  await signIn(page, 'admin@demo.maylab.test')
  await page.goto(`/j/${id}`)
  await expect(page.getByRole('heading', { name: 'Session not found' })).toBeVisible()
})
