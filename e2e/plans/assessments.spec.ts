import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, newClient, openPlan, signIn } from '../journeys.ts'

test.beforeEach(async ({ page }) => {
  await signIn(page, busyCoach)
  await openPlan(page, await newClient())
})

test('a burnout assessment is added, shown in its week and removed', async ({ page }) => {
  await page.getByRole('button', { name: '+ Add assessment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add burnout assessment' })
  await dialog.getByRole('button', { name: 'Save assessment' }).click()
  await expect(dialog.getByText('Risk score is required')).toBeVisible()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Risk score').fill('104')
  await expect(dialog.getByText('The score must be between 0 and 100.')).toBeVisible()
  await dialog.getByLabel('Risk score').fill('44')
  await dialog.getByLabel('Reason').fill('Sleeps badly.')
  await dialog.getByRole('button', { name: 'Save assessment' }).click()
  await expect(dialog).toBeHidden()
  const week = page.getByRole('button', { name: 'Burnout risk, week 1: 44 (medium)' })
  await expect(week).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Burnout risk by week' })).toBeVisible()
  await week.focus()
  await page.keyboard.press('Enter')
  const found = page.getByRole('dialog', { name: 'Burnout risk, Week 1' })
  await expect(found.getByRole('listitem')).toContainText(
    /Entered by Karin.*Counts.*Sleeps badly\./,
  )
  await expectAccessible(page, '[role=dialog]')
  await found.getByRole('button', { name: 'Remove' }).click()
  await expect(found.getByRole('listitem')).toContainText(/Removed.*removed by Karin/)
  await page.keyboard.press('Escape')
  await expect(week).toBeHidden()
  await expect(page.getByText('Burnout risk has not been assessed yet.')).toBeVisible()
})

test('a risk level is set with a reason and follows the score again', async ({ page }) => {
  const set = async (level: string, reason: string) => {
    await page.getByRole('button', { name: 'More for this plan' }).click()
    await page.getByRole('menuitem', { name: 'Set risk level' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set risk level' })
    await dialog.getByRole('combobox', { name: 'Risk level' }).click()
    await page.getByRole('option', { name: level }).click()
    await dialog.getByLabel('Reason').fill(reason)
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Save risk level' }).click()
    await expect(dialog).toBeHidden()
  }
  await set('High', 'Nobody to talk to at home.')
  await expect(page.getByText(/^Set by Karin .*Nobody to talk to at home\.$/)).toBeVisible()
  await expect(page.locator('dd').filter({ hasText: /^High/ })).toBeVisible()
  await set('Calculated from the score', 'Moved in with a friend.')
  await expect(page.getByText(/^Set by Karin/)).toBeHidden()
  await page.getByRole('button', { name: 'Manual risk levels' }).press('Enter')
  const history = page.getByRole('dialog', { name: 'Manual risk levels' })
  await expect(history.getByRole('listitem')).toHaveText([
    /^Calculated from the scoreBy Karin .*Moved in with a friend\.$/,
    /^HighBy Karin .*Nobody to talk to at home\.$/,
  ])
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
})
