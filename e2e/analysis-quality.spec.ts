import type { Page } from '@playwright/test'
import type { AnalysisQuality, QualityFigures, Share } from '../contract/analysis-quality.ts'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './journey.ts'
import { busyCoach, newSession, ownOrigin, signIn } from './journeys.ts'

const system = 'system@demo.maylab.test'
const address = '/app/settings?tab=executions&view=quality'
const answers = '**/api/admin/analysis-quality*'
const table = (page: Page, name: string | RegExp) => page.getByRole('table', { name, exact: true })

// axe on a machine that does other things besides takes its time.
test.describe.configure({ timeout: 120_000 })

test('a system administrator sees how many values of the built-in rules coaches confirmed', async ({
  page,
}) => {
  await signIn(page, busyCoach)
  const { id } = await newSession(page, 'Weekly coaching')
  const headers = { origin: ownOrigin() }
  const conversation =
    'Coach: On a scale from zero to ten, how high is your stress?\n\nClient: I would say an eight.'
  await page.request.put(`/api/sessions/${id}?transcripts=omit`, {
    ...{ data: { transcribedTextScripted: conversation }, headers },
  })
  const found = async () => {
    const read = await page.request.get(`/api/sessions/${id}/analysis`)
    return ((await read.json()) as { values: { id: string; key: string }[] }).values
  }
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [value] = await found()
  const decided = await page.request.put(`/api/analysed-values/${value?.id}/decision`, {
    ...{ data: { decision: 'confirmed' }, headers },
  })
  expect(decided.ok()).toBe(true)

  await signIn(page, system)
  await page.goto('/app/settings?tab=executions')
  await expect(page.getByRole('link', { name: 'Analysis quality' })).toBeVisible()
  await page.goto('/app/settings?tab=prompts')
  await expect(page.getByRole('link', { name: 'Analysis quality' })).toBeVisible()
  await page.getByRole('link', { name: 'Analysis quality' }).click()
  await expect(page).toHaveURL(/tab=executions&view=quality$/)
  await expect(page.getByRole('heading', { name: 'Analysis Quality' })).toBeVisible()
  // How many clients there are by now hangs on what else ran here.
  await expect(
    table(page, 'Metric extraction by version').getByRole('row', { name: /^Built-in rules/ }),
  ).toBeVisible()
  await expectAccessible(page)

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
  await expect(versions.getByRole('row', { name: /^Version 2/ })).toContainText(
    'No clear difference',
  )
  await expect(versions.getByRole('row', { name: /^Version 2/ })).toContainText('quote not found')
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
  await expect(
    table(page, 'Burnout assessment by version').getByRole('row', { name: /^Version 1/ }),
  ).toContainText('Too few values')
  await expectAccessible(page)
})

const tooFew: Share = { of: 12, share: null, from: null, to: null, compared: null }
const states = (of: Partial<QualityFigures['states']>): QualityFigures['states'] => ({
  ...{ confirmed: 0, corrected: 0, rejected: 0, waiting: 0, 'not-asked': 0, twice: 0 },
  ...{ 'out-of-range': 0, 'no-quote': 0, 'not-found': 0, 'not-clients': 0, 'not-heard': 0 },
  ...{ 'too-short': 0, changed: 0, contradicted: 0, instruction: 0, 'no-reason': 0 },
  ...of,
})
const correction: NonNullable<QualityFigures['correction']> = {
  values: 32,
  inUnit: { quarter: 0.5, median: 1, threeQuarters: 2 },
  ofRange: { quarter: 0.04, median: 0.083, threeQuarters: 0.167 },
}
const version = {
  ...{ type: 'metric_extraction' as const, name: 'Metrics from conversation', isBuiltIn: false },
  ...{ isActive: false, models: ['example-large'], before: null, metrics: [], hiddenMetrics: 0 },
}
const third: QualityFigures = {
  values: 160,
  states: states({
    confirmed: 46,
    corrected: 32,
    rejected: 22,
    waiting: 30,
    'not-found': 20,
    twice: 10,
  }),
  confirmed: { of: 100, share: 0.46, from: 0.366, to: 0.557, compared: 'worse' },
  shown: { of: 160, share: 0.81, from: 0.745, to: 0.865, compared: 'unclear' },
  correction: { ...correction, inUnit: null },
}
const made: AnalysisQuality = {
  minimumGroup: 6,
  versions: [
    {
      ...{ ...version, id: 'third', versionNumber: 3, isActive: true, figures: third },
      ...{ before: { id: 'second', versionNumber: 2 }, hiddenMetrics: 2 },
      metrics: [
        {
          ...{ key: 'stress_level', label: 'Stress level', unit: null },
          figures: { ...third, values: 110, correction: null },
        },
        {
          ...{ key: 'sleep', label: 'Sleep', unit: 'h' },
          figures: {
            ...{
              values: 40,
              states: states({ confirmed: 4, corrected: 30, waiting: 6 }),
              correction,
            },
            confirmed: { of: 34, share: 0.118, from: 0.047, to: 0.266, compared: 'worse' },
            shown: { of: 40, share: 1, from: 0.912, to: 1, compared: 'unclear' },
          },
        },
        {
          ...{ key: '', label: null, unit: null },
          figures: {
            ...{ values: 10, states: states({ 'not-asked': 10 }), correction: null },
            ...{
              confirmed: { ...tooFew, of: 0, compared: 'too-few' },
              shown: { ...tooFew, of: 10 },
            },
          },
        },
      ],
    },
    {
      ...{ ...version, id: 'second', versionNumber: 2, before: { id: 'first', versionNumber: 1 } },
      figures: {
        ...{ values: 240, correction: { ...correction, inUnit: null } },
        states: states({
          confirmed: 150,
          corrected: 40,
          rejected: 10,
          waiting: 5,
          'not-found': 35,
        }),
        confirmed: { of: 200, share: 0.75, from: 0.686, to: 0.805, compared: 'unclear' },
        shown: { of: 240, share: 0.854, from: 0.804, to: 0.893, compared: 'better' },
      },
    },
    { ...version, id: 'first', versionNumber: 1, figures: null },
    {
      ...{
        ...version,
        id: 'built_in',
        name: null,
        versionNumber: null,
        isBuiltIn: true,
        models: [],
      },
      figures: {
        ...{
          values: 64,
          states: states({ confirmed: 58, rejected: 1, waiting: 5 }),
          correction: null,
        },
        confirmed: { of: 59, share: 0.983, from: 0.91, to: 0.997, compared: null },
        shown: { of: 64, share: 1, from: 0.943, to: 1, compared: null },
      },
    },
    {
      ...{ ...version, id: 'risk', type: 'burnout_assessment', name: 'Burnout estimate' },
      ...{ versionNumber: 1, isActive: true },
      figures: {
        ...{ values: 12, states: states({ confirmed: 12 }), correction: null },
        ...{ confirmed: tooFew, shown: tooFew },
      },
    },
  ],
  choices: {
    metrics: [{ key: 'stress_level', label: 'Stress level' }],
    answerers: [{ provider: 'built_in', label: 'Built in', model: null }],
    months: { first: '2026-08', last: '2026-11' },
  },
}
