import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { expectAccessible } from '../accessibility.ts'
import { busyCoach, newSession, ownOrigin, signIn } from '../journeys.ts'

const system = 'system@demo.maylab.test'
const logs = '/app/settings?tab=executions'

/** Runs the active template of a type on a session, through the API. */
async function execute(page: Page, sessionId: string, type: string) {
  const templates = (await (await page.request.get('/api/admin/ai-prompt-templates')).json()) as {
    id: string
    type: string
    isActive: boolean
  }[]
  const templateId = templates.find((it) => it.type === type && it.isActive)?.id
  return page.request.post('/api/admin/ai-prompt-templates/execute', {
    data: {
      templateId,
      inputData: {
        audioTranscript: '[00:00:01] Speaker 1: Good morning.\n[00:00:04] Speaker 2: Hello.',
        sessionId,
      },
    },
    headers: { origin: ownOrigin() },
  })
}

/** A session that no other journey uses, with a successful and a failed execution. */
async function createExecutions(page: Page) {
  await signIn(page, busyCoach)
  const { id } = await newSession(page)
  expect((await execute(page, id, 'diarization')).ok()).toBe(true)
  await signIn(page, system)
  // This type needs a model.
  expect((await execute(page, id, 'burnout_assessment')).status()).toBe(422)
  return id
}

const rows = (page: Page) => page.getByRole('table', { name: 'Execution logs' }).getByRole('row')
const details = (page: Page) => page.getByRole('dialog', { name: 'Execution Details' })

test('a system administrator filters executions, opens one and runs it again', async ({ page }) => {
  const sessionId = await createExecutions(page)
  await page.goto(logs)
  await expect(page.getByRole('heading', { name: 'AI Execution Monitoring' })).toBeVisible()
  const figures = page.getByRole('region', { name: 'Executions in figures' })
  for (const name of ['Total Executions', 'Success Rate', 'Errors', 'Avg Response'])
    await expect(figures.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByText(/^Page 1 of \d+$/)).toBeVisible()

  await page.getByLabel('Session', { exact: true }).fill(sessionId)
  await expect(page).toHaveURL(new RegExp(`sessionId=${sessionId}`))
  await expect(rows(page)).toHaveCount(3)
  // The client and date of the session.
  await expect(rows(page).last()).toContainText(
    /[A-Z][a-z]{2} \d+, 20\d\d.*[A-Z][a-z]{2} \d+, 20\d\d/,
  )
  await expect(figures).toContainText('50%')
  await expect(page.getByText(/^Page \d/)).toHaveCount(0)
  await page.getByLabel('Status').click()
  await page.getByRole('option', { name: 'Error' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText('Burnout assessment')
  await page.getByRole('button', { name: /^Remove filter Status/ }).click()
  await page.getByLabel('Type', { exact: true }).click()
  await page.getByRole('option', { name: 'Session preparation' }).click()
  await expect(page.getByText('No execution logs found')).toBeVisible()
  await page.getByRole('button', { name: /^Remove filter Type/ }).click()
  await expect(rows(page)).toHaveCount(3)

  // The whole row can be clicked.
  await rows(page).last().click()
  await expect(details(page)).toContainText(sessionId)
  await expect(details(page).getByLabel('Input Data', { exact: true })).toContainText(
    'Good morning',
  )
  await page.reload()
  await expect(details(page)).toContainText('Output Data')
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(details(page)).toHaveCount(0)
  await rows(page).last().getByRole('button').press('Enter')
  await details(page).getByRole('button', { name: 'Replay' }).click()
  await expect(details(page).getByLabel('AI provider')).toContainText('active')
  await details(page).getByRole('button', { name: 'Preview' }).click()
  await expect(details(page).getByRole('region', { name: 'User prompt as sent' })).toContainText(
    'Good morning',
  )
  await expectAccessible(page, '[role=dialog]')
  await details(page).getByRole('button', { name: 'Try it' }).click()
  await expect(details(page).getByText('Nothing has changed here.')).toBeVisible()
  await expect(details(page).getByRole('table', { name: 'Figures of both runs' })).toContainText(
    'Replay',
  )
  await expectAccessible(page, '[role=dialog]')
  await details(page).getByRole('button', { name: 'Close details' }).click()
  await expect(rows(page)).toHaveCount(4)

  const opened = await page.request.get('/api/admin/audit-log?action=execution-opened&limit=5')
  expect(((await opened.json()) as object[]).length).toBeGreaterThan(1)
})

test('the execution log has pages', async ({ page }) => {
  await signIn(page, system)
  await page.goto(logs)
  await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page.getByText(/^Page 1 of/)).toBeVisible()
  await page.route('**/api/admin/ai-prompt-execution-logs?*', (route) => route.abort())
  await page.goto(`${logs}&status=error`)
  await expect(page.getByText('Failed to fetch AI execution logs')).toBeVisible()
})

test('model prices are added, used for costs and removed', async ({ page }) => {
  await signIn(page, system)
  await page.goto(logs)
  await page.getByRole('button', { name: 'Model prices' }).click()
  const prices = page.getByRole('dialog', { name: 'Model prices' })
  await prices.getByRole('button', { name: 'Add price' }).click()
  const form = page.getByRole('dialog', { name: 'Add price' })
  await form.getByRole('button', { name: 'Add price' }).click()
  await expect(form.getByText('Model is required')).toBeVisible()
  await form.getByLabel('Model').fill('qwen3:14b')
  await form.getByLabel('Input, per million tokens').fill('100')
  await form.getByLabel('Output, per million tokens').fill('400')
  await expectAccessible(page, '[role=dialog]')
  await form.getByLabel('Currency').press('Enter')
  await expect(prices.getByRole('row', { name: /qwen3:14b 100 400 USD/ })).toBeVisible()
  await prices.getByRole('button', { name: 'Close prices' }).click()
  // From the demo data, older than the executions of other journeys.
  const before = new Date(Date.now() - 2 * 3_600_000).toISOString()
  await page.goto(`${logs}&status=success&to=${before}`)
  const ofModel = rows(page).filter({ hasText: 'Tokens: ' }).filter({ hasNotText: 'N/A' }).first()
  await ofModel.getByRole('button').click()
  await expect(details(page)).toContainText(/Cost\$0\.\d+/)
  await details(page).getByRole('button', { name: 'Close details' }).click()
  await page.getByRole('button', { name: 'Model prices' }).click()
  await prices.getByRole('button', { name: 'Remove the price of qwen3:14b' }).click()
  await expect(prices).toContainText('No prices yet')
})
