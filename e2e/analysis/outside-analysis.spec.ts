import path from 'node:path'
import type { Page } from '@playwright/test'
import type { SessionsAndMetrics } from '../../contract/sessions/sessions.ts'
import { json } from '../../server/test/local-service.ts'
import type { Asked, ModelService } from '../../server/test/services/model-service.ts'
import { openAiService } from '../../server/test/services/openai.ts'
import { expectAccessible } from '../accessibility.ts'
import { expect, test } from '../journey.ts'
import { clientIdOf, drawer, signIn } from '../journeys.ts'
import { OwnServer } from '../server.ts'

// The active provider applies to all journeys, so this one has its own server.
let server: OwnServer
let service: ModelService
test.beforeAll(async ({ browserName: _browser }, { outputDir }) => {
  service = await openAiService()
  server = new OwnServer({
    dataDir: path.join(outputDir, 'data'),
    env: { OPENAI_GPT5_BASE_URL: service.origin },
  })
  await server.start()
})
test.afterAll(async () => {
  await server.stop()
  await service.close()
})

const conversation = [
  'Coach: How stressful was the week?',
  'Client: It was a hard one, the deadline moved twice.',
  'Coach: And what about your energy?',
  'Client: I was tired before lunch on most days.',
].join('\n\n')
const stress = { key: 'stress_level', value: 74, quotes: ['the deadline moved twice'] }
const energy = { key: 'energy', value: 35, quotes: ['I was tired before lunch'] }
const riskAnswer = {
  riskScore: 58,
  reasons: [{ reason: 'Tired early in the day', quote: 'I was tired before lunch on most days' }],
  protective: [],
}
const answering = (answer: object | string) => {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return ({ system }: Asked) => ({
    text: system.includes('"riskScore"') ? JSON.stringify(riskAnswer) : text,
  })
}

const write = (page: Page, method: 'POST' | 'PUT', to: string, data: object) =>
  page.request.fetch(`${server.origin}/api${to}`, {
    ...{ method, headers: { origin: server.origin }, data },
  })

/** A session of today with a conversation. */
async function createConversation(page: Page) {
  await signIn(page, 'coach@demo.maylab.test', server.origin)
  // A client without manual values.
  const clientId = await clientIdOf(page, 'Cecilie Bang', server.origin)
  const plan = async () =>
    (await (
      await page.request.get(
        `${server.origin}/api/clients/${clientId}/sessions-and-metrics?transcripts=omit`,
      )
    ).json()) as SessionsAndMetrics
  const before = await plan()
  const added = await write(page, 'POST', `/clients/${clientId}/scheduled-sessions`, {
    sessionDefinitionId: before.sessionDefinitions.find((it) => it.name === 'Weekly coaching')?.id,
    sessionDate: new Date(Date.now() - 1_000).toISOString(),
  })
  const { sessions } = (await added.json()) as SessionsAndMetrics
  const id = sessions.find((it) => !before.sessions.some((old) => old.id === it.id))?.id ?? ''
  const saved = await write(page, 'PUT', `/sessions/${id}?transcripts=omit`, {
    transcribedTextScripted: conversation,
  })
  expect(saved.ok()).toBe(true)
  return { id, clientId, address: `${server.origin}/app/clients/${clientId}?session=${id}` }
}

const tab = (page: Page) => drawer(page).getByRole('tabpanel', { name: 'Values' })
const value = (page: Page, name: string) =>
  tab(page).getByRole('listitem', { name: new RegExp(`^${name}, `) })
const step = (page: Page, name: string) =>
  tab(page)
    .getByRole('region', { name: 'Analysis' })
    .getByRole('listitem')
    .filter({ hasText: name })

test('a session is analyzed by OpenAI, and wrong, slow and failed responses are explained', async ({
  page,
  signInOther,
}) => {
  const admin = await signInOther('system@demo.maylab.test', server.origin)
  const added = await write(admin, 'POST', '/admin/integration-settings', {
    ...{ type: 'ai_analysis', provider: 'openai_gpt5', isActive: true },
    settings: { apiKey: service.key },
  })
  expect(added.ok()).toBe(true)
  await admin.close()

  // An invented quote is shown with the reason why it doesn't count.
  const invented = { ...energy, quotes: ['Everything feels wonderful in my life'] }
  service.answerWith(answering({ values: [stress, invented] }))
  const { address, clientId } = await createConversation(page)
  await page.goto(`${address}&tab=values`)
  await expect(value(page, 'Stress level')).toContainText('the deadline moved twice')
  await expect(value(page, 'Stress level')).toContainText('inferred')
  await expect(value(page, 'Energy')).toContainText(
    "One of its quotes is not in the conversation. It doesn't count.",
  )
  await expect(value(page, 'Burnout risk')).toContainText('Tired early in the day')
  await expectAccessible(page, '[role=dialog]')
  await value(page, 'Stress level').getByRole('button', { name: 'Confirm' }).click()
  await expect(value(page, 'Stress level')).toContainText('confirmed by')

  // An answer in the wrong format is requested once more; then the step fails.
  service.answerWith(answering('About seventy, I would say.'))
  await tab(page).getByRole('button', { name: 'Analyze again' }).click()
  await expect(step(page, 'Metrics')).toContainText(
    'OpenAI gave an answer in the wrong format twice: It is not JSON.',
  )

  // A slow answer can be stopped.
  const asked = Promise.withResolvers<void>()
  service.next((_call, response) => {
    asked.resolve()
    return new Promise((resolve) => response.on('close', resolve))
  })
  service.answerWith(answering({ values: [{ ...stress, value: 10 }, energy] }))
  await step(page, 'Metrics').getByRole('button', { name: 'Try again' }).click()
  await asked.promise
  await expect(step(page, 'Metrics')).toContainText('in progress')
  await tab(page).getByRole('button', { name: 'Stop analysis' }).click()
  await expect(step(page, 'Metrics')).toContainText('stopped')

  // A rejected key is shown in the words of the provider, and decisions stay.
  service.next((_call, response) =>
    json(response, 401, { type: 'error', error: { message: 'This key was withdrawn.' } }),
  )
  await step(page, 'Metrics').getByRole('button', { name: 'Try again' }).click()
  await expect(step(page, 'Metrics')).toContainText('This key was withdrawn.')
  await step(page, 'Metrics').getByRole('button', { name: 'Try again' }).click()
  await expect(value(page, 'Energy')).toContainText('I was tired before lunch')
  await expect(value(page, 'Stress level')).toContainText('74')
  await expect(value(page, 'Stress level')).toContainText('confirmed by')

  await page.goto(`${server.origin}/app/clients/${clientId}`)
  const metrics = page.getByRole('region', { name: 'Metrics by week' })
  await expect(
    metrics.getByRole('row', { name: /^Energy/ }).getByText('≈35, inferred'),
  ).toBeVisible()
  // The printed page says so in a footnote.
  await page.emulateMedia({ media: 'print' })
  const sheet = page.getByRole('table').filter({ hasText: 'Wellbeing: Energy' })
  await expect(sheet.getByRole('cell', { name: '≈35*', exact: true })).toBeVisible()
  await expect(page.getByText('* Found by the analysis, not confirmed.')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(
    metrics.getByRole('row', { name: /^Stress level/ }).getByText('74', { exact: true }),
  ).toBeVisible()
  // A manual value of that week takes precedence.
  await page
    .getByRole('heading', { name: 'Overall burnout risk assessment' })
    .scrollIntoViewIfNeeded()
  await page
    .getByRole('button', { name: /^Burnout risk, week/ })
    .last()
    .click()
  const week = page.getByRole('dialog', { name: /^Burnout risk, / })
  await expect(week).toContainText('I was tired before lunch on most days')
  await expect(week).toContainText('Not confirmed yet.')
  await expectAccessible(page, '[role=dialog]')

  // The client sees what was sent, and with which consent.
  const client = await signInOther('cecilie.bang@demo.maylab.test', server.origin)
  await client.goto(`${server.origin}/app/privacy`)
  await expect(
    client.getByText(
      /^On .+ the text of your session of .+ was sent to OpenAI \(.+\), .+B, with your consent of .+\.$/,
    ),
  ).toBeVisible()
  await expectAccessible(client, 'main')

  // When the client withdraws consent, the coach's open session shows at once what is blocked.
  await page.goto(`${address}&tab=values`)
  await expect(tab(page).getByRole('button', { name: 'Analyze again' })).toBeEnabled()
  await client.getByRole('switch', { name: 'Analysis by an outside model' }).click()
  await expect(
    tab(page).getByText('The client has not agreed to analysis by an outside model.'),
  ).toBeVisible()
  await expect(tab(page).getByRole('button', { name: 'Analyze again' })).toHaveCount(0)
  await client.close()
})
