import { afterAll, expect, test } from 'vitest'
import type { EgressEntry, Integration } from '#contract/integrations/integrations.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../providers/registry.ts'
import { json } from '../../test/local-service.ts'
import { localDiskId } from '../../test/make.ts'
import { openAiService } from '../../test/services/openai.ts'
import { testApp } from '../../test/test-app.ts'

const service = await openAiService()
afterAll(() => service.close())
const { deps, call, signIn, emails } = await testApp((built) => {
  const { dataDir } = built.config
  const folders = { dataDir, modelsDir: dataDir, keyDir: dataDir }
  const addresses = { openai_gpt5: service.origin }
  return { providers: createProviders({ ...built, addresses }, createCatalogue(folders)) }
})
const system = await signIn(emails.system)
const url = '/api/admin/integration-settings'
const builtInId = localDiskId.replace(/.$/, '3')

const answer = {
  ...{ id: 'resp_1', model: 'gpt-5', status: 'completed', error: null, incomplete_details: null },
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'It was a good week.' }] }],
  usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 },
}

test('running work finishes with its provider, even if that is deactivated and deleted meanwhile', async () => {
  const payload = { type: 'ai_analysis', provider: 'openai_gpt5', isActive: true }
  const added = await call(
    { method: 'POST', url, payload: { ...payload, settings: { apiKey: service.key } } },
    system,
  )
  const { id } = added.json<Integration>()
  await expect.poll(async () => (await deps.providers.active('ai_analysis')).id).toBe(id)
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>()
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>()
  service.next(async (_call, response) => {
    ask()
    await mayAnswer
    json(response, 200, answer)
  })
  const { adapter } = await deps.providers.active('ai_analysis')
  const prompt = {
    type: 'session_preparation' as const,
    system: 'Prepare.',
    user: 'Go.',
    sessionId: null,
    input: {},
  }
  const running = adapter.complete(prompt, AbortSignal.timeout(30_000))
  await isAsked

  const switched = await call(
    { method: 'POST', url: `${url}/ai_analysis/switch/${builtInId}` },
    system,
  )
  expect(switched.statusCode).toBe(200)
  expect((await call({ method: 'DELETE', url: `${url}/${id}` }, system)).statusCode).toBe(200)
  await expect.poll(async () => (await deps.providers.active('ai_analysis')).id).toBe(builtInId)
  letAnswer()

  expect(await running).toMatchObject({ text: 'It was a good week.', tokensUsed: 8 })
  const calls = await call({ url: '/api/admin/egress?provider=openai_gpt5' }, system)
  expect(calls.json<EgressEntry[]>()).toMatchObject([{ outcome: 'success', status: 200 }])
})
