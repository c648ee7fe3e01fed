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

const { all, borrowed } = await remoteStorages(await testOutboundClients(), folder)
const remote: [string, Storage][] = []
for (const { label, open } of all) remote.push([label, await open()])
const adapters: [string, Storage][] = [
  ['Local disk', localDisk(path.join(folder, 'recordings'))],
  ...remote,
]

describe.each(adapters)('%s', (_, storage) => {
  const content = Buffer.from(Array.from({ length: 1000 }, (_value, index) => index % 251))
  const aFile = (bytes = content) => {
    const file = path.join(folder, 'arriving')
    // A new file each time: what is stored may be the same file under another name.
    rmSync(file, { force: true })
    writeFileSync(file, bytes)
    return file
  }
  const listed = async () => {
    const found = []
    for await (const it of storage.list()) found.push(it)
    return found
  }
  const leftBehind = () => (existsSync(borrowed) ? readdirSync(borrowed) : [])
  const keys = async () => (await listed()).map(({ key }) => key)

  test('keeps a file and gives it back unchanged, also when the file it came from is gone', async () => {
    const file = aFile()
    await storage.put('one', file, 'video/mp4')
    expect(existsSync(file)).toBe(true)
    rmSync(file)
    expect(await storage.size('one')).toBe(1000)
    expect((await buffer(await storage.read('one'))).equals(content)).toBe(true)
  })

  test('gives a part with both ends', async () => {
    await storage.put('part', aFile(), 'video/mp4')
    const part = await buffer(await storage.read('part', { start: 10, end: 19 }))
    expect(part.equals(content.subarray(10, 20))).toBe(true)
  })

  test('lends a local file with the content', async () => {
    await storage.put('lent', aFile(), 'video/mp4')
    const lent = await storage.withLocalFile('lent', async (file) => readFileSync(file))
    expect(lent.equals(content)).toBe(true)
    expect(await storage.size('lent')).toBe(1000)
    expect(leftBehind()).toEqual([])
  })

  test('lends nothing any more when its reader fails', async () => {
    await storage.put('failing', aFile(), 'video/mp4')
    const fails = storage.withLocalFile('failing', () => Promise.reject(new Error('unreadable')))
    await expect(fails).rejects.toThrow('unreadable')
    expect(await storage.size('failing')).toBe(1000)
    expect(leftBehind()).toEqual([])
  })

  test('putting again under the same key replaces what was there', async () => {
    await storage.put('again', aFile(), 'video/mp4')
    await storage.put('again', aFile(Buffer.from('new')), 'video/mp4')
    expect((await buffer(await storage.read('again'))).toString()).toBe('new')
  })

  test('putting the same file again leaves one', async () => {
    const file = aFile()
    await storage.put('twice/one', file, 'video/mp4')
    await storage.put('twice/one', file, 'video/mp4')
    expect((await keys()).filter((it) => it.startsWith('twice'))).toEqual(['twice/one'])
  })

  test('lists all of many, and of folders, whatever a page of it holds', async () => {
    const many = Array.from({ length: 8 }, (_value, index) => `many/${index % 2}/${index}`)
    for (const key of many) await storage.put(key, aFile(Buffer.from('x')), 'video/mp4')
    expect((await keys()).filter((it) => it.startsWith('many/')).toSorted()).toEqual(
      many.toSorted(),
    )
  })

  test('lists what is stored, and since when', async () => {
    const before = Date.now()
    await storage.put('listed', aFile(), 'video/mp4')
    await storage.put('listed.jpg', aFile(), 'image/jpeg')
    const found = (await listed()).filter(({ key }) => key.startsWith('listed'))
    expect(found.map(({ key }) => key).toSorted()).toEqual(['listed', 'listed.jpg'])
    for (const { storedAt } of found) {
      expect(storedAt.getTime()).toBeGreaterThan(before - 1000)
      expect(storedAt.getTime()).toBeLessThan(Date.now() + 1000)
    }
  })

  test('forgets what is removed, and does not mind removing it twice', async () => {
    await storage.put('gone', aFile(), 'video/mp4')
    await storage.remove('gone')
    await storage.remove('gone')
    expect(await storage.size('gone')).toBeUndefined()
  })

  test('keeps a file without a byte', async () => {
    await storage.put('empty', aFile(Buffer.alloc(0)), 'video/mp4')
    expect(await storage.size('empty')).toBe(0)
    expect((await buffer(await storage.read('empty'))).length).toBe(0)
  })

  test('says that there is nothing under an unknown key', async () => {
    expect(await storage.size('unknown')).toBeUndefined()
    await expect(storage.read('unknown')).rejects.toThrow(NotFound)
    await expect(storage.withLocalFile('unknown', async () => 1)).rejects.toThrow(NotFound)
  })

  test('a key cannot leave the storage', async () => {
    const secret = path.join(folder, 'secret')
    writeFileSync(secret, 'secret')
    await expect(async () => storage.read('../secret')).rejects.toThrow(NotFound)
    await expect(async () => storage.remove('../secret')).rejects.toThrow(NotFound)
    expect(existsSync(secret)).toBe(true)
  })
})

test('nothing is stored where the folder is not there yet', async () => {
  const found = []
  for await (const it of localDisk(path.join(folder, 'nowhere')).list()) found.push(it)
  expect(found).toEqual([])
})
