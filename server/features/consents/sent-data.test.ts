import { expect, test } from 'vitest'
import { afterAll } from 'vitest'
import type { SentData } from '#contract/consents/sent-data.ts'
import { createOutboundClient } from '../../platform/outbound/outbound-client.ts'
import { bytesBody } from '../../platform/outbound/request-body.ts'
import { json, localService } from '../../test/local-service.ts'
import { makeClient, makeRow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = await testApp()
const service = await localService((_call, response) => json(response, 200, {}))
afterAll(() => service.close())

const integrationId = await makeRow(db, 'integration', {
  type: 'transcription',
  provider: 'openai_whisper',
})
const outboundClient = createOutboundClient(
  { db, announcements: deps.announcements, addresses: {}, onError: () => {} },
  { integrationId, type: 'transcription', provider: 'openai_whisper', label: 'O', secrets: [] },
)
const send = (sessionId: string, bytes: number) =>
  outboundClient.send({
    ...{ purpose: 'transcription', method: 'POST', url: service.origin, sessionId },
    ...{ body: bytesBody('x'.repeat(bytes)), signal: new AbortController().signal },
  })
const listed = async (cookie: string, page = 1) =>
  (await call({ url: `/api/my-client-data/sent?page=${page}` }, cookie)).json<{
    entries: SentData[]
    hasMore: boolean
  }>()

test('a client sees what was sent, with the consent, even after the session was deleted', async () => {
  const clientId = await makeClient(db, { coachId })
  const own = await signIn(`client.${clientId}@example.com`)
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  expect(await listed(own)).toEqual({ entries: [], hasMore: false })
  await send(sessionId, 100)
  await send(sessionId, 50)
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
  expect(await listed(own)).toMatchObject({
    entries: [
      {
        ...{ purpose: 'outside_transcription', whose: null, service: 'OpenAI', bytes: 150 },
        ...{ host: new URL(service.origin).host, region: null, isInterrupted: false },
        ...{ sessionDate: expect.any(String), consentedAt: expect.any(String) },
      },
    ],
    hasMore: false,
  })
  const row = await db
    .selectFrom('egress')
    .selectAll()
    .where('clientId', '=', clientId)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ sessionId, consentPurpose: 'outside_transcription' })
})

test('sent data has a region if the host name contains one', async () => {
  const clientId = await makeClient(db, { coachId })
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const { signal } = new AbortController()
  await outboundClient.run(
    { purpose: 'transcription', host: 'eu.api.openai.com', sessionId, signal },
    async (it) => void (it.bytesOut = 12),
  )
  const { entries } = await listed(await signIn(`client.${clientId}@example.com`))
  expect(entries).toMatchObject([{ region: 'the EU', bytes: 12 }])
})

test('sent data of family members is listed in pages, and not shown to others', async () => {
  const clientId = await makeClient(db, { coachId })
  const own = await signIn(`client.${clientId}@example.com`)
  const childId = await makeRow(db, 'client', { guardianId: clientId, firstName: 'Viggo' })
  for (let index = 0; index < 21; index++)
    await send(await makeSession(db, { clientId: childId, sessionDefinitionId }), 10)
  const first = await listed(own)
  expect([first.entries.length, first.hasMore, first.entries[0]?.whose]).toEqual([
    20,
    true,
    'Viggo',
  ])
  const second = await listed(own, 2)
  expect([second.entries.length, second.hasMore]).toEqual([1, false])
  expect((await listed(await signIn(emails.client))).entries).toEqual([])
  for (const email of [emails.coach, emails.admin, emails.org])
    expect((await call({ url: '/api/my-client-data/sent' }, await signIn(email))).statusCode).toBe(
      403,
    )
})
