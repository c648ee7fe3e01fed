import { expect, test } from '../journey.ts'
import { ownOrigin, signIn } from '../journeys.ts'

test('a developer reads the API documentation and tries a call', async ({ page }) => {
  const elsewhere: string[] = []
  const own = ownOrigin()
  page.on('request', (it) => {
    if (!it.url().startsWith(own) && !it.url().startsWith('data:')) elsewhere.push(it.url())
  })
  await signIn(page, 'coach@demo.maylab.test')
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'clients' }).click()
  await page.getByRole('button', { name: /my-coach-clients Your clients as a coach/ }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByPlaceholder('limit').fill('1')
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table')
  await expect(answer.getByText('200', { exact: true })).toBeVisible()
  await expect(answer.getByText('x-total-count')).toBeVisible()
  expect(elsewhere).toEqual([])
})
