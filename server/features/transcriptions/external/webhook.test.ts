import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { newId } from '../../../platform/ids.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { makeRow, makeSession, updateRow } from '../../../test/make.ts'
import { elevenlabsSignature } from '../../../test/services/elevenlabs.ts'
import { testApp } from '../../../test/test-app.ts'

const { deps, db, call, clientId, sessionDefinitionId } = await testApp((given) => ({
  providers: createProviders(
    given,
    createCatalogue({ dataDir: given.config.dataDir, modelsDir: '/nowhere', keyDir: '/nowhere' }),
  ),
}))
const secrets = ['wsec_test', 'wsec_of_another']
const [integrationId = ''] = await Promise.all(
  secrets.map(async (webhookSecret) => {
    const id = newId()
    await makeRow(db, 'integration', {
      ...{ id, type: 'transcription', provider: 'elevenlabs' },
      settings: JSON.stringify({ webhookId: 'wh_1' }),
      secrets: deps.keys.encrypt(
        'integration-secrets',
        id,
        JSON.stringify({ apiKey: 'xi', webhookSecret }),
      ),
    })
    return id
  }),
)
await vi.waitFor(
  async () => expect(await deps.providers.listIds('transcription')).toHaveLength(3),
  {
    timeout: 10_000,
  },
)

const clear = () => sql`delete from pgboss.job`.execute(db)
beforeEach(async () => {
  await db.deleteFrom('session').execute()
  await db.deleteFrom('externalCopy').execute()
  await clear()
})

async function makeRunning(externalId: string) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  return makeRow(db, 'transcription', { sessionId, integrationId, externalId, status: 'running' })
}
async function queued() {
  const { rows } = await sql<{ key: string; due: boolean }>`
    select singleton_key as key, start_after <= now() as due from pgboss.job`.execute(db)
  return rows
}
const getExternalId = async (id: string) =>
  (await db.selectFrom('transcription').selectAll().where('id', '=', id).executeTakeFirst())
    ?.externalId
const bodyOf = (data: object) =>
  JSON.stringify({
    type: 'speech_to_text_transcription',
    event_timestamp: 1,
    data: { transcription: { transcription_id: 'tr_1', text: 'Hello', words: [] }, ...data },
  })
const send = (payload: string, signature: string | undefined) =>
  call({
    ...{ method: 'POST', url: '/api/webhook/elevenlabs', payload },
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'elevenlabs-signature': signature }),
    },
  })
const post = (payload: string, secret = secrets[0] ?? '') =>
  send(payload, elevenlabsSignature(payload, secret))

describe('a callback', () => {
  test.each([
    ['by its id', () => ({ request_id: 'req_1' })],
    ['by its metadata', (reference: string) => ({ webhook_metadata: { reference } })],
    [
      'by its metadata, as text',
      (reference: string) => ({ webhook_metadata: JSON.stringify({ reference }) }),
    ],
  ])('enqueues the collection at once: %s', async (_, data) => {
    const id = await makeRunning('tr_1~1700000000~12.00~900~~')
    const answer = await post(bodyOf(data(id)))
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await queued()).toEqual([{ key: `transcribe:${id}`, due: true }])
  })

  test('replaces the request id with the transcription id', async () => {
    const id = await makeRunning('req_1~1700000000~12.00~900~~')
    expect((await post(bodyOf({ request_id: 'req_1' }))).statusCode).toBe(200)
    expect(await getExternalId(id)).toBe('tr_1~1700000000~12.00~900~~')
    const { rows } = await sql`select from external_copy`.execute(db)
    expect(rows).toEqual([])
  })

  test('can be repeated, and does nothing after the end', async () => {
    const id = await makeRunning('tr_1~1700000000~12.00~900~~')
    const body = bodyOf({ request_id: 'req_1', webhook_metadata: { reference: id } })
    const signature = elevenlabsSignature(body, secrets[0] ?? '')
    expect((await send(body, signature)).statusCode).toBe(200)
    expect((await send(body, signature)).statusCode).toBe(200)
    expect(await queued()).toHaveLength(1)
    await clear()
    await db
      .updateTable('transcription')
      .set({ ...{ status: 'completed', finishedAt: sql`now()` } })
      .set({ externalId: null, integrationId: null })
      .where('id', '=', id)
      .execute()
    expect((await send(body, signature)).json()).toEqual({ received: true })
    expect(await queued()).toEqual([])
  })

  test.each([
    ['an unknown id', { request_id: 'req_9', transcription: { transcription_id: 'tr_9' } }],
    ['an unknown reference', { webhook_metadata: { reference: newId() }, transcription: null }],
    ['an invalid reference', { webhook_metadata: '[1', transcription: { transcription_id: null } }],
    ['nothing at all', { transcription: null }],
  ])('about %s does nothing', async (_, data) => {
    const id = await makeRunning('tr_1~1700000000~12.00~900~~')
    const answer = await post(bodyOf(data))
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await queued()).toEqual([])
    expect(await getExternalId(id)).toBe('tr_1~1700000000~12.00~900~~')
  })
})

describe('is rejected:', () => {
  const body = bodyOf({ request_id: 'req_1' })
  const at = (minutes: number) => Math.floor(Date.now() / 1000) + minutes * 60
  const good = () => elevenlabsSignature(body, 'wsec_test')
  test.each([
    ['a call that is not signed', () => undefined],
    ['one signed with another secret', () => elevenlabsSignature(body, 'wsec_guess')],
    ['one of 31 minutes ago', () => elevenlabsSignature(body, 'wsec_test', at(-31))],
    ['one under another time', () => good().replace(/t=\d+/, `t=${at(-1)}`)],
    ['one of another form', () => good().replace('v0=', 'v1=')],
    ['one of other bytes', () => elevenlabsSignature(`${body} `, 'wsec_test')],
  ])('%s', async (_, signature) => {
    await makeRunning('tr_1~1700000000~12.00~900~~')
    const answer = await send(body, signature())
    expect(answer.statusCode).toBe(401)
    expect(await queued()).toEqual([])
  })

  test('every call, without a secret', async () => {
    await makeRunning('tr_1~1700000000~12.00~900~~')
    const { rows } = await sql<{ id: string; secrets: string }>`
      select id, secrets from integration where provider = 'elevenlabs'`.execute(db)
    for (const { id } of rows)
      await updateRow(db, 'integration', id, {
        secrets: deps.keys.encrypt('integration-secrets', id, JSON.stringify({ apiKey: 'xi' })),
      })
    await expect
      .poll(
        async () => (await deps.providers.of('transcription', integrationId)).adapter.callSecret,
      )
      .toBeUndefined()
    for (const secret of ['', 'undefined', ...secrets])
      expect((await post(body, secret)).statusCode).toBe(401)
    expect(await queued()).toEqual([])
    for (const [index, { id, secrets: kept }] of rows.entries()) {
      await updateRow(db, 'integration', id, { secrets: kept })
      await expect
        .poll(async () => (await deps.providers.of('transcription', id)).adapter.callSecret)
        .toBe(secrets[rows[index]?.id === integrationId ? 0 : 1])
    }
  })
})
