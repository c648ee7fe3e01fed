import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, clientIdOf, newClientOf, planSession, signIn, toasts } from '../journeys.ts'

test('a client asks on a phone to move a session, the coach offers other times, and the client takes one', async ({
  page,
  signInOther,
}) => {
  const { name, guardian } = await newClientOf()
  const coach = await signInOther(busyCoach)
  const clientId = await clientIdOf(coach, name)
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
  await planSession(coach, clientId, inDays(5))

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, guardian)
  await page.goto(`/app/my-plan/${clientId}`)
  const next = page.getByRole('region', { name: 'Next session' })
  await next.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move your session' })
  await dialog.getByRole('button', { name: 'Next week' }).click()
  const times = dialog.getByRole('group').getByRole('button')
  await times.first().click()
  const { width = 0, height = 0 } = (await times.first().boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await expect(dialog.getByText('Your session stays where it is until then.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  )
  await dialog.getByRole('button', { name: /^Ask for / }).click()
  await expect(next.getByText(/^You asked to move to /)).toBeVisible()
  await expectAccessible(page)

  await coach.goto('/app')
  const requests = coach.getByRole('region', { name: 'Requests' })
  const request = requests.getByRole('listitem').filter({ hasText: name })
  await expectAccessible(coach)
  await request.getByRole('button', { name: 'Offer other times' }).click()
  const offer = coach.getByRole('dialog', { name: 'Offer other times' })
  await coach.keyboard.press('Escape')
  await expect(offer).toBeHidden()
  await request.getByRole('button', { name: 'Offer other times' }).click()
  // Far enough that cancelling is not late.
  for (const _ of [1, 2]) await offer.getByRole('button', { name: 'Next week' }).click()
  for (const place of [4, 8, 12])
    await offer.getByRole('group').getByRole('button').nth(place).click()
  await offer.getByRole('button', { name: 'Offer these times' }).click()
  await expect(request.getByText(/^You offered /)).toBeVisible()

  await page.reload()
  await next.getByRole('region', { name: 'Your request' }).getByRole('button').nth(1).click()
  await page.getByRole('button', { name: 'Move session' }).click()
  await expect(toasts(page).getByText('Session moved')).toBeVisible()
  await expect(next.getByRole('region', { name: 'Your request' })).toBeHidden()

  await next.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await expect(next.getByText('Not scheduled yet')).toBeVisible()
  await expect(next.getByRole('button', { name: 'Book a session' })).toBeVisible()
})
