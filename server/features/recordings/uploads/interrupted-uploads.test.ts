import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startJobs } from '../../../platform/process/run-jobs.ts'
import { stagingFile } from './staging.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { makeSession } from '../../../test/make.ts'

const tested = await listeningApp()
const { deps, db, send, signIn, emails, clientId, sessionDefinitionId, coachUserId, coachId } =
  tested
const { origin, otherCoachId, databaseUrl, systemUserId } = tested
const video = readFileSync(path.join(import.meta.dirname, '../../../test/media/silence.mp4'))
const tus = { 'tus-resumable': '1.0.0' }
const errors: Error[] = []
const jobs = await startJobs(deps, {
  connectionString: databaseUrl,
  onError: (error) => errors.push(error),
})
afterEach(() => db.deleteFrom('upload').execute())
afterAll(async () => {
  await jobs.stop()
  expect(errors).toEqual([])
})

type Sending = Record<'address' | 'method' | 'cookie', string> & {
  headers: Record<string, string | number>
}

/** Sends half of a body, waits for `meanwhile`, sends the rest, and answers the status. */
async function sendInHalves(
  { address, method, cookie, headers }: Sending,
  body: Uint8Array,
  meanwhile: () => Promise<unknown>,
) {
  const sending = request(origin + address, {
    method,
    headers: { origin, cookie, ...headers, 'content-length': body.length },
  })
  const answered = once(sending, 'response')
  const half = Math.floor(body.length / 2)
  await new Promise((resolve) => sending.write(body.subarray(0, half), resolve))
  await meanwhile()
  sending.end(body.subarray(half))
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const recordings = () => db.selectFrom('recording').select('id').execute()
const setUser = (values: { roles?: string[]; deactivatedAt?: string | null }) =>
  db.updateTable('user').set(values).where('id', '=', coachUserId).execute()
const assign = (to: string | null) =>
  db.updateTable('client').set({ coachId: to }).where('id', '=', clientId).execute()

/** What happens in the middle of an upload, how it is answered, and how things become as they were. */
const leavings: [string, number, (cookie: string) => Promise<unknown>, () => Promise<unknown>][] = [
  [
    'signs out',
    401,
    (cookie) => send('/api/auth/logout', { method: 'POST', cookie }),
    async () => undefined,
  ],
  [
    'is deactivated by an administrator',
    401,
    async () => {
      const { status } = await send(`/api/admin/users/${coachUserId}`, {
        method: 'PATCH',
        cookie: await signIn(emails.system),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ isActive: false }),
      })
      expect(status).toBe(200)
    },
    () => setUser({ deactivatedAt: null }),
  ],
  [
    'loses the role',
    404,
    () => setUser({ roles: ['org_user'] }),
    () => setUser({ roles: ['coach_user'] }),
  ],
  ['loses the client', 404, () => assign(otherCoachId), () => assign(coachId)],
]

test.each(leavings)(
  'who %s while uploading makes no recording, and can go on when allowed again',
  async (_, status, leave, comeBack) => {
    const cookie = await signIn(emails.coach)
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    const created = await send('/api/uploads', {
      method: 'POST',
      cookie,
      headers: {
        ...tus,
        'upload-length': String(video.length),
        'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
      },
    })
    const address = created.headers.get('location') ?? ''
    const id = address.split('/').at(-1) ?? ''
    const headers = {
      ...{ ...tus, 'upload-offset': '0' },
      'content-type': 'application/offset+octet-stream',
    }
    const file = stagingFile(deps.config, id)
    const answered = await sendInHalves(
      { address, method: 'PATCH', cookie, headers },
      video,
      async () => {
        await expect.poll(() => readFileSync(file).length).toBeGreaterThan(0)
        await leave(cookie)
      },
    )
    expect(answered).toBe(status)
    expect(await recordings()).toEqual([])
    expect(await db.selectFrom('upload').select('status').execute()).toEqual([
      { status: 'receiving' },
    ])
    await comeBack()
    const again = await signIn(emails.coach)
    const asked = await send(address, { method: 'HEAD', cookie: again, headers: tus })
    expect(asked.headers.get('upload-offset')).toBe(String(video.length))
    await expect.poll(recordings, { timeout: 20_000 }).toEqual([{ id }])
    await db.deleteFrom('session').where('id', '=', sessionId).execute()
  },
)

test.each(leavings)(
  'who %s during the specified call makes no recording either, and leaves nothing',
  async (_, status, leave, comeBack) => {
    const cookie = await signIn(emails.coach)
    const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
    const body = Buffer.from(JSON.stringify({ fileData: video.toString('base64') }))
    const answered = await sendInHalves(
      {
        ...{ address: `/api/sessions/${sessionId}/upload-recording`, method: 'POST', cookie },
        headers: { 'content-type': 'application/json' },
      },
      body,
      async () => {
        await expect
          .poll(() => db.selectFrom('upload').select('isResumable').execute())
          .toEqual([{ isResumable: false }])
        await leave(cookie)
      },
    )
    expect(answered).toBe(status)
    expect(await recordings()).toEqual([])
    expect(await db.selectFrom('upload').select('id').execute()).toEqual([])
    await comeBack()
  },
)

test('an impersonation that ends while uploading makes no recording', async () => {
  const cookie = await signIn(emails.system)
  const begun = await send(`/api/admin/impersonate/${coachUserId}`, { method: 'POST', cookie })
  expect(begun.status).toBe(200)
  const impersonating = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const body = Buffer.from(JSON.stringify({ fileData: video.toString('base64') }))
  const answered = await sendInHalves(
    {
      ...{ address: `/api/sessions/${sessionId}/upload-recording`, method: 'POST' },
      ...{ cookie: impersonating, headers: { 'content-type': 'application/json' } },
    },
    body,
    () =>
      db
        .updateTable('user')
        .set({ roles: ['maylab_admin'] })
        .where('id', '=', systemUserId)
        .execute(),
  )
  expect(answered).toBe(401)
  expect(await recordings()).toEqual([])
})
