import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { longVideo } from '../../../test/long-video.ts'
import { activateStorage, makeRow, makeSession } from '../../../test/make.ts'
import { s3Service } from '../../../test/services/s3.ts'
import { testApp } from '../../../test/test-app.ts'

const { db, databaseUrl, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const folder = mkdtempSync(path.join(tmpdir(), 'crash-s3-'))
const s3 = await s3Service(path.join(folder, 's3'))
const program = path.join(import.meta.dirname, '../../../test/app-process.ts')
const servers: ChildProcess[] = []
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL')
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})
const s3Id = await makeRow(db, 'integration', {
  ...{ type: 'video_storage', provider: 'aws_s3' },
  settings: JSON.stringify({ ...s3.settings, endpoint: '' }),
})
await activateStorage(db, s3Id)

/** A machine with a data folder of its own. */
async function startMachine(name: string) {
  const args = [databaseUrl, path.join(folder, name), '0', s3.origin]
  const server = fork(program, args, { execArgv: [] })
  servers.push(server)
  const [origin] = (await once(server, 'message')) as [string]
  return { server, origin }
}

const megabyte = 1024 * 1024
const video = longVideo(22 * megabyte)
const tus = { 'tus-resumable': '1.0.0' }
const bytesFrom = (offset: number) => ({
  ...{ ...tus, 'upload-offset': String(offset) },
  'content-type': 'application/offset+octet-stream',
})

test('an upload continues on another machine, without a shared folder, after the first was killed', async () => {
  const cookie = await signIn(emails.coach)
  const [one, two] = [await startMachine('one'), await startMachine('two')]
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const created = await fetch(`${one.origin}/api/uploads`, {
    method: 'POST',
    headers: {
      ...{ ...tus, origin: one.origin, cookie, 'upload-length': String(video.length) },
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = created.headers.get('location') ?? ''
  const append = ({ origin }: { origin: string }, start: number, end: number) =>
    fetch(origin + address, {
      method: 'PATCH',
      headers: { ...bytesFrom(start), origin, cookie },
      body: video.subarray(start, end),
    })
  expect((await append(one, 0, 5 * megabyte)).status).toBe(204)
  expect((await append(two, 5 * megabyte, 10 * megabyte)).status).toBe(204)

  const sending = request(one.origin + address, {
    method: 'PATCH',
    headers: {
      ...{ ...bytesFrom(10 * megabyte), origin: one.origin, cookie },
      'content-length': video.length - 10 * megabyte,
    },
  })
  const broken = once(sending, 'error')
  sending.write(video.subarray(10 * megabyte, 20 * megabyte))
  await expect.poll(() => s3.parts().length, { timeout: 20_000 }).toBe(2)
  const ended = once(one.server, 'exit')
  one.server.kill('SIGKILL')
  await Promise.all([ended, broken.catch(() => undefined)])

  const headers = { origin: two.origin, cookie }
  const asked = await fetch(two.origin + address, {
    method: 'HEAD',
    headers: { ...headers, ...tus },
  })
  const offset = Number(asked.headers.get('upload-offset'))
  // Whether the second part was saved before the end, nothing acknowledged is lost.
  expect([10 * megabyte, 16 * megabyte]).toContain(offset)
  expect((await append(two, offset, video.length)).status).toBe(204)
  const status = async () =>
    ((await (await fetch(two.origin + address, { headers })).json()) as { status: string }).status
  await expect.poll(status, { timeout: 120_000 }).toBe('completed')
  const played = await fetch(`${two.origin}/api/sessions/${sessionId}/recording`, { headers })
  expect(Buffer.from(await played.arrayBuffer()).equals(video)).toBe(true)
  expect(s3.unfinished.size).toBe(0)
}, 240_000)
