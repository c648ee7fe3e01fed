import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { remoteStorages } from '../../test/remote-storages.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { NotFound } from '../../platform/jobs/errors.ts'
import { localDisk } from './local-disk.ts'
import type { Storage } from './storage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const outboundClients = await testOutboundClients()
const { sessionId } = outboundClients
const { all, downloadsDir } = await remoteStorages(outboundClients, folder)
const storages: [string, Storage][] = [['Local disk', localDisk(path.join(folder, 'recordings'))]]
for (const { label, open } of all) storages.push([label, await open()])

describe.each(storages)('%s', (_, storage) => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_value, index) => index % 251))
  const aFile = (bytes: Buffer | string = content) => {
    const file = path.join(folder, 'arriving')
    // The stored file may be a hard link to this one.
    rmSync(file, { force: true })
    writeFileSync(file, bytes)
    return file
  }
  const listed = async () => {
    const found = []
    for await (const it of storage.list()) found.push(it)
    return found
  }
  const downloads = () => (existsSync(downloadsDir) ? readdirSync(downloadsDir) : [])

  test('stores a file, and returns it whole or in part', async () => {
    const file = aFile()
    await storage.put('one', file, 'video/mp4', { sessionId })
    rmSync(file)
    expect(await storage.size('one')).toBe(1000)
    expect((await buffer(await storage.read('one'))).equals(content)).toBe(true)
    const part = await buffer(await storage.read('one', { start: 10, end: 19 }))
    expect(part.equals(content.subarray(10, 20))).toBe(true)
  })

  test('provides a local file, also if the callback fails', async () => {
    await storage.put('lent', aFile(), 'video/mp4', { sessionId })
    const lent = await storage.withLocalFile('lent', async (file) => readFileSync(file))
    expect(lent.equals(content)).toBe(true)
    const fails = storage.withLocalFile('lent', () => Promise.reject(new Error('unreadable')))
    await expect(fails).rejects.toThrow('unreadable')
    expect(await storage.size('lent')).toBe(1000)
    expect(downloads()).toEqual([])
  })

  test('replaces a file under the same key', async () => {
    await storage.put('again', aFile(), 'video/mp4', { sessionId })
    const file = aFile('new')
    await storage.put('again', file, 'video/mp4', { sessionId })
    await storage.put('again', file, 'video/mp4', { sessionId })
    expect((await buffer(await storage.read('again'))).toString()).toBe('new')
    expect((await listed()).filter(({ key }) => key.startsWith('again'))).toHaveLength(1)
  })

  test('lists every file in every folder, with its time', async () => {
    const before = Date.now()
    const many = Array.from({ length: 8 }, (_value, index) => `many/${index % 2}/${index}`)
    for (const key of many) await storage.put(key, aFile('x'), 'video/mp4', { sessionId })
    const found = (await listed()).filter(({ key }) => key.startsWith('many/'))
    expect(found.map(({ key }) => key).toSorted()).toEqual(many.toSorted())
    for (const { storedAt } of found) {
      expect(storedAt.getTime()).toBeGreaterThan(before - 1000)
      expect(storedAt.getTime()).toBeLessThan(Date.now() + 1000)
    }
  })

  test('removes a file, idempotently', async () => {
    await storage.put('gone', aFile(), 'video/mp4', { sessionId })
    await storage.remove('gone')
    await storage.remove('gone')
    expect(await storage.size('gone')).toBeUndefined()
  })

  test('stores an empty file', async () => {
    await storage.put('empty', aFile(''), 'video/mp4', { sessionId })
    expect(await storage.size('empty')).toBe(0)
    expect((await buffer(await storage.read('empty'))).length).toBe(0)
  })

  test('has no file for an unknown key', async () => {
    expect(await storage.size('unknown')).toBeUndefined()
    await expect(storage.read('unknown')).rejects.toThrow(NotFound)
    await expect(storage.withLocalFile('unknown', async () => 1)).rejects.toThrow(NotFound)
  })

  test('rejects keys that lead out of its folder', async () => {
    const secret = path.join(folder, 'secret')
    writeFileSync(secret, 'secret')
    await expect(async () => storage.read('../secret')).rejects.toThrow(NotFound)
    await expect(async () => storage.remove('../secret')).rejects.toThrow(NotFound)
    expect(existsSync(secret)).toBe(true)
  })
})

test('a folder that does not exist yet is empty', async () => {
  const found = []
  for await (const it of localDisk(path.join(folder, 'nowhere')).list()) found.push(it)
  expect(found).toEqual([])
})
