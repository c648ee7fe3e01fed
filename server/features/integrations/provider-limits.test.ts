import { afterAll, afterEach, expect, test } from 'vitest'
import type { Integration } from '#contract/integrations/integrations.ts'
import { createCatalogue } from '../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../providers/registry.ts'
import { localDiskId, makeClient, makeRow, makeSession } from '../../test/make.ts'
import { makeRecording } from '../../test/make-recording.ts'
import { bunnyService } from '../../test/services/bunny.ts'
import { testApp } from '../../test/test-app.ts'

const service = await bunnyService()
afterAll(() => service.close())
const { db, deps, call, signIn, emails } = await testApp((built) => {
  const { dataDir } = built.config
  const folders = { dataDir, modelsDir: dataDir, keyDir: dataDir }
  const addresses = { bunny: service.origin }
  return { providers: createProviders({ ...built, addresses }, createCatalogue(folders)) }
})
const system = await signIn(emails.system)
const url = '/api/admin/integration-settings'
const add = (settings: object) =>
  call(
    { method: 'POST', url, payload: { type: 'video_storage', provider: 'bunny', settings } },
    system,
  )
const added = async (settings: object = service.settings) =>
  (await add(settings)).json<Integration>()
const switchTo = (id: string) =>
  call({ method: 'POST', url: `${url}/video_storage/switch/${id}` }, system)
const put = (id: string, settings: object) =>
  call({ method: 'PUT', url: `${url}/${id}`, payload: { settings } }, system)
const remove = (id: string) => call({ method: 'DELETE', url: `${url}/${id}` }, system)
afterEach(async () => {
  await db.deleteFrom('session').execute()
  await db.deleteFrom('discardedFile').execute()
  await switchTo(localDiskId)
  await db.deleteFrom('integration').where('isActive', '=', false).execute()
})

test('while files are stored with a provider its location cannot change, but its key can', async () => {
  const { id } = await added()
  await switchTo(id)
  await expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(id)
  const clientId = await makeClient(db)
  const { id: sessionDefinitionId } = await db
    .selectFrom('sessionDefinition')
    .select('id')
    .executeTakeFirstOrThrow()
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRecording(deps, sessionId)
  expect(service.files.size).toBe(1)
  const moved = await put(id, { ...service.settings, storageZoneName: 'elsewhere' })
  expect(moved.statusCode).toBe(409)
  const same = { ...service.settings, storagePath: 'coaching' }
  expect((await put(id, same)).statusCode).toBe(200)
  expect(moved.json()).toMatchObject({
    error:
      'Recordings are stored there. Add another provider for the new location and move all recordings to it.',
  })
  expect((await put(id, { ...service.settings, accessKey: 'another-password-1' })).statusCode).toBe(
    200,
  )

  await switchTo(localDiskId)
  expect((await remove(id)).json()).toMatchObject({
    ...{ code: 'conflict' },
    error:
      'This provider still stores recordings. Move all recordings to the active provider first.',
  })
  await db.deleteFrom('session').execute()
  expect((await remove(id)).json()).toMatchObject({
    error: expect.stringContaining('still being deleted there'),
  })
  await db.deleteFrom('discardedFile').execute()
  expect((await remove(id)).statusCode).toBe(200)
})

test('a provider with running transcriptions cannot be deleted', async () => {
  const clientId = await makeClient(db)
  const { id: sessionDefinitionId } = await db
    .selectFrom('sessionDefinition')
    .select('id')
    .executeTakeFirstOrThrow()
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const integrationId = await makeRow(db, 'integration', {
    type: 'transcription',
    provider: 'local',
  })
  await makeRow(db, 'transcription', { sessionId, integrationId, externalId: 'job-1' })
  expect((await remove(integrationId)).json()).toMatchObject({
    error: 'A transcription is still in progress there. Please try again when it has finished.',
  })
})

test('a pull zone needs its key, and can be added while there are recordings', async () => {
  const { id } = await added()
  const { pullZoneHost, tokenKey } = service.pullZone
  const lone = await put(id, { ...service.settings, pullZoneHost })
  expect(lone.statusCode).toBe(400)
  expect(lone.json()).toMatchObject({
    error: 'Token key is required with Pull zone host.',
    fields: { 'settings.tokenKey': 'Token key is required with Pull zone host' },
  })
  const other = await put(id, { ...service.settings, tokenKey })
  expect(other.json()).toMatchObject({ error: 'Pull zone host is required with Token key.' })
  const both = await put(id, { ...service.settings, ...service.pullZone })
  expect(both.json<Integration>().settings).toMatchObject({ pullZoneHost, tokenKey: '••••6789' })
  const tested = await call({ method: 'POST', url: `${url}/${id}/test` }, system)
  expect(tested.json()).toEqual({
    message: 'The storage zone a-zone is reachable, and links to its pull zone work.',
  })
  for (const host of ['https://films.b-cdn.net', '127.0.0.1', 'localhost', 'a.b-cdn.net/x'])
    expect((await put(id, { ...service.settings, tokenKey, pullZoneHost: host })).statusCode).toBe(
      400,
    )
})

test('the connection test of Bunny tests unsaved settings', async () => {
  const tried = (payload: object) =>
    call({ method: 'POST', url: '/api/admin/test-bunny-connection', payload }, system)
  expect((await tried(service.settings)).json()).toEqual({
    message: expect.stringContaining('is reachable'),
  })
  const refused = await tried({ ...service.settings, accessKey: 'wrong-password-1' })
  expect(refused.statusCode).toBe(422)
  expect(refused.json()).toMatchObject({ error: 'bunny.net says: Unauthorized' })
  await added()
  expect((await tried({ ...service.settings, accessKey: '••••6789' })).statusCode).toBe(200)
})
