import { expect, test } from 'vitest'
import type { EgressEntry } from '#contract/integrations/integrations.ts'
import { newId } from '../../../platform/ids.ts'
import { daysFromNow, makeClient, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, call, signIn, emails } = await testApp()
const system = await signIn(emails.system)
const list = (query = '') => call({ url: `/api/admin/egress${query}` }, system)
const purposes = async (query = '') =>
  (await list(query)).json<EgressEntry[]>().map((it) => it.purpose)

const clientId = await makeClient(db)
const definition = await db.selectFrom('sessionDefinition').select('id').executeTakeFirstOrThrow()
const sessionId = await makeSession(db, { clientId, sessionDefinitionId: definition.id })
const at = (second: number) => new Date(Date.UTC(2026, 1, 1, 12, 0, second)).toISOString()
const entry = (second: number, more: object) => ({
  ...{ id: newId(), provider: 'openai_gpt5', host: 'api.openai.com', purpose: `call ${second}` },
  ...{ createdAt: at(second), bytesOut: 10 * second, bytesIn: 7 },
  ...more,
})
await db
  .insertInto('egress')
  .values([
    entry(1, { isSuccess: true, status: 200, durationMs: 90 }),
    entry(2, {
      ...{ isSuccess: false, status: 401, error: 'OpenAI says: no' },
      ...{ sessionId, clientId, sessionDate: daysFromNow(-1) },
    }),
    entry(3, { provider: 'smtp' }),
    entry(4, { isSuccess: true, sessionId }),
  ])
  .execute()

test('calls are listed newest first, with session and client', async () => {
  const answer = await list()
  expect(answer.headers).toMatchObject({ 'x-total-count': '4', 'x-match-count': '4' })
  expect(await purposes()).toEqual(['call 4', 'call 3', 'call 2', 'call 1'])
  expect(answer.json<EgressEntry[]>()[2]).toEqual({
    ...{ id: expect.any(String), createdAt: at(2), provider: 'openai_gpt5' },
    ...{ host: 'api.openai.com', purpose: 'call 2', sessionId, clientId },
    ...{ bytesOut: 20, bytesIn: 7, status: 401, outcome: 'failure', error: 'OpenAI says: no' },
    ...{ durationMs: null, clientName: expect.any(String), sessionDate: expect.any(String) },
  })
})

test('calls are filtered by provider, session and outcome', async () => {
  expect(await purposes('?provider=smtp')).toEqual(['call 3'])
  expect(await purposes(`?sessionId=${sessionId}`)).toEqual(['call 4', 'call 2'])
  expect(await purposes('?outcome=success')).toEqual(['call 4', 'call 1'])
  expect(await purposes('?outcome=failure')).toEqual(['call 2'])
  expect(await purposes('?outcome=open')).toEqual(['call 3'])
  expect(await purposes(`?sessionId=${sessionId}&outcome=success&provider=openai_gpt5`)).toEqual([
    'call 4',
  ])
  expect((await list('?provider=openai_gpt5&limit=1')).headers).toMatchObject({
    ...{ 'x-total-count': '4', 'x-match-count': '3' },
  })
  expect((await list('?outcome=maybe')).statusCode).toBe(400)
})

test('calls are paged, in either order', async () => {
  const first = await list('?limit=3')
  expect(first.json()).toHaveLength(3)
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? ''
  expect((await call({ url: next }, system)).json()).toMatchObject([{ purpose: 'call 1' }])
  expect(await purposes('?sort=time&limit=2')).toEqual(['call 1', 'call 2'])
})
