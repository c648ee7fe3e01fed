import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { askAs, clientIdOf, planSession, signIn } from '../journeys.ts'

const room = 'https://whereby.com/maylab-journey'

test('a coach sets a room, and joins from the day', async ({ page }) => {
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

  await planSession(page, await clientIdOf(page, 'vestergaard'), new Date().toISOString())
  await page.context().route(`${room}**`, (route) => route.fulfill({ body: 'The room' }))
  await page.goto('/app')
  const opened = page.waitForEvent('popup')
  const today = page.getByRole('region', { name: 'Today' })
  await today.getByRole('link', { name: 'Join', exact: true }).first().click()
  await expect((await opened).getByText('The room')).toBeVisible()
})

test('a client reads on the own page when the next session can be joined', async ({ page }) => {
  await signIn(page, 'client@demo.maylab.test')
  const [own] = (await (await page.request.get('/api/my-client-data')).json()) as {
    join: { id: string; sessionDate: string }
  }[]
  const start = new Date(own?.join.sessionDate ?? '')
  await page.clock.setFixedTime(start.getTime() - 60 * 60_000)
  await page.goto('/app')
  const next = page.getByRole('region', { name: 'Next up' })
  await expect(next.getByText('You can join here from')).toBeVisible()
  await page.clock.setFixedTime(start.getTime() - 10 * 60_000)
  await page.goto('/app')
  await expect(next.getByRole('link', { name: 'Join', exact: true })).toBeVisible()
  await expectAccessible(page)
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
