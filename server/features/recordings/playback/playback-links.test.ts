import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { serveWeb } from '../../../platform/http/web.ts'
import { buildApp } from '../../../app.ts'
import { createCatalogue } from '../../../providers/catalogue/catalogue.ts'
import { createProviders } from '../../../providers/registry.ts'
import { auditEntries, localDiskId, makeSession, getRow, updateRow } from '../../../test/make.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import { s3Service } from '../../../test/services/s3.ts'
import { testApp } from '../../../test/test-app.ts'
import { playbackOrigins } from './playback-links.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'maylab-playback-'))
const service = await s3Service(path.join(folder, 's3'))
const { db, deps, call, signIn, emails, clientId, sessionDefinitionId } = await testApp((built) => {
  const { dataDir } = built.config
  const folders = { dataDir, modelsDir: dataDir, keyDir: dataDir }
  const addresses = { aws_s3: service.origin }
  return { providers: createProviders({ ...built, addresses }, createCatalogue(folders)) }
})
const coach = await signIn(emails.coach)
const system = await signIn(emails.system)
writeFileSync(path.join(folder, 'index.html'), '<title>%BRAND_NAME%</title>')
const pages = await buildApp(deps)
await serveWeb(pages, { ...deps, folder, mediaOrigins: () => playbackOrigins(deps) })
afterAll(async () => {
  await pages.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const api = '/api/admin/integration-settings'
async function add(settings: object) {
  const payload = { type: 'video_storage', provider: 'aws_s3', isActive: true, settings }
  const answer = await call({ method: 'POST', url: api, payload }, system)
  expect(answer.statusCode, answer.body).toBe(200)
  const { id } = answer.json<{ id: string }>()
  await untilActive(id)
  return id
}
/** A change is visible after a moment. */
const untilActive = (id: string) =>
  expect.poll(async () => (await deps.providers.active('video_storage')).id).toBe(id)
const byLinks = { ...service.settings, playback: 'links' }
async function recorded() {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = await makeRecording(deps, sessionId)
  return { sessionId, id, url: `/api/sessions/${sessionId}/recording` }
}
const play = (url: string, cookie?: string) => call({ url }, cookie)
const { coachId } = await getRow(db, 'client', clientId)
const findStatus = async (url: string) => (await play(url, coach)).statusCode
const loggedLinks = () =>
  db
    .selectFrom('egress')
    .selectAll()
    .where('purpose', '=', 'a link to play a recording')
    .orderBy('id')
    .execute()
const mediaSource = async () => {
  const { headers } = await pages.inject({ url: '/app', headers: { host: 'localhost' } })
  return String(headers['content-security-policy'])
    .split(';')
    .find((it) => it.startsWith('media-src'))
}
const own = "media-src 'self' blob:"

afterEach(async () => {
  vi.useRealTimers()
  await db.deleteFrom('session').execute()
  await db.deleteFrom('discardedFile').execute()
  await db.deleteFrom('egress').execute()
  await call({ method: 'POST', url: `${api}/video_storage/switch/${localDiskId}` }, system)
  await untilActive(localDiskId)
  await db.deleteFrom('integration').where('isActive', '=', false).execute()
})

describe('playback by signed links', () => {
  test('redirects to the storage, with a link that contains no personal data', async () => {
    await add(byLinks)
    const { url, id, sessionId } = await recorded()
    const answer = await play(url, coach)
    expect([answer.statusCode, answer.body]).toEqual([302, ''])
    const link = String(answer.headers.location)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    const fetched = await fetch(link)
    expect(await fetched.text()).toBe('a recording')
    expect(fetched.headers.get('content-type')).toBe('video/mp4')
    expect(fetched.headers.get('cache-control')).toBe('private, no-store')
    expect(link).not.toMatch(/monday|clara|client|coach|filename|disposition/i)
    expect(link).not.toContain(sessionId)
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('300')
    expect(await loggedLinks()).toMatchObject([{ sessionId, host: new URL(link).host }])
    const openings = await auditEntries(db, { rowId: id }, ['action', 'clientId'])
    expect(openings).toEqual([{ action: 'recording-opened', clientId }])
  })

  test('checks access again for every new link', async () => {
    await add(byLinks)
    const { url } = await recorded()
    const first = String((await play(url, coach)).headers.location)
    vi.useFakeTimers({ now: Date.now() + 301_000, toFake: ['Date'] })
    expect((await fetch(first)).status).toBe(403)
    const second = String((await play(url, coach)).headers.location)
    expect((await fetch(second)).status).toBe(200)
    vi.useRealTimers()
    expect(await loggedLinks()).toHaveLength(2)
    // The client gets another coach, and then the first one again.
    const client = db.updateTable('client').where('id', '=', clientId)
    await client.set({ coachId: null }).execute()
    expect((await play(url, coach)).statusCode).toBe(404)
    await client.set({ coachId }).execute()
    expect(await loggedLinks()).toHaveLength(2)
  })

  test('gives no link to users without access', async () => {
    await add(byLinks)
    const { url } = await recorded()
    const statuses = []
    for (const who of [emails.otherCoach, emails.client])
      statuses.push((await play(url, await signIn(who))).statusCode)
    statuses.push((await play(url)).statusCode)
    const gone = await signIn(emails.admin)
    await call({ method: 'POST', url: '/api/auth/logout' }, gone)
    statuses.push((await play(url, gone)).statusCode)
    expect(statuses).toEqual([404, 403, 401, 401])
    expect(await loggedLinks()).toEqual([])
  })

  test('serves downloads, posters and direct links itself', async () => {
    await add(byLinks)
    const { url, id } = await recorded()
    await updateRow(db, 'recording', id, { posterKey: id })
    const direct = await call({ method: 'POST', url: `${url}/link` }, coach)
    for (const it of [
      `${url}?download=1`,
      `${url}?through=server`,
      `${url}/poster`,
      direct.json<{ url: string }>().url,
    ])
      expect([it, (await play(it, coach)).body]).toEqual([it, 'a recording'])
    expect(await loggedLinks()).toEqual([])
  })

  test('follows the setting of the storage that has the recording', async () => {
    const old = await recorded()
    await add(byLinks)
    const fresh = await recorded()
    expect([await findStatus(old.url), await findStatus(fresh.url)]).toEqual([200, 302])
  })
})

describe('the content security policy', () => {
  test('allows the storages that play by links and have recordings', async () => {
    await add(byLinks)
    expect(await mediaSource()).toBe(own)
    const { sessionId } = await recorded()
    expect(await mediaSource()).toBe(`${own} ${service.origin}`)
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
    expect(await mediaSource()).toBe(own)
  })
})
