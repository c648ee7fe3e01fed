import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { json } from '../../test/local-service.ts'
import { makePeople, makeSession } from '../../test/make.ts'
import { remoteStorages } from '../../test/remote-storages.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { deleteOldDownloads } from './downloads.ts'
import { timeoutsFor } from './patience.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-remote-'))
const outboundClients = await testOutboundClients()
const people = makePeople(outboundClients.db)
const { all, borrowed } = await remoteStorages(outboundClients, folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const content = randomBytes(20_000)
const file = path.join(folder, 'film')
writeFileSync(file, content)
const leftBehind = () => (existsSync(borrowed) ? readdirSync(borrowed) : [])
const away = (status: number, headers: Record<string, string> = {}) => {
  return (_call: unknown, response: ServerResponse) => json(response, status, {}, headers)
}

describe.each(all)('$label', ({ label, service, words, open, openWrongly }) => {
  afterEach(() => service.forget())

  test('answers the smallest real call with a sentence', async () => {
    expect(await (await open()).test(signal)).toMatch(/ answers\.$/)
  })

  test('says why a wrong key is refused, in its own words, and keeps nothing', async () => {
    const storage = await openWrongly()
    const said = { message: expect.stringContaining(words) }
    await expect(storage.test(signal)).rejects.toMatchObject(said)
    await expect(storage.test(signal)).rejects.toThrow(Rejected)
    // For a film it is no end: the settings can be mended.
    const put = storage.put('film', file, 'video/mp4').catch((error: unknown) => error)
    expect(await put).toBeInstanceOf(Unavailable)
    expect(await put).toMatchObject(said)
    await expect(storage.read('film')).rejects.toThrow(Unavailable)
    await expect(storage.remove('film')).rejects.toThrow(Unavailable)
    await expect(storage.withLocalFile('film', async () => 1)).rejects.toThrow(Unavailable)
    const listed = storage.list()[Symbol.asyncIterator]().next()
    await expect(listed).rejects.toThrow(Unavailable)
  })

  test('is asked again when it stumbles, and gets the whole file again', async () => {
    const storage = await open()
    await storage.test(signal)
    service.next(away(503), away(500))
    await storage.put('film', file, 'video/mp4')
    service.next(away(502))
    expect((await buffer(await storage.read('film'))).equals(content)).toBe(true)
    service.next(away(503))
    expect(await storage.size('film')).toBe(content.length)
  })

  test('is waited for when it asks for a moment, and left alone when it asks for more', async () => {
    const storage = await open()
    await storage.test(signal)
    service.next(away(429, { 'retry-after': '0.1' }))
    await storage.put('film', file, 'video/mp4')
    service.forget()
    service.next(away(429, { 'retry-after': '60' }))
    const failed = await storage.put('film', file, 'video/mp4').catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(Unavailable)
    expect(failed).toMatchObject({ waitMs: 60_000 })
  })

  test('whose answer breaks off gives no half of a film for a whole one', async () => {
    const storage = await open()
    await storage.put('film', file, 'video/mp4')
    const half = (_call: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-length': content.length }).write(content.subarray(0, 9))
      setTimeout(() => response.destroy(), 20)
    }
    service.next(half)
    await expect(buffer(await storage.read('film'))).rejects.toThrow(Unavailable)
    // Also where it did not say how much it would be.
    const short = (_call: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end(content.subarray(0, 9))
    }
    service.next(short)
    await expect(storage.withLocalFile('film', async () => 1)).rejects.toThrow(Unavailable)
    expect(leftBehind()).toEqual([])
  })

  test('that gives another part than was asked for is not believed', async () => {
    const storage = await open()
    await storage.put('film', file, 'video/mp4')
    service.next((_call, response) => void response.writeHead(200).end(content))
    const part = storage.read('film', { start: 10, end: 19 })
    await expect(part).rejects.toThrow(`${label} did not give the part that was asked for.`)
    service.next((_call, response) => {
      const headers = { 'content-range': `bytes 0-9/${content.length}` }
      response.writeHead(206, headers).end(content.subarray(0, 10))
    })
    await expect(storage.read('film', { start: 10, end: 19 })).rejects.toThrow(Unavailable)
  })

  test('sees nothing of what others keep in the same place, and takes nothing of it', async () => {
    const [one, other] = [await open(), await open()]
    await one.put('film', file, 'video/mp4')
    expect(await other.size('film')).toBeUndefined()
    await other.remove('film')
    await other.put('another', file, 'video/mp4')
    const listed = []
    for await (const { key } of one.list()) listed.push(key)
    expect(listed).toEqual(['film'])
  })

  test('stops when nobody waits any more, and leaves nothing behind', async () => {
    const storage = await open()
    await storage.put('film', file, 'video/mp4')
    const leaving = new AbortController()
    service.next(() => leaving.abort(new Error('gone')))
    const asking = { signal: leaving.signal }
    await expect(storage.put('later', file, 'video/mp4', asking)).rejects.toThrow('gone')
    await expect(storage.withLocalFile('film', async () => 1, asking)).rejects.toThrow('gone')
    expect(await storage.size('later')).toBeUndefined()
    expect(leftBehind()).toEqual([])
  })

  test('notes whose recording it was', async () => {
    const { clientId, sessionDefinitionId } = await people
    const sessionId = await makeSession(outboundClients.db, { clientId, sessionDefinitionId })
    const storage = await open()
    await outboundClients.deleteEgress()
    await storage.put('film', file, 'video/mp4', { sessionId })
    await buffer(await storage.read('film', undefined, { sessionId }))
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
})

test('the largest video is waited for on a slow line, and its storage while it looks through it', () => {
  const { timeoutMs, idleTimeoutMs } = timeoutsFor(500 * 1024 * 1024)
  expect(timeoutMs).toBe(120_000 + 2_000_000)
  expect(idleTimeoutMs).toBe(120_000)
})

test('a copy that a killed process left goes after a day', async () => {
  const copies = path.join(folder, 'copies')
  mkdirSync(copies)
  writeFileSync(path.join(copies, 'a copy'), content)
  await deleteOldDownloads(copies, new Date(Date.now() + 23 * 3600 * 1000))
  expect(readdirSync(copies)).toEqual(['a copy'])
  await deleteOldDownloads(copies, new Date(Date.now() + 25 * 3600 * 1000))
  expect(readdirSync(copies)).toEqual([])
  await deleteOldDownloads(path.join(folder, 'nowhere'))
})
