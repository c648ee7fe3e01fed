import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { videoStorageProviders } from '#contract/integrations/providers/video-storage.ts'
import { newId } from '../../platform/ids.ts'
import { bunnyService } from '../../test/services/bunny.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { measureWork } from '../../test/measure-work.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { bunny } from './bunny.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-bunny-'))
const { outboundClientFor, sessionId } = await testOutboundClients()
const service = await bunnyService()
afterEach(() => service.forget())
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
const id = newId()
const file = path.join(folder, 'film')
writeFileSync(file, 'a film')
const of = { type: 'video_storage', provider: 'bunny', label: 'bunny.net' } as const
async function open(settings: Partial<typeof service.settings> = {}) {
  const outboundClient = await outboundClientFor({
    ...of,
    addresses: { bunny: service.origin },
    id,
  })
  return bunny({
    settings: { ...service.settings, ...settings },
    outboundClient,
    downloadsDir: folder,
  })
}

test('uploads a recording to the folder of the installation, with checksum and type', async () => {
  await (await open()).put('film', file, 'video/mp4', { sessionId })
  const [call] = service.calls
  expect(call).toMatchObject({
    ...{ method: 'PUT', path: `/a-zone/coaching/${id}/film` },
    headers: {
      accesskey: service.settings.accessKey,
      checksum: 'EB4D67FA94A1035E41117B2890D6281A1AD461AC0C9CFA6D3C0E94256A08532F',
      'content-type': 'application/octet-stream',
      'override-content-type': 'video/mp4',
      'content-length': '6',
    },
  })
  expect(service.files.get(`coaching/${id}/film`)?.type).toBe('video/mp4')
})

test('rejects a recording that arrives damaged', async () => {
  const storage = await open()
  const push = service.calls.push.bind(service.calls)
  service.calls.push = (...calls) => {
    calls[0]?.body.fill(0)
    return push(...calls)
  }
  await expect(storage.put('changed', file, 'video/mp4', { sessionId })).rejects.toThrow(
    'bunny.net says: The checksum of the file does not match.',
  )
  service.calls.push = push
})

test('the folder can be empty or have any name', async () => {
  for (const storagePath of ['', 'my films/of 2026', '/a.b/']) {
    const storage = await open({ storagePath })
    await storage.put('film', file, 'video/mp4', { sessionId })
    expect(await storage.size('film')).toBe(6)
  }
  expect([...service.files.keys()]).toEqual(
    expect.arrayContaining([`${id}/film`, `my films/of 2026/${id}/film`, `a.b/${id}/film`]),
  )
})

test('each region has its own host', async () => {
  const outboundClient = await outboundClientFor({ ...of, id })
  const asked: string[] = []
  const call = (request: Parameters<typeof outboundClient.send>[0]) => {
    asked.push(new URL(request.url).host)
    return Promise.reject(new Unavailable('not here'))
  }
  const { options = {}, defaultValue: byDefault } = videoStorageProviders.bunny.fields.region
  for (const region of Object.keys(options)) {
    const settings = { ...service.settings, region }
    const storage = bunny({
      settings,
      outboundClient: { ...outboundClient, send: call },
      downloadsDir: folder,
    })
    await expect(storage.size('film')).rejects.toThrow('not here')
  }
  expect(asked).toEqual([
    'storage.bunnycdn.com',
    ...['uk', 'ny', 'la', 'sg', 'se', 'br', 'jh', 'syd'].map((it) => `${it}.storage.bunnycdn.com`),
  ])
  expect([byDefault, options['de']]).toEqual(['de', 'Frankfurt (de)'])
})

const { storagePath, storageZoneName } = videoStorageProviders.bunny.fields
test.each(['../other', 'a/../b', 'a//b', 'a?b', '.', 'a\\b'])(
  'rejects a path that leaves the zone: %s',
  (text) => expect(storagePath.schema.safeParse(text).success).toBe(false),
)
test.each(['coaching', '/coaching/recordings/', 'a.b/c d'])('accepts the path %s', (text) =>
  expect(storagePath.schema.safeParse(text).success).toBe(true),
)
test('rejects a long path with an invalid character in linear time', () => {
  const look = () => expect(storagePath.schema.safeParse(`${'a'.repeat(30)}ø`).success).toBe(false)
  expect(measureWork(look)).toBeLessThan(1_000)
})
test.each(['a/b', '../b', 'a b'])('rejects the zone name %s', (text) =>
  expect(storageZoneName.schema.safeParse(text).success).toBe(false),
)
