import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { videoStorageProviders } from '#contract/integrations/providers/video-storage.ts'
import { newId } from '../../platform/ids.ts'
import { s3Service } from '../../test/services/s3.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import { awsS3 } from './aws-s3.ts'
import { fileHash } from './on-disk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-s3-'))
const { outboundClientFor, sessionId } = await testOutboundClients()
const service = await s3Service(folder)
afterEach(() => {
  service.forget()
  service.unfinished.clear()
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})
const { signal } = new AbortController()
const id = newId()
async function open(
  settings: { endpoint?: string } = {},
  addresses: Record<string, string> = settings.endpoint === undefined
    ? { aws_s3: service.origin }
    : {},
  of = id,
) {
  const outboundClient = await outboundClientFor({
    type: 'video_storage',
    provider: 'aws_s3',
    label: 'S3',
    addresses,
    id: of,
  })
  const all = { ...service.settings, endpoint: '', ...settings }
  return awsS3({ settings: all, outboundClient, downloadsDir: path.join(folder, 'downloads') })
}
const xml = (status: number, body: string) => (_call: unknown, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/xml' }).end(body)

/** Three parts; the last one is small. */
const content = randomBytes(17 * 1024 * 1024)
const file = path.join(folder, 'film')
writeFileSync(file, content)
const asked = () =>
  service.calls.map(({ method, query }) => {
    const told = [...query.keys()].filter((it) => it !== 'x-id').toSorted()
    return `${method} ${told.join(',')}`
  })

test('uploads a large recording in parts, which is one object', async () => {
  const storage = await open()
  await storage.put('large', file, 'video/mp4', { sessionId })
  expect(asked()).toEqual([
    ...['POST uploads', 'PUT partNumber,uploadId', 'PUT partNumber,uploadId'],
    ...['PUT partNumber,uploadId', 'POST uploadId'],
  ])
  expect(await storage.size('large')).toBe(content.length)
  expect(await storage.withLocalFile('large', (copy) => fileHash('md5', copy))).toEqual(
    await fileHash('md5', file),
  )
  const part = await buffer(await storage.read('large', { start: 8_388_600, end: 8_388_620 }))
  expect(part.equals(content.subarray(8_388_600, 8_388_621))).toBe(true)
  expect(service.unfinished.size).toBe(0)
})

test('deletes the parts of a failed upload, which would cost money', async () => {
  const storage = await open()
  const refused = xml(403, '<Error><Code>AccessDenied</Code><Message>Not yours.</Message></Error>')
  let parts = 0
  const thirdIsRefused = service.calls.push.bind(service.calls)
  service.calls.push = (...calls) => {
    if (calls[0]?.query.has('partNumber') && ++parts === 2) service.next(refused)
    return thirdIsRefused(...calls)
  }
  await expect(storage.put('broken', file, 'video/mp4', { sessionId })).rejects.toThrow(
    'S3 says: Not yours.',
  )
  service.calls.push = thirdIsRefused
  expect(asked().at(-1)).toBe('DELETE uploadId')
  expect(service.unfinished.size).toBe(0)
  expect(await storage.size('broken')).toBeUndefined()
})

test('lists unfinished uploads of this installation, and removes them with their file', async () => {
  const storage = await open()
  const initiated = new Date('2026-11-01T10:00:00Z')
  for (const key of [`${id}/begun`, `${id}/begun.jpg`, 'elsewhere/begun'])
    service.unfinished.set(key, { key, initiated })
  const listed = []
  for await (const it of storage.list()) if (it.key.startsWith('begun')) listed.push(it)
  expect(listed).toEqual([
    { key: 'begun', storedAt: initiated },
    { key: 'begun.jpg', storedAt: initiated },
  ])
  await storage.remove('begun')
  expect([...service.unfinished.keys()]).toEqual([`${id}/begun.jpg`, 'elsewhere/begun'])
})

test('joins parts that arrive one by one, in any number of attempts', async () => {
  const { multipart, ...storage } = await open()
  if (!multipart) throw new Error('S3 receives parts.')
  const options = { sessionId, egressId: newId() }
  const lost = await multipart.begin('joined', options)
  const multipartId = await multipart.begin('joined', options)
  expect([service.unfinished.has(lost), service.unfinished.size]).toEqual([false, 1])
  const file = { key: 'joined', multipartId }
  const { partBytes } = multipart
  const send = (number: number) =>
    multipart.put(
      {
        ...{ ...file, number },
        bytes: content.subarray((number - 1) * partBytes, number * partBytes),
      },
      options,
    )
  await send(2)
  const etags = [await send(1), await send(2), await send(3)]
  for (let attempts = 0; attempts < 2; attempts++)
    await multipart.complete({ ...file, etags }, options)
  expect(
    (await storage.withLocalFile('joined', (copy) => fileHash('md5', copy))).equals(
      await fileHash('md5', path.join(folder, 'film')),
    ),
  ).toBe(true)
})

test('retries a successful status with an error in the body', async () => {
  const storage = await open()
  const push = service.calls.push.bind(service.calls)
  let ends = 0
  service.calls.push = (...calls) => {
    const isEnd = calls[0]?.method === 'POST' && calls[0].query.has('uploadId')
    if (isEnd && ++ends === 1)
      service.next(xml(200, '<Error><Code>InternalError</Code><Message>Again</Message></Error>'))
    return push(...calls)
  }
  await storage.put('twice', file, 'video/mp4', { sessionId })
  service.calls.push = push
  expect(ends).toBe(2)
  expect(await storage.size('twice')).toBe(content.length)
})

test('lists all pages', async () => {
  const storage = await open()
  const page = (name: string, more: string) =>
    xml(
      200,
      `<ListBucketResult><Contents><Key>${id}/${name}</Key><LastModified>2026-11-01T10:00:00.000Z</LastModified></Contents>${more}</ListBucketResult>`,
    )
  service.next(
    page('one/a', '<NextContinuationToken>1/a+b&amp;c=</NextContinuationToken>'),
    page('two', ''),
  )
  const listed = []
  for await (const it of storage.list()) listed.push(it)
  const storedAt = new Date('2026-11-01T10:00:00Z')
  expect(listed).toEqual([
    { key: 'one/a', storedAt },
    { key: 'two', storedAt },
  ])
  expect(service.calls[1]?.query.get('continuation-token')).toBe('1/a+b&c=')
})

test('reports a missing bucket as an error, not as a missing recording', async () => {
  const storage = await open()
  const gone = xml(
    404,
    '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>',
  )
  service.next(gone, gone)
  await expect(storage.read('film')).rejects.toThrow('S3 says: The specified bucket does not exist')
  await expect(storage.remove('film')).rejects.toThrow(Unavailable)
})

test('reports an unreadable response', async () => {
  const storage = await open()
  const page = xml(200, '<!doctype html><p>Welcome')
  service.next(page)
  const unreadable = 'S3 sent a response that could not be read.'
  await expect(storage.test(signal)).rejects.toThrow(new Unavailable(unreadable))
})

test('ignores AWS settings in the environment', async () => {
  for (const name of ['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'])
    vi.stubEnv(name, 'true')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'another')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another')
  vi.stubEnv('AWS_ENDPOINT_URL_S3', 'https://s3.example.com')
  const storage = await open({}, { aws_s3: service.origin }, newId())
  expect(await storage.test(signal)).toBe('The bucket a-bucket is reachable.')
  vi.unstubAllEnvs()
})

test('uses Amazon in the configured region without an endpoint', async () => {
  const outboundClient = await outboundClientFor({
    type: 'video_storage',
    provider: 'aws_s3',
    label: 'S3',
    id,
  })
  const asked: string[] = []
  const listening = {
    ...outboundClient,
    send: (request: Parameters<typeof outboundClient.send>[0]) => {
      asked.push(request.url)
      return Promise.reject(new Unavailable('not here'))
    },
  }
  for (const region of ['eu-north-1', 'cn-north-1']) {
    const settings = { ...service.settings, region, endpoint: '' }
    const storage = awsS3({ settings, outboundClient: listening, downloadsDir: folder })
    await expect(storage.size('film')).rejects.toThrow('not here')
  }
  expect(asked).toEqual([
    `https://a-bucket.s3.eu-north-1.amazonaws.com/${id}/film`,
    `https://a-bucket.s3.cn-north-1.amazonaws.com.cn/${id}/film`,
  ])
})

test('an address in the environment overrides the endpoint', async () => {
  const storage = await open({ endpoint: 'https://127.0.0.1' }, { aws_s3: service.origin }, newId())
  expect(await storage.test(signal)).toBe('The bucket a-bucket is reachable.')
})

const { endpoint, region, bucketName } = videoStorageProviders.aws_s3.fields
test.each([
  ...['http://s3.example.com', 'https://user:secret@s3.example.com', 'https://s3.example.com/path'],
  ...['https://s3.example.com?x=1', 'ftp://s3.example.com', 's3.example.com', 'http://10.0.0.1'],
  'http://127.0.0.1:9000',
  'http://localhost:9000',
])('rejects the endpoint %s', (text) => {
  expect(endpoint.schema.safeParse(text).success).toBe(false)
})
test.each(['https://s3.example.com', 'https://10.0.0.7:9000', ''])(
  'accepts the endpoint %s',
  (text) => expect(endpoint.schema.safeParse(text).success).toBe(true),
)
test.each(['x.example.com', 'eu-north-1/', 'EU', '#'])(
  'rejects an address as region: %s',
  (text) => {
    expect(region.schema.safeParse(text).success).toBe(false)
  },
)
test.each(['a/b', '../b', 'a?b', 'a'])('rejects the bucket name %s', (text) => {
  expect(bucketName.schema.safeParse(text).success).toBe(false)
})
