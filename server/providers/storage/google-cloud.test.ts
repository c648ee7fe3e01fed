import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { json } from '../../test/local-service.ts'
import { gcsService } from '../../test/services/gcs.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { googleCloud } from './google-cloud.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-gcs-'))
const { outboundClientFor, sessionId } = await testOutboundClients()
const service = await gcsService()
const keyFilePath = service.tokens.writeKeyFile(folder)
afterEach(() => service.forget())
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
const id = newId()
async function open(bucketName = service.bucket) {
  const addresses = { google_cloud: service.origin }
  const of = { type: 'video_storage', provider: 'google_cloud', label: 'Google' } as const
  const outboundClient = await outboundClientFor({ ...of, addresses, id })
  const settings = { keyFilePath, bucketName }
  return googleCloud({ settings, outboundClient, keyDir: folder, downloadsDir: folder })
}
const content = 'a recording of a session'
const file = path.join(folder, 'recording')
writeFileSync(file, content)
const stored = (key: string) => service.objects.get(`${id}/${key}`)

/** Calls `act` for each upload before the fake service handles it. */
function onUpload(act: (upload: { body: Buffer }, number: number) => void) {
  const push = service.calls.push.bind(service.calls)
  let uploads = 0
  service.calls.push = (...calls) => {
    const [call] = calls
    if (call?.headers['content-range']) act(call, ++uploads)
    return push(...calls)
  }
  return { stop: () => void (service.calls.push = push), count: () => uploads }
}

test('resends an upload that arrives in part', async () => {
  const uploads = onUpload((_upload, number) => {
    if (number === 1)
      service.next((_call, response) => void response.writeHead(308, { range: 'bytes=0-3' }).end())
    if (number === 2) service.next((_call, response) => json(response, 503, {}))
  })
  await (await open()).put('recording', file, 'video/mp4', { sessionId })
  uploads.stop()
  expect(uploads.count()).toBe(3)
  expect(stored('recording')).toMatchObject({ type: 'video/mp4', content: Buffer.from(content) })
})

test('does not store a file that arrives damaged', async () => {
  const storage = await open()
  const uploads = onUpload(({ body }) => (body[0] = 0))
  await expect(storage.put('changed', file, 'video/mp4', { sessionId })).rejects.toThrow(
    'Google says: Provided MD5 hash does not match calculated MD5 hash.',
  )
  uploads.stop()
  expect(stored('changed')).toBeUndefined()
  expect(service.sessions.size).toBe(0)
})

test('reports a response without an upload address as unreadable', async () => {
  const storage = await open()
  await storage.test(new AbortController().signal)
  service.next((_call, response) => json(response, 200, {}))
  await expect(storage.put('lost', file, 'video/mp4', { sessionId })).rejects.toThrow(
    'Google sent a response that could not be read.',
  )
})

test('reports a missing bucket as an error, not as a missing recording', async () => {
  const storage = await open('another-bucket')
  await expect(storage.size('recording')).rejects.toThrow(Unavailable)
  await expect(storage.read('recording')).rejects.toThrow(
    'Google says: The specified bucket does not exist.',
  )
})
