import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { remoteStorages } from '../../test/remote-storages.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { deleteOldDownloads } from './downloads.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-remote-'))
const outboundClients = await testOutboundClients()
const { sessionId } = outboundClients
const { all, downloadsDir } = await remoteStorages(outboundClients, folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const content = randomBytes(20_000)
const file = path.join(folder, 'film')
writeFileSync(file, content)
const downloads = () => (existsSync(downloadsDir) ? readdirSync(downloadsDir) : [])
describe.each(all)('$label', ({ label, service, words, open, openWrongly }) => {
  afterEach(() => service.forget())

  test('passes a connection test', async () => {
    expect(await (await open()).test(signal)).toMatch(/ is reachable\.$/)
  })

  test('quotes the rejection of a wrong key, and the recording is retried later', async () => {
    const storage = await openWrongly()
    const said = { message: expect.stringContaining(words) }
    await expect(storage.test(signal)).rejects.toMatchObject(said)
    await expect(storage.test(signal)).rejects.toThrow(Rejected)
    // Temporary, because the settings can be corrected.
    const put = storage
      .put('recording', file, 'video/mp4', { sessionId })
      .catch((error: unknown) => error)
    expect(await put).toBeInstanceOf(Unavailable)
    expect(await put).toMatchObject(said)
    await expect(storage.read('recording')).rejects.toThrow(Unavailable)
    await expect(storage.remove('recording')).rejects.toThrow(Unavailable)
    await expect(storage.withLocalFile('recording', async () => 1)).rejects.toThrow(Unavailable)
    const listed = storage.list()[Symbol.asyncIterator]().next()
    await expect(listed).rejects.toThrow(Unavailable)
  })

  test('fails if a response is interrupted', async () => {
    const storage = await open()
    await storage.put('recording', file, 'video/mp4', { sessionId })
    const half = (_call: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 9))
      setTimeout(() => response.destroy(), 20)
    }
    service.next(half)
    await expect(buffer(await storage.read('recording'))).rejects.toThrow(Unavailable)
    service.next(half)
    await expect(storage.withLocalFile('recording', async () => 1)).rejects.toThrow(Unavailable)
    expect(downloads()).toEqual([])
  })

  test('fails if the service returns another range', async () => {
    const storage = await open()
    await storage.put('recording', file, 'video/mp4', { sessionId })
    service.next((_call, response) => void response.writeHead(200).end(content))
    const part = storage.read('recording', { start: 10, end: 19 })
    await expect(part).rejects.toThrow(`${label} sent another part than was requested.`)
    service.next((_call, response) => {
      const headers = { 'content-range': `bytes 0-9/${content.length}` }
      response.writeHead(206, headers).end(content.subarray(0, 10))
    })
    await expect(storage.read('recording', { start: 10, end: 19 })).rejects.toThrow(Unavailable)
  })

  test('neither lists nor changes files of other installations', async () => {
    const [one, other] = [await open(), await open()]
    await one.put('recording', file, 'video/mp4', { sessionId })
    expect(await other.size('recording')).toBeUndefined()
    await other.remove('recording')
    await other.put('another', file, 'video/mp4', { sessionId })
    const listed = []
    for await (const { key } of one.list()) listed.push(key)
    expect(listed).toEqual(['recording'])
  })

  test('can be cancelled, and leaves nothing behind', async () => {
    const storage = await open()
    await storage.put('recording', file, 'video/mp4', { sessionId })
    const leaving = new AbortController()
    service.next(() => leaving.abort(new Error('gone')))
    const asking = { signal: leaving.signal }
    await expect(storage.put('later', file, 'video/mp4', { sessionId, ...asking })).rejects.toThrow(
      'gone',
    )
    await expect(storage.withLocalFile('recording', async () => 1, asking)).rejects.toThrow('gone')
    expect(await storage.size('later')).toBeUndefined()
    expect(downloads()).toEqual([])
  })

  test('logs the session of a recording', async () => {
    const storage = await open()
    await outboundClients.deleteEgress()
    await storage.put('recording', file, 'video/mp4', { sessionId })
    await buffer(await storage.read('recording', undefined, { sessionId }))
    const calls = () =>
      outboundClients.entries().then((it) => it.filter(({ sessionId: of }) => of !== null))
    await expect
      .poll(calls)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ sessionId, purpose: 'storing a recording', isSuccess: true }),
          expect.objectContaining({ sessionId, purpose: 'reading a recording', isSuccess: true }),
        ]),
      )
    const sent = (await calls()).reduce((sum, { bytesOut }) => sum + Number(bytesOut), 0)
    expect(sent).toBeGreaterThanOrEqual(content.length)
  })

  // Nothing more is stored: nothing-leaves.test.ts.
  test('still reads and deletes without consent', async () => {
    const storage = await open()
    await storage.put('recording', file, 'video/mp4', { sessionId })
    await outboundClients.withdraw('recording')
    expect(await buffer(await storage.read('recording', undefined, { sessionId }))).toEqual(content)
    await storage.remove('recording', { sessionId })
  })
})

test('deletes the local copy of a killed process after a day', async () => {
  const copies = path.join(folder, 'copies')
  mkdirSync(copies)
  writeFileSync(path.join(copies, 'a copy'), content)
  await deleteOldDownloads(copies, new Date(Date.now() + 23 * 3600 * 1000))
  expect(readdirSync(copies)).toEqual(['a copy'])
  await deleteOldDownloads(copies, new Date(Date.now() + 25 * 3600 * 1000))
  expect(readdirSync(copies)).toEqual([])
  await deleteOldDownloads(path.join(folder, 'nowhere'))
})
