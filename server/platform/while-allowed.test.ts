import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { listening } from '../test/listening.ts'
import { makeClient, makeRow, makeSession, updateRow } from '../test/make.ts'
import { testOutboundClients } from '../test/test-outbound-clients.ts'
import { newId } from './ids.ts'
import { fileBody } from './outbound/request-body.ts'

const { db, outboundClientFor, entries, deleteEgress } = await testOutboundClients()
const sessionDefinitionId = await makeRow(db, 'sessionDefinition', { name: 'O', displayOrder: 1 })
let onRequest = () => {}
/** Reads nothing of what it gets. */
const service = await listening(createServer(() => onRequest()))
afterAll(() => service.close())
const folder = mkdtempSync(path.join(tmpdir(), 'maylab-allowed-'))
afterAll(() => rmSync(folder, { recursive: true }))
const bytes = 50_000_000
const sound = path.join(folder, 'sound')
writeFileSync(sound, Buffer.alloc(bytes))
const client = await outboundClientFor({
  ...{ type: 'transcription', provider: 'openai_whisper', label: 'OpenAI' },
})

const organizationWhereAudioStays = (audioStaysHere = true) =>
  makeRow(db, 'organization', { name: newId(), inviteToken: newId(), audioStaysHere })
async function withdraw(clientId: string) {
  const { id: consentTextId } = await db
    .selectFrom('consentText')
    .select('id')
    .where('purpose', '=', 'outside_transcription')
    .executeTakeFirstOrThrow()
  const purpose = 'outside_transcription'
  await makeRow(db, 'consent', { clientId, purpose, isGiven: false, consentTextId })
}

test.each<[string, (clientId: string, guardianId: string) => Promise<unknown>]>([
  [
    'the installation keeps it on this machine',
    () => db.insertInto('setting').values({ name: 'audioStaysHere', value: 'true' }).execute(),
  ],
  [
    'the organization of the client keeps it on this machine',
    async (_clientId, guardianId) => {
      const organizationId = await organizationWhereAudioStays(false)
      await updateRow(db, 'client', guardianId, { organizationId })
      await updateRow(db, 'organization', organizationId, { audioStaysHere: true })
    },
  ],
  [
    'the client moves to an organization that keeps it on this machine',
    async (_clientId, guardianId) =>
      updateRow(db, 'client', guardianId, { organizationId: await organizationWhereAudioStays() }),
  ],
  ['the guardian withdraws', (_clientId, guardianId) => withdraw(guardianId)],
  [
    'the client gets a guardian who has withdrawn',
    async (clientId) => {
      const guardianId = await makeClient(db)
      await withdraw(guardianId)
      await updateRow(db, 'client', clientId, { guardianId })
    },
  ],
])('sound that is being sent stops in the middle when %s', async (_when, change) => {
  await deleteEgress()
  const guardianId = await makeClient(db)
  const clientId = await makeRow(db, 'client', { guardianId, firstName: 'Ida' })
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const begun = new Promise<void>((resolve) => (onRequest = resolve))
  const sending = client.send({
    ...{ purpose: 'transcription', method: 'POST', url: service.origin, sessionId },
    ...{ body: await fileBody(sound), signal: new AbortController().signal },
  })
  sending.catch(() => {})
  await begun
  await change(clientId, guardianId)
  await expect(sending).rejects.toMatchObject({ code: 'no-consent' })
  const [entry] = await entries()
  expect(entry).toMatchObject({ isSuccess: false, error: 'Cancelled.' })
  expect(entry?.bytesOut).toBeLessThan(bytes / 2)
})
