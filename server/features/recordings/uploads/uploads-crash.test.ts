import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { stagingFile } from './staging.ts'
import { sweepOrphans } from '../storage/sweep-storage.ts'
import { localDisk } from '../../../providers/storage/local-disk.ts'
import { makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { withAdapters } from '../../../test/with-adapters.ts'

const { deps, db, databaseUrl, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const dataDir = mkdtempSync(path.join(tmpdir(), 'crash-'))
const recordingsFolder = path.join(dataDir, 'recordings')
const program = path.join(import.meta.dirname, '../../../test/app-process.ts')
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/short.webm'))
const servers: ChildProcess[] = []
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function startServer(storingMs = 0) {
  const server = fork(program, [databaseUrl, dataDir, String(storingMs)], { execArgv: [] })
  servers.push(server)
  const [origin] = (await once(server, 'message')) as [string]
  return { server, origin }
}

const part = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

async function kill(server: ChildProcess) {
  const ended = once(server, 'exit')
  server.kill('SIGKILL')
  await ended
}

async function begun(
  origin: string,
  cookie: string,
  length: object = { 'upload-length': String(video.length) },
) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const created = await fetch(`${origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...{ origin, cookie, 'tus-resumable': '1.0.0' },
      ...length,
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = created.headers.get('location') ?? ''
  return { sessionId, address, id: address.split('/').at(-1) ?? '' }
}

async function untilRecorded(origin: string, cookie: string, address: string, sessionId: string) {
  const headers = { origin, cookie }
  const state = async () =>
    ((await (await fetch(origin + address, { headers })).json()) as { status: string }).status
  await expect.poll(state, { timeout: 40_000 }).toBe('completed')
  const played = await fetch(`${origin}/api/sessions/${sessionId}/recording`, { headers })
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true)
}

test('an upload continues after the server was killed', async () => {
  const cookie = await signIn(emails.coach)
  const first = await startServer()
  const { sessionId, address, id } = await begun(first.origin, cookie)
  const sending = request(first.origin + address, {
    method: 'PATCH',
    headers: { ...part(0), origin: first.origin, cookie, 'content-length': video.length },
  })
  const broken = once(sending, 'error')
  sending.write(video.subarray(0, 10_000))
  await expect.poll(() => statSync(stagingFile({ dataDir }, id)).size).toBe(10_000)
  await kill(first.server)
  await broken.catch(() => undefined)

  const { server, origin } = await startServer()
  const headers = { origin, cookie }
  const asked = await fetch(origin + address, {
    method: 'HEAD',
    headers: { ...headers, 'tus-resumable': '1.0.0' },
  })
  expect(asked.headers.get('upload-offset')).toBe('10000')
  const rest = await fetch(origin + address, {
    method: 'PATCH',
    headers: { ...headers, ...part(10_000) },
    body: video.subarray(10_000),
  })
  expect(rest.status).toBe(204)
  await untilRecorded(origin, cookie, address, sessionId)
  await kill(server)
}, 120_000)

test('an upload of unknown length is finished with what arrived before the server was killed', async () => {
  const cookie = await signIn(emails.coach)
  const first = await startServer()
  const upload = await begun(first.origin, cookie, { 'upload-defer-length': '1' })
  const sending = request(first.origin + upload.address, {
    method: 'PATCH',
    headers: { ...part(0), origin: first.origin, cookie, 'transfer-encoding': 'chunked' },
  })
  const broken = once(sending, 'error')
  sending.write(video)
  await expect.poll(() => statSync(stagingFile({ dataDir }, upload.id)).size).toBe(video.length)
  await kill(first.server)
  await broken.catch(() => undefined)
  const { server, origin } = await startServer()
  const headers = { origin, cookie }
  const finished = await fetch(`${origin}${upload.address}/finish`, { method: 'POST', headers })
  expect(finished.status).toBe(200)
  await untilRecorded(origin, cookie, upload.address, upload.sessionId)
  await kill(server)
}, 120_000)

test('an upload becomes one recording although the server is killed during inspection and storing', async () => {
  const cookie = await signIn(emails.coach)
  let { server, origin } = await startServer(60_000)
  const { sessionId, address, id } = await begun(origin, cookie)
  const whole = await fetch(origin + address, {
    method: 'PATCH',
    headers: { origin, cookie, ...part(0) },
    body: video,
  })
  expect(whole.status).toBe(204)
  const hasBegun = async () => {
    const { rows } = await sql`select from pgboss.job
      where data->>'job' = 'finish-upload' and state = 'active'`.execute(db)
    return rows.length === 1
  }
  const stored = () =>
    existsSync(recordingsFolder)
      ? readdirSync(recordingsFolder).filter((it) => it.startsWith(id))
      : []

  await expect.poll(hasBegun, { timeout: 20_000, interval: 5 }).toBe(true)
  await kill(server)
  ;({ server, origin } = await startServer(60_000))
  // The video is stored, its poster is not, and no row refers to it.
  await expect.poll(() => stored().length, { timeout: 40_000 }).toBeGreaterThan(0)
  await kill(server)
  ;({ server, origin } = await startServer())
  await untilRecorded(origin, cookie, address, sessionId)
  const rows = await db
    .selectFrom('recording')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .execute()
  expect(rows.map((it) => it.id)).toEqual([id])
  // Files of the killed process are unused, and deleted later.
  const fail = (error: Error) => {
    throw error
  }
  const later = new Date(Date.now() + 25 * 3600 * 1000)
  await sweepOrphans(
    withAdapters(deps, { video_storage: localDisk(recordingsFolder) }),
    fail,
    later,
  )
  expect(stored().toSorted()).toEqual([rows[0]?.storageKey, rows[0]?.posterKey])
  await expect.poll(() => existsSync(stagingFile({ dataDir }, id))).toBe(false)
  await kill(server)
}, 180_000)
