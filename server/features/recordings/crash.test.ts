import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { stagingFile } from '../../media/staging.ts'
import { makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, databaseUrl, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const dataDir = mkdtempSync(path.join(tmpdir(), 'crash-'))
const program = path.join(import.meta.dirname, '../../test/app-process.ts')
const video = readFileSync(path.join(import.meta.dirname, '../../test/media/short.webm'))
const servers: ChildProcess[] = []
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

async function startServer() {
  const server = fork(program, [databaseUrl, dataDir], { execArgv: [] })
  servers.push(server)
  const [origin] = (await once(server, 'message')) as [string]
  return { server, origin }
}

const part = (offset: number) => ({
  'tus-resumable': '1.0.0',
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

test('an upload goes on after the server was killed in its middle', async () => {
  const cookie = await signIn(emails.coach)
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const first = await startServer()
  const created = await fetch(`${first.origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...{ origin: first.origin, cookie, 'tus-resumable': '1.0.0' },
      'upload-length': String(video.length),
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = created.headers.get('location') ?? ''
  const id = address.split('/').at(-1) ?? ''

  const sending = request(first.origin + address, {
    method: 'PATCH',
    headers: { ...part(0), origin: first.origin, cookie, 'content-length': video.length },
  })
  const broken = once(sending, 'error')
  sending.write(video.subarray(0, 10_000))
  await expect.poll(() => statSync(stagingFile({ dataDir }, id)).size).toBe(10_000)
  first.server.kill('SIGKILL')
  await broken.catch(() => undefined)

  const { origin } = await startServer()
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
  const played = await fetch(`${origin}/api/sessions/${sessionId}/recording`, { headers })
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true)
})
