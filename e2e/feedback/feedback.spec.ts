import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { signIn } from '../journeys.ts'

const question = 'Was this session helpful?'

test('a client rates the last session with one tap, and the coach reads it', async ({
  page,
  signInOther,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'client@demo.maylab.test')
  await page.goto('/app')
  const card = page.getByRole('region', { name: question })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  const answers = card.getByRole('group', { name: question }).getByRole('button')
  await expect(answers).toHaveCount(5)
  for (const answer of await answers.all()) {
    const { width, height } = (await answer.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  await card.getByRole('button', { name: '3 Partly' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: '4 Helpful' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(card.getByText('Saved. You can change it for 14 days.')).toBeVisible()
  await card.getByLabel('Anything to add?').fill('The breathing exercise helped.')
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Feedback sent')).toBeVisible()
  await expect(card).toBeHidden()

  await page.getByRole('link', { name: 'View My Plan' }).click()
  // Depending on the day, that on the session before can be changed as well.
  await expect(page.getByText(/Your feedback on .*: 4 of 5, helpful/).first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Change your feedback/ })
    .first()
    .click()
  await expect(card.getByLabel('Anything to add?')).toHaveValue('The breathing exercise helped.')

  const coach = await signInOther('coach@demo.maylab.test')
  await coach.goto('/app')
  await coach.getByRole('button', { name: /^Notifications/ }).click()
  await coach.getByText('Sarah Lindqvist: feedback on a session.').click()
  const facts = coach.getByRole('dialog')
  await expect(facts.getByText('4 of 5, helpful')).toBeVisible()
  await expect(facts.getByText('The breathing exercise helped.')).toBeVisible()
  await expectAccessible(coach)
})

test('a coach sees the feedback by month on the own account page', async ({ page }) => {
  await signIn(page)
  await page.goto('/app/account')
  const card = page.getByRole('region', { name: 'Feedback' })
  await expect(card.getByRole('figure', { name: 'Share of 4 and 5, month by month' })).toBeVisible()
  await expectAccessible(page)
})
