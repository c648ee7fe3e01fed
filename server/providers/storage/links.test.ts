import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { makePeople, makeSession } from '../../test/make.ts'
import { remoteStorages } from '../../test/remote-storages.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { NotFound, Rejected } from '../../platform/jobs/errors.ts'
import { awsS3 } from './aws-s3.ts'
import { bunny, bunnyLink } from './bunny.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-links-'))
const outboundClients = await testOutboundClients()
const { sessionId } = outboundClients
const people = makePeople(outboundClients.db)
const { all, linked, downloadsDir } = await remoteStorages(outboundClients, folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { signal } = new AbortController()
const film = path.join(folder, 'film')
writeFileSync(film, 'a film of a conversation')
const findStatus = async (url: string) => (await fetch(url)).status

test.each(all)('$label plays through this server unless links are enabled', async ({ open }) => {
  expect((await open()).links).toBeUndefined()
})

describe.each(linked)('$label, with links', ({ label, service, open, openWrongly }) => {
  afterEach(() => {
    service.forget()
    service.setOpen(false)
    vi.useRealTimers()
  })
  async function linkOf(key: string) {
    const { links } = await open()
    return (await links?.to(key, 'video/mp4')) ?? ''
  }
  async function storeFilm() {
    const storage = await open()
    await storage.put('film', film, 'video/mp4', { sessionId })
    return { storage, url: (await storage.links?.to('film', 'video/mp4')) ?? '' }
  }

  test('a link returns the whole video or a range, with its content type', async () => {
    const { storage, url } = await storeFilm()
    expect(new URL(url).origin).toBe(storage.links?.origin)
    const whole = await fetch(url)
    expect(await whole.text()).toBe('a film of a conversation')
    expect(whole.headers.get('content-type')).toBe('video/mp4')
    const part = await fetch(url, { headers: { range: 'bytes=2-5' } })
    expect([part.status, await part.text()]).toEqual([206, 'film'])
  })

  test('a link expires after five minutes', async () => {
    const { url } = await storeFilm()
    vi.useFakeTimers({ now: Date.now() + 295_000, toFake: ['Date'] })
    expect(await findStatus(url)).toBe(200)
    vi.useFakeTimers({ now: Date.now() + 10_000, toFake: ['Date'] })
    expect(await findStatus(url)).toBe(403)
  })

  test('a modified link is rejected', async () => {
    const { storage, url } = await storeFilm()
    await storage.put('other', film, 'video/mp4', { sessionId })
    const changed = [
      url.replace('/film?', '/other?'),
      url.replace(/(?:X-Amz-Expires=|expires=)\d+/, (it) => `${it}0`),
      url.replace(/(Signature=|HS256-)(.)/, (_, name, first) => name + (first === '0' ? '1' : '0')),
      url.slice(0, url.indexOf('?')),
    ]
    expect(new Set([...changed, url]).size).toBe(5)
    for (const it of changed) expect([it, await findStatus(it)]).toEqual([it, 403])
  })

  test('each link is logged with the session of its recording, and no request is made', async () => {
    const { clientId, sessionDefinitionId } = await people
    const sessionId = await makeSession(outboundClients.db, { clientId, sessionDefinitionId })
    const { links } = await open()
    await outboundClients.deleteEgress()
    const url = (await links?.to('film', 'video/mp4', { sessionId })) ?? ''
    expect(service.calls).toEqual([])
    expect(await outboundClients.entries()).toMatchObject([
      {
        ...{ host: new URL(url).host, purpose: 'a link to play a recording', sessionId },
        ...{ isSuccess: true, status: null, durationMs: null, error: null },
      },
    ])
  })

  test('links cannot leave the folder of the installation', async () => {
    await expect(linkOf('../film')).rejects.toThrow(NotFound)
    await expect(linkOf('a/../../film')).rejects.toThrow(NotFound)
  })

  test('the connection test fetches a link and leaves nothing behind', async () => {
    const storage = await open()
    await outboundClients.deleteEgress()
    expect(await storage.test(signal)).toMatch(/ links to .+ work\.$/)
    const purposes = (await outboundClients.entries()).map(({ purpose }) => purpose)
    expect(new Set(purposes)).toEqual(new Set(['connection test']))
    expect(await deriveKeys(storage)).toEqual([])
    expect(existsSync(downloadsDir) ? readdirSync(downloadsDir) : []).toEqual([])
  })

  test('the connection test fails if links are rejected, and leaves nothing behind', async () => {
    const storage = await openWrongly()
    await expect(storage.test(signal)).rejects.toThrow(Rejected)
    expect(await deriveKeys(await open())).toEqual([])
  })

  test('the connection test fails if recordings are public', async () => {
    service.setOpen(true)
    const storage = await open()
    await expect(storage.test(signal)).rejects.toThrow(`${label} makes recordings public`)
    expect(await deriveKeys(storage)).toEqual([])
  })
})

async function deriveKeys(storage: { list(): AsyncIterable<{ key: string }> }) {
  const keys = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys
}

test('a bunny.net link matches the documented examples, with the path before URL encoding', () => {
  const origin = 'https://token-tester.b-cdn.net'
  const expires = 1_598_024_587
  expect(bunnyLink({ origin, path: '/300kb.jpg', expires }, 'SecurityKey')).toBe(
    `${origin}/300kb.jpg?token=HS256-o10JRWlsAItyAsdKS6jJKjabHN4FrFsplDHPV1idcX4&expires=${expires}`,
  )
  expect(bunnyLink({ origin, path: '/my films/1', expires }, 'SecurityKey')).toContain(
    '/my%20films/1?token=HS256-',
  )
})

test('a bunny.net folder can have any name', async () => {
  const [zone] = linked
  if (zone?.label !== 'bunny.net' || !('pullZone' in zone.service)) throw new Error('no zone')
  const { settings, pullZone, origin } = zone.service
  const outboundClient = await outboundClients.outboundClientFor({
    ...{ type: 'video_storage', provider: 'bunny', label: 'bunny.net' },
    addresses: { bunny: origin },
  })
  const storage = bunny({
    settings: { ...settings, ...pullZone, storagePath: 'my films/of 2026' },
    ...{ outboundClient, downloadsDir },
  })
  expect(await storage.test(signal)).toMatch(/links to its pull zone work\.$/)
})

test('the host of a link is unique to the bucket or zone if its name allows that', async () => {
  const of = { type: 'video_storage', label: 'x', id: newId() } as const
  const s3 = await outboundClients.outboundClientFor({ ...of, provider: 'aws_s3' })
  const keys = { accessKeyId: 'A', secretAccessKey: 'B', region: 'eu-north-1', playback: 'links' }
  const findOrigin = (bucketName: string, endpoint = '') =>
    awsS3({ settings: { ...keys, bucketName, endpoint }, outboundClient: s3, downloadsDir }).links
      ?.origin
  expect(findOrigin('our-films')).toBe('https://our-films.s3.eu-north-1.amazonaws.com')
  expect(findOrigin('our.films')).toBe('https://s3.eu-north-1.amazonaws.com')
  expect(findOrigin('our-films', 'https://s3.example.com')).toBe('https://s3.example.com')
  const zone = { accessKey: 'A', storageZoneName: 'z', region: 'de', storagePath: '' }
  const ofBunny = await outboundClients.outboundClientFor({ ...of, id: newId(), provider: 'bunny' })
  const pulled = (pullZoneHost: string, tokenKey: string) =>
    bunny({ settings: { ...zone, pullZoneHost, tokenKey }, outboundClient: ofBunny, downloadsDir })
      .links?.origin
  expect(pulled('Films.b-cdn.net', 'key')).toBe('https://films.b-cdn.net')
  expect([pulled('films.b-cdn.net', ''), pulled('', 'key')]).toEqual([undefined, undefined])
})
