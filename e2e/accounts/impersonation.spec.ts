import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { dialog, logInAs, openUsers, getRow, system, toast } from '../administration.ts'
import { delay, signIn } from '../journeys.ts'

test('an administrator impersonates a coach and returns, and the audit log shows both', async ({
  page,
}) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await expect(banner).toContainText('Thomas Berg')
  await expect(banner).toContainText('coach@demo.maylab.test')
  await expect(banner).toContainText(/Ends in (59|60) minutes/)
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await expect(page.getByRole('link', { name: /^View Plan/ }).first()).toBeVisible()
  await page.mouse.wheel(0, 2000)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await banner.boundingBox()).toMatchObject({ x: 0, y: 0, width })
  }
  await expectAccessible(page)
  await page.reload()
  await expect(banner).toBeVisible()
  await page.goto('/app/users')
  await expect(
    page.getByRole('heading', { name: "You don't have access to this page" }),
  ).toBeVisible()

  await page.route('**/api/admin/stop-impersonation', (route) => route.abort(), { times: 1 })
  await banner.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(toast(page, 'Failed to stop impersonation. Please try again.')).toBeVisible()
  await delay(page, '**/api/admin/stop-impersonation', 400)
  await banner.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(banner.getByRole('button', { name: 'Exiting...' })).toBeVisible()
  await expect(toast(page, 'Impersonation ended')).toBeVisible()
  await expect(toast(page, 'You have returned to your original account.')).toBeVisible()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit Log' })).toBeVisible()

  const found = await page.request.get('/api/admin/users?q=coach@demo.maylab.test&limit=1')
  const [{ id: thomas }] = (await found.json()) as [{ id: string }]
  await page.goto(`/app/audit-log?person=${thomas}&action=impersonation-ended`)
  const row = getRow(page, 'Impersonation ended').first()
  await expect(row).toContainText('Thomas Berg')
  await expect(row).toContainText('via Ingrid')
  await row.getByRole('button', { name: /^Details/ }).click()
  const details = dialog(page, 'Impersonation ended')
  await expectAccessible(page, '[role=dialog]')
  await expect(details).toContainText('Thomas Berg')
  await expect(details).toContainText('Ingrid')
  const ids = await details.getByText(/^ID: [0-9a-f-]{36}$/).allTextContents()
  expect(new Set(ids.slice(0, 2)).size).toBe(2)
})

test('another tab shows nothing of the former user until it knows who is signed in', async ({
  page,
  context,
}) => {
  await signIn(page, system)
  const other = await context.newPage()
  await other.goto('/app/audit-log')
  await expect(other.getByText(/^Showing/)).toBeVisible()
  await other.route('**/api/auth/user', (route) => route.abort())
  await openUsers(page, '?q=coach@demo.maylab.test')
  await logInAs(page, 'Thomas Berg')
  await expect(other.getByText('The server cannot be reached')).toBeVisible()
  await expect(other.getByText(/^Showing/)).toBeHidden()
  await other.unroute('**/api/auth/user')
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(other.getByRole('region', { name: 'Impersonation' })).toContainText('Thomas Berg')
})

test('the page notices when an impersonation expires', async ({ page }) => {
  await signIn(page, system)
  await openUsers(page, '?q=coach@demo.maylab.test')
  await page.clock.install()
  await logInAs(page, 'Thomas Berg')
  await page.clock.fastForward('59:30')
  await expect(page.getByRole('region', { name: 'Impersonation' })).toContainText(
    'less than a minute',
  )
  // The server has its own clock, so the login is removed instead.
  await page.context().clearCookies()
  await page.clock.fastForward('00:45')
  const over = page.getByRole('heading', { name: 'The impersonation has ended' })
  // An earlier response may still report the impersonation; the page polls every ten seconds.
  await expect(async () => {
    await page.clock.fastForward('00:10')
    await expect(over).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 10_000 })
  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})
