import type { Page } from '@playwright/test'
import type { AnalysisQuality, QualityFigures } from '../../contract/analysis/analysis-quality.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { busyCoach, newSession, saveConversation, send, signIn } from '../journeys.ts'

const system = 'system@demo.maylab.test'
const address = '/app/settings?tab=executions&view=quality'
const answers = '**/api/admin/analysis-quality*'
const table = (page: Page, name: string | RegExp) => page.getByRole('table', { name, exact: true })

test('a system administrator sees how many values of the built-in rules coaches confirmed', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { id } = await newSession(page, 'Weekly coaching')
  await saveConversation(
    page,
    id,
    'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight.',
  )
  const found = async () => {
    const read = await page.request.get(`/api/sessions/${id}/analysis`)
    return ((await read.json()) as { values: { id: string; key: string }[] }).values
  }
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [value] = await found()
  await send(page, 'PUT', `/api/analysis-values/${value?.id}/decision`, { decision: 'confirmed' })

  await signIn(page, system)
  await page.goto('/app/settings?tab=executions')
  await expect(page.getByRole('link', { name: 'Analysis quality' })).toBeVisible()
  await page.goto('/app/settings?tab=prompts')
  await expect(page.getByRole('link', { name: 'Analysis quality' })).toBeVisible()
  await page.getByRole('link', { name: 'Analysis quality' }).click()
  await expect(page).toHaveURL(/tab=executions&view=quality$/)
  await expect(page.getByRole('heading', { name: 'Analysis Quality' })).toBeVisible()
  // The number of clients depends on the journeys that ran before.
  await expect(
    table(page, 'Metric extraction by version').getByRole('row', { name: /^Built-in rules/ }),
  ).toBeVisible()

  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Burnout assessment' }).click()
  await expect(page).toHaveURL(/type=burnout_assessment/)
  await expect(table(page, 'Metric extraction by version')).toHaveCount(0)
  await page.getByRole('button', { name: /^Remove filter Type/ }).click()
  await page.getByRole('combobox', { name: 'Answered by' }).click()
  await page.getByRole('option', { name: 'Built in', exact: true }).click()
  await expect(page).toHaveURL(/provider=built_in/)
  await expect(table(page, 'Metric extraction by version').getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Answered by' })).toContainText('Built in')
  await page.goto(`${address}&model=nobody`)
  await expect(page.getByText('No matching values')).toBeVisible()
  await page.getByRole('link', { name: 'Back to AI Execution Logs' }).click()
  await expect(page.getByRole('heading', { name: 'AI Execution Monitoring' })).toBeVisible()
})

test('a version that performs worse than the one before is marked in the summary, the table and by metric', async ({
  page,
}) => {
  await signIn(page, system)
  await page.route(answers, (route) => route.fulfill({ json: made }))
  await page.goto(address)
  await expect(page.getByText(/version 3, performs worse than the previous version/)).toBeVisible()
  const versions = table(page, 'Metric extraction by version')
  await expect(versions.getByRole('row', { name: /^Version 3/ })).toContainText(
    'Worse than version 2',
  )
  await expect(versions.getByRole('row', { name: /^Version 3/ })).toContainText('37% to 56%')
  await expect(versions.getByRole('row', { name: /^Version 1/ })).toContainText(
    'Hidden: fewer than 6 clients.',
  )
  await expect(
    page.getByRole('button', { name: /^Version 3: Values 160, Confirmed 29%, Corrected 20%/ }),
  ).toBeVisible()
  await page.getByText('Version 3 by metric', { exact: true }).click()
  const metrics = table(page, 'Metrics from conversation, version 3 by metric')
  await expect(metrics.getByRole('row', { name: /^Sleep/ })).toContainText(
    'by 1 h (IQR 0.5 to 2 h)',
  )
  await expect(page.getByText('2 more metrics hidden: fewer than 6 clients.')).toBeVisible()
  await expectAccessible(page)
})

const states: QualityFigures['states'] = {
  ...{ confirmed: 46, corrected: 32, rejected: 22, waiting: 30, 'not-asked': 0, twice: 10 },
  ...{ 'out-of-range': 0, 'no-quote': 0, 'not-found': 20, 'not-clients': 0, 'not-heard': 0 },
  ...{ 'too-short': 0, changed: 0, contradicted: 0, instruction: 0, 'no-reason': 0, far: 0 },
}
const figures: QualityFigures = {
  values: 160,
  states,
  confirmed: { of: 100, share: 0.46, from: 0.366, to: 0.557, compared: 'worse' },
  shown: { of: 160, share: 0.81, from: 0.745, to: 0.865, compared: 'unclear' },
  correction: {
    values: 32,
    inUnit: { quarter: 0.5, median: 1, threeQuarters: 2 },
    ofRange: { quarter: 0.04, median: 0.083, threeQuarters: 0.167 },
  },
}
const version = {
  ...{ type: 'metric_extraction' as const, name: 'Metrics from conversation', isBuiltIn: false },
  ...{ isActive: false, models: ['example-large'], before: null, metrics: [], hiddenMetrics: 0 },
}
const made: AnalysisQuality = {
  minimumGroup: 6,
  versions: [
    {
      ...{ ...version, id: 'third', versionNumber: 3, isActive: true },
      ...{ before: { id: 'second', versionNumber: 2 }, hiddenMetrics: 2 },
      figures: { ...figures, correction: null },
      metrics: [{ key: 'sleep', label: 'Sleep', unit: 'h', figures }],
    },
    { ...version, id: 'first', versionNumber: 1, figures: null },
  ],
  choices: {
    metrics: [{ key: 'sleep', label: 'Sleep' }],
    answerers: [],
    months: { first: '2026-08', last: '2026-11' },
  },
}
