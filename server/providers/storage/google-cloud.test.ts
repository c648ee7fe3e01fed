import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
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
const { outboundClientFor } = await testOutboundClients()
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
  return googleCloud({
    settings,
    outboundClient,
    keyDir: folder,
    borrowed: path.join(folder, 'borrowed'),
  })
}
const chunk = 16 * 1024 * 1024
const content = randomBytes(chunk * 2 + 1000)
const file = path.join(folder, 'film')
writeFileSync(file, content)
const kept = (key: string) => service.objects.get(`${id}/${key}`)
const ranges = () => service.calls.flatMap(({ headers }) => headers['content-range'] ?? [])

test('a large film goes up in chunks, by the session that was opened and nowhere else', async () => {
  await (await open()).put('large', file, 'video/mp4')
  expect(ranges()).toEqual([
    `bytes 0-${chunk - 1}/${content.length}`,
    `bytes ${chunk}-${chunk * 2 - 1}/${content.length}`,
    `bytes ${chunk * 2}-${content.length - 1}/${content.length}`,
  ])
  expect(kept('large')?.content.equals(content)).toBe(true)
  expect(kept('large')?.type).toBe('video/mp4')
})

test('it goes on where the service says that it is, and a lost answer does no harm', async () => {
  const storage = await open()
  const push = service.calls.push.bind(service.calls)
  const half = 256 * 1024
  let chunks = 0
  service.calls.push = (...calls) => {
    const [call] = calls
    if (call?.headers['content-range'] && ++chunks === 1)
      service.next((_call, response) => {
        const [session] = service.sessions.values()
        if (session) session.arrived = call.body.subarray(0, half)
        response.writeHead(308, { range: `bytes=0-${half - 1}` }).end()
      })
    if (chunks === 3) service.next((_call, response) => json(response, 503, {}))
    return push(...calls)
  }
  await storage.put('interrupted', file, 'video/mp4')
  service.calls.push = push
  expect(ranges()[1]).toBe(`bytes ${half}-${half + chunk - 1}/${content.length}`)
  expect(kept('interrupted')?.content.equals(content)).toBe(true)
})

test('a service that takes nothing is not sent the same for ever, and forgets the upload', async () => {
  const storage = await open()
  const push = service.calls.push.bind(service.calls)
  service.calls.push = (...calls) => {
    if (calls[0]?.headers['content-range'])
      service.next((_call, response) => void response.writeHead(308).end())
    return push(...calls)
  }
  await expect(storage.put('stuck', file, 'video/mp4')).rejects.toThrow(
    'Google does not take the recording.',
  )
  service.calls.push = push
  expect(ranges()).toHaveLength(3)
  expect(service.calls.at(-1)?.method).toBe('DELETE')
  expect(service.sessions.size).toBe(0)
})

test('what arrived otherwise than it was sent is not kept', async () => {
  const storage = await open()
  const push = service.calls.push.bind(service.calls)
  service.calls.push = (...calls) => {
    if (calls[0]?.headers['content-range']) calls[0].body[0] = (calls[0].body[0] ?? 0) ^ 1
    return push(...calls)
  }
  await expect(storage.put('changed', file, 'video/mp4')).rejects.toThrow(
    'Google says: Provided MD5 hash does not match calculated MD5 hash.',
  )
  service.calls.push = push
  expect(kept('changed')).toBeUndefined()
  expect(service.sessions.size).toBe(0)
})

test('an answer without a session is none', async () => {
  const storage = await open()
  await storage.test(new AbortController().signal)
  service.next((_call, response: ServerResponse) => json(response, 200, {}))
  await expect(storage.put('lost', file, 'video/mp4')).rejects.toThrow(
    'Google sent a response that could not be read.',
  )
})

test('a bucket that is not there is no film that is not there', async () => {
  const storage = await open('another-bucket')
  await expect(storage.size('film')).rejects.toThrow(Unavailable)
  await expect(storage.read('film')).rejects.toThrow(
    'Google says: The specified bucket does not exist.',
  )
})
