import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { aiAnalysisProviders } from '#contract/integrations/providers/ai-analysis.ts'
import type { ProviderKey } from '#contract/integrations/providers/providers.ts'
import { failure } from '../../test/failure.ts'
import { json } from '../../test/local-service.ts'
import type { ModelService } from '../../test/services/model-service.ts'
import { anthropicService } from '../../test/services/anthropic.ts'
import { openAiCompatibleService } from '../../test/services/openai-compatible.ts'
import { openAiService } from '../../test/services/openai.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { llmProviders } from '../catalogue/ai-analysis.ts'
import type { Settings } from '../provider.ts'
import type { Prompt } from './llm.ts'

// Validation and chunking are the same for every service: models/model-llm.test.ts.
const diarization: Prompt = {
  ...{ type: 'diarization', system: 'Turn the transcript into a conversation.' },
  ...{ user: '[00:00:04] Speaker 2: it has been a difficult week at work', input: {} },
  sessionId: null,
}
const metrics = [{ key: 'energy', label: 'Energy', words: [], lowest: 0, highest: 100 }]
const extraction: Prompt = {
  ...{ ...diarization, type: 'metric_extraction' },
  input: { metrics: JSON.stringify(metrics) },
}
const { signal } = new AbortController()

const outboundClients = await testOutboundClients()
const openai = await openAiService()
const withoutSchemas = await openAiCompatibleService({ takesSchemas: false })
type Key = Exclude<ProviderKey<'ai_analysis'>, 'built_in'>
type Tested = { name: string; key: Key; service: ModelService; settings?: Settings }
const ownServer = { key: 'openai_compatible', settings: { model: 'qwen3:14b' } } as const
const tested: Tested[] = [
  { name: 'OpenAI', key: 'openai_gpt5', service: openai },
  { name: 'Anthropic', key: 'anthropic_claude', service: await anthropicService() },
  {
    ...{ name: 'a server that supports schemas', ...ownServer },
    service: await openAiCompatibleService({ takesSchemas: true }),
  },
  { name: 'a server without schemas', ...ownServer, service: withoutSchemas },
]
afterAll(() => Promise.all(tested.map(({ service }) => service.close())))
afterEach(async () => {
  for (const { service } of tested) service.forget()
  await outboundClients.deleteEgress()
})

async function open({ key, service, settings }: Tested, more: Settings = {}) {
  const all: Settings = { apiKey: service.key, ...settings, ...more }
  const outboundClient = await outboundClients.outboundClientFor({
    ...{ type: 'ai_analysis', provider: key, label: aiAnalysisProviders[key].label },
    ...{ addresses: { [key]: service.origin }, secrets: [all['apiKey'] ?? ''] },
  })
  return llmProviders[key].open(all, outboundClient)
}

describe.each(tested)('$name', (it) => {
  const { service, key } = it
  const { label } = aiAnalysisProviders[key]
  const ask = async (prompt = diarization) => (await open(it)).complete(prompt, signal)

  test('returns usage, model and request id, and logs the call with its session', async () => {
    const { sessionId } = outboundClients
    const { text, tokensUsed, ...usage } = await ask({ ...diarization, sessionId })
    expect(text).toContain('week')
    expect(usage).toMatchObject({
      ...{ tokensIn: expect.any(Number), tokensOut: expect.any(Number) },
      ...{ model: expect.stringMatching(/./), requestId: expect.stringMatching(/./) },
    })
    expect(tokensUsed).toBe((usage.tokensIn ?? 0) + (usage.tokensOut ?? 0))
    expect(await outboundClients.entries()).toMatchObject([
      { provider: key, purpose: 'AI analysis', sessionId, isSuccess: true },
    ])
  })

  test('sends the schema of a structured answer', async () => {
    const answer = { values: [{ key: 'energy', value: 40, quotes: ['a four'] }] }
    service.say({ text: JSON.stringify(answer) })
    expect(JSON.parse((await ask(extraction)).text)).toEqual(answer)
    const [asked] = service.asked
    const schema = service === withoutSchemas ? asked?.system : JSON.stringify(asked?.schema)
    expect(schema).toContain('"enum":["energy"]')
  })

  test('quotes a refusal', async () => {
    service.say({ refusal: 'I cannot help with that.' })
    const error = await failure(ask())
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toMatch(new RegExp(`^${label} refuse[sd]`))
  })

  test('rejects an answer that was cut off', async () => {
    service.say('cut off')
    const error = await failure(ask(extraction))
    expect(error).toBeInstanceOf(Rejected)
    expect(error.message).toContain('cut off')
    expect(service.asked).toHaveLength(1)
  })

  test.each(['[]', '{"output":[{}]}'])(
    'treats an unreadable response as temporary: %s',
    async (body) => {
      service.next((_call, response) => void response.writeHead(200).end(body))
      expect(await failure(ask())).toBeInstanceOf(Unavailable)
    },
  )

  test('retries once when the service is overloaded', async () => {
    const overloaded: Parameters<typeof service.next>[0] = (_call, response) =>
      json(response, 529, { error: { message: 'Overloaded' } })
    service.next(overloaded, overloaded)
    expect(await failure(ask())).toBeInstanceOf(Unavailable)
    expect(service.calls).toHaveLength(2)
  })

  test('passes the connection test by listing models, without a completion', async () => {
    expect(await (await open(it)).test?.(signal)).toMatch(/is available\.$/)
    const other = await open(it, { model: 'of-tomorrow' })
    expect(await other.test?.(signal)).toContain('does not list a model called of-tomorrow')
    expect(new Set(service.calls.map(({ path }) => path))).toEqual(new Set(['/v1/models']))
  })

  test('quotes the rejection of a key, without the key', async () => {
    const wrong = await open(it, { apiKey: 'sk-wrong-key-0002' })
    for (const attempt of [
      async () => wrong.complete(diarization, signal),
      async () => wrong.test?.(signal),
    ]) {
      const error = await failure(attempt())
      expect(error).toBeInstanceOf(Rejected)
      expect(error.message).toMatch(new RegExp(`^${label} says: `))
      expect(error.message).not.toContain('wrong-key')
    }
  })
})

test('OpenAI without credit is not retried, although the status is that of a rate limit', async () => {
  openai.next((_call, response) =>
    json(response, 429, {
      error: { message: 'You exceeded your current quota.', code: 'insufficient_quota' },
    }),
  )
  const error = await failure((await open(tested[0]!)).complete(diarization, signal))
  expect(error).toBeInstanceOf(Rejected)
  expect(error.message).toBe('OpenAI says: You exceeded your current quota.')
  expect(openai.calls).toHaveLength(1)
})
