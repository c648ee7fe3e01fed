import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  type Integration,
  noSettingsToTest,
  noTestYet,
} from '#contract/integrations/integrations.ts'
import type { IntegrationType } from '#contract/integrations/providers/providers.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders, type Providers } from '../../../providers/registry.ts'
import { json } from '../../../test/local-service.ts'
import { auditEntries, localDiskId, updateRow } from '../../../test/make.ts'
import { openAiService } from '../../../test/services/openai.ts'
import { testApp } from '../../../test/test-app.ts'
import { Rejected, Unavailable } from '../../../platform/jobs/errors.ts'
import { testIntegration } from './test-provider.ts'

const service = await openAiService()
afterAll(() => service.close())
/** Replaces the adapter in a test. */
let override: ((signal: AbortSignal) => Promise<string>) | 'no test' | undefined

const { db, deps, call, signIn, emails, systemUserId } = await testApp((built) => {
  const { dataDir } = built.config
  const folders = { dataDir, modelsDir: `${dataDir}/models`, keyDir: dataDir }
  const addresses = { openai_gpt5: service.origin }
  const providers = createProviders({ ...built, addresses }, createCatalogue(folders))
  const trial: Providers['trial'] = (type, it) => {
    const adapter = providers.trial(type, it)
    if (override === 'no test') return { ...adapter, test: undefined } as unknown as typeof adapter
    return override ? { ...adapter, test: override } : adapter
  }
  return { providers: { ...providers, trial } }
})
const system = await signIn(emails.system)
const url = '/api/admin/integration-settings'
const idOf = (last: number) => localDiskId.replace(/.$/, String(last))
const tested = (id: string) => call({ method: 'POST', url: `${url}/${id}/test` }, system)
const add = async (
  settings: object,
  type: IntegrationType = 'ai_analysis',
  provider = 'openai_gpt5',
) =>
  (
    await call({ method: 'POST', url, payload: { type, provider, settings } }, system)
  ).json<Integration>()
const tryKey = (payload: object) =>
  call({ method: 'POST', url: '/api/admin/test-openai-connection', payload }, system)
const tests = () => auditEntries(db, { action: 'integration-tested' }, ['rowId', 'details'])

afterEach(async () => {
  override = undefined
  service.forget()
  await db.deleteFrom('integration').where('isActive', '=', false).execute()
})

describe('a connection test of a provider', () => {
  test('returns its message; the call is in the outbound log and the test in the audit log', async () => {
    const { id } = await add({ apiKey: service.key })
    const answer = await tested(id)
    expect(answer.json()).toEqual({ message: expect.stringContaining('gpt-5 is available.') })
    expect(service.calls.map((it) => `${it.method} ${it.path}`)).toEqual(['GET /v1/models'])
    const [entry] = (await call({ url }, system)).json<Integration[]>().filter((it) => it.id === id)
    expect(entry).toMatchObject({
      lastCall: { isSuccess: true },
      lastDay: { calls: 1, failures: 0 },
    })
    expect((await tests()).at(-1)).toEqual({
      rowId: id,
      details: { type: 'ai_analysis', provider: 'openai_gpt5', isSuccess: true },
    })
  })

  test('returns a rejection in the words of the provider, and does not retry', async () => {
    const { id } = await add({ apiKey: 'sk-proj-wrong-key-0000' })
    const answer = await tested(id)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      ...{
        code: 'unprocessable',
        error: 'OpenAI says: Incorrect API key provided: Bearer [secret].',
      },
    })
    expect(service.calls).toHaveLength(1)
    const [entry] = (await call({ url }, system)).json<Integration[]>().filter((it) => it.id === id)
    expect(entry?.lastCall).toMatchObject({
      ...{ isSuccess: false, error: 'OpenAI says: Incorrect API key provided: Bearer [secret].' },
    })
    expect((await tests()).at(-1)?.details).toMatchObject({ isSuccess: false })
  })

  test('passes Retry-After on', async () => {
    const { id } = await add({ apiKey: service.key })
    service.next((_call, response) =>
      json(response, 429, { error: { message: 'Slow down' } }, { 'retry-after': '90' }),
    )
    const answer = await tested(id)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('90')
    expect(answer.json()).toMatchObject({ code: 'unavailable', error: 'OpenAI says: Slow down' })
  })

  test('has its own circuit breaker, so that earlier failures do not prevent a test', async () => {
    const { id } = await add({ apiKey: service.key })
    const { adapter } = await deps.providers.of('ai_analysis', id)
    const prompt = {
      type: 'session_preparation' as const,
      system: '',
      user: '',
      sessionId: null,
      input: {},
    }
    for (let failures = 0; failures < 5; failures++) {
      service.next(
        ...[1, 2, 3].map(
          () => (_call: unknown, response: Parameters<typeof json>[0]) =>
            json(response, 500, {}, { 'retry-after': '30' }),
        ),
      )
      await adapter.complete(prompt, AbortSignal.timeout(20_000)).catch(() => {})
      service.forget()
    }
    await expect(adapter.complete(prompt, AbortSignal.timeout(20_000))).rejects.toThrow(/in a row/)
    expect((await tested(id)).statusCode).toBe(200)
  })

  test('has a timeout', async () => {
    override = () => new Promise(() => {})
    const actor = {
      userId: systemUserId,
      originalUserId: null,
      roles: [],
      loginId: '',
      address: '',
    }
    await expect(testIntegration(deps, actor, idOf(1), 20)).rejects.toMatchObject({
      ...{ code: 'unavailable', message: 'The service did not respond in time.', retryAfter: 30 },
    })
  })

  test.each([
    [new Rejected('x', 'Acme says: no'), 422, 'Acme says: no', undefined],
    [new Unavailable('Acme is away', { waitMs: 4200 }), 503, 'Acme is away', '5'],
    [new Unavailable('Acme is away'), 503, 'Acme is away', '30'],
    [
      new Error('a secret of ours'),
      500,
      'Something went wrong on our side. Please try again.',
      undefined,
    ],
  ])('%s', async (failure, status, error, wait) => {
    override = () => Promise.reject(failure)
    const answer = await tested(idOf(1))
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ error })
    expect(answer.headers['retry-after']).toBe(wait)
  })

  test('has a message of its own if there is no test', async () => {
    override = 'no test'
    const answer = await tested(idOf(4))
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: noTestYet })
  })

  test('fails for an unknown provider', async () => {
    expect((await tested(localDiskId.replace(/.$/, '9'))).statusCode).toBe(404)
  })

  test('fails if settings are missing', async () => {
    const { id } = await add({ apiKey: service.key })
    await updateRow(db, 'integration', id, { secrets: null })
    expect((await tested(id)).json()).toMatchObject({ error: noSettingsToTest })
    await updateRow(db, 'integration', id, { settings: JSON.stringify({ model: 'gpt-5' }) })
    expect((await tested(id)).json()).toMatchObject({ error: 'API key must be set first.' })
    expect(service.calls).toEqual([])
  })
})

describe('a connection test of the built-in providers', () => {
  test('writes to the disk and leaves it unchanged', async () => {
    expect((await tested(idOf(1))).json()).toEqual({
      message: 'A file was written to the disk of this installation, read and removed.',
    })
  })
  test('reports missing speech models', async () => {
    const answer = await tested(idOf(2))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ error: expect.stringContaining('npm run models') })
  })
  test('converts a conversation of two lines by rules', async () => {
    expect((await tested(idOf(4))).json()).toEqual({
      message: 'Messages are stored in the outbox. Nothing is sent.',
    })
    expect((await tested(idOf(3))).json()).toEqual({
      message: 'A transcript of two lines was turned into a conversation on this machine.',
    })
  })
})

describe('a connection test of unsaved settings', () => {
  test('stores nothing', async () => {
    const answer = await tryKey({ apiKey: service.key, model: 'gpt-5-mini' })
    expect(answer.json()).toEqual({ message: expect.stringContaining('gpt-5-mini is available.') })
    expect(await db.selectFrom('integration').select('id').execute()).toHaveLength(4)
    expect((await tests()).at(-1)).toEqual({
      rowId: null,
      details: { type: 'ai_analysis', provider: 'openai_gpt5', isSuccess: true },
    })
    const left = await db
      .selectFrom('egress')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .limit(1)
      .execute()
    expect(left).toMatchObject([{ integrationId: null, provider: 'openai_gpt5', isSuccess: true }])
  })

  test('accepts the mask of a saved secret', async () => {
    await add({ apiKey: 'sk-proj-another-key-9999' })
    await add({ apiKey: service.key })
    expect((await tryKey({ apiKey: '••••0001' })).statusCode).toBe(200)
    expect((await tryKey({ apiKey: '••••9999' })).statusCode).toBe(422)
    expect((await tryKey({ apiKey: '••••4444' })).json()).toMatchObject({
      ...{ code: 'invalid', fields: { 'settings.apiKey': 'Enter the complete API key' } },
    })
  })

  test('rejects missing settings, and those of another provider', async () => {
    for (const none of [{}, { apiKey: ' ' }])
      expect((await tryKey(none)).json()).toMatchObject({
        ...{ code: 'unprocessable', error: noSettingsToTest },
      })
    expect((await tryKey({ apiKey: 'sk-1', host: 'x' })).json()).toMatchObject({
      fields: { 'settings.host': 'OpenAI has no such setting' },
    })
    expect((await tryKey({ model: 'gpt-5' })).json()).toMatchObject({
      fields: { 'settings.apiKey': 'API key is required' },
    })
    expect(service.calls).toEqual([])
  })
})
