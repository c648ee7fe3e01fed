import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startJobs } from '../../../jobs.ts'
import { stagingFile, stagingFolder } from './staging.ts'
import { decideConsents } from '../../../test/decide-consents.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { makeSession } from '../../../test/make.ts'

const tested = await listeningApp()
const {
  deps,
  db,
  call,
  send,
  signIn,
  emails,
  clientId,
  sessionDefinitionId,
  coachUserId,
  coachId,
} = tested
const { origin, databaseUrl, systemUserId } = tested
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

/** Sends half of a body, awaits `meanwhile`, sends the rest, and returns the status. */
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
const uploads = () => db.selectFrom('upload').select(['status', 'isResumable']).execute()
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
const assign = (to: string | null) =>
  db.updateTable('client').set({ coachId: to }).where('id', '=', clientId).execute()
const signOut = (cookie: string) => send('/api/auth/logout', { method: 'POST', cookie })

type Sent = [cookie: string, meanwhile: () => Promise<unknown>]

/** The base64 request, with `meanwhile` in the middle. */
async function uploadAsBase64(cookie: string, meanwhile: () => Promise<unknown>) {
  const sending = {
    ...{ address: `/api/sessions/${await aSession()}/upload-recording`, method: 'POST', cookie },
    headers: { 'content-type': 'application/json' },
  }
  const body = Buffer.from(JSON.stringify({ fileData: video.toString('base64') }))
  return sendInHalves(sending, body, async () => {
    await expect.poll(uploads).toMatchObject([{ isResumable: false }])
    await meanwhile()
  })
}

/** Sends the video to an upload that is created first, with `meanwhile` when some of it has arrived. */
async function uploadInParts(cookie: string, meanwhile: () => Promise<unknown>) {
  const sessionId = await aSession()
  const created = await send('/api/uploads', {
    method: 'POST',
    cookie,
    headers: {
      ...{ ...tus, 'upload-length': String(video.length) },
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
  const address = created.headers.get('location') ?? ''
  const id = address.split('/').at(-1) ?? ''
  const headers = {
    ...{ ...tus, 'upload-offset': '0' },
    'content-type': 'application/offset+octet-stream',
  }
  const sending = { address, method: 'PATCH', cookie, headers }
  const answered = await sendInHalves(sending, video, async () => {
    const arrived = () => readFileSync(stagingFile(deps.config, id)).length
    await expect.poll(arrived).toBeGreaterThan(0)
    await meanwhile()
  })
  return { answered, sessionId, address, id }
}

test.each([
  ['signs out', 401, signOut],
  ['loses the client', 404, () => assign(null)],
])(
  'a coach who %s during an upload creates no recording, and can continue when allowed again',
  async (_, status, leave) => {
    const cookie = await signIn(emails.coach)
    const upload = await uploadInParts(cookie, () => leave(cookie))
    expect(upload.answered).toBe(status)
    expect(await recordings()).toEqual([])
    expect(await uploads()).toMatchObject([{ status: 'receiving' }])
    await assign(coachId)
    const again = await signIn(emails.coach)
    const asked = await send(upload.address, { method: 'HEAD', cookie: again, headers: tus })
    expect(asked.headers.get('upload-offset')).toBe(String(video.length))
    await expect.poll(recordings, { timeout: 20_000 }).toEqual([{ id: upload.id }])
    await db.deleteFrom('session').where('id', '=', upload.sessionId).execute()
  },
)

test.each([
  ['in parts', async (...of: Sent) => (await uploadInParts(...of)).answered, ['failed']],
  ['in one request', (...of: Sent) => uploadAsBase64(...of), []],
])(
  'a client who withdraws consent ends an upload %s, and nothing of it stays',
  async (_, upload, left) => {
    const client = await signIn(emails.client)
    const decide = (recording: boolean) =>
      decideConsents(call, clientId, { recording }, { cookie: client })
    const answered = await upload(await signIn(emails.coach), () => decide(false))
    await decide(true)
    expect(answered).toBe(409)
    expect((await uploads()).map(({ status }) => status)).toEqual(left)
    await expect.poll(() => readdirSync(stagingFolder(deps.config))).toEqual([])
    expect(await recordings()).toEqual([])
  },
)

test('a coach who loses the client during the base64 call creates no recording, and leaves nothing', async () => {
  const answered = await uploadAsBase64(await signIn(emails.coach), () => assign(null))
  expect(answered).toBe(404)
  expect([await recordings(), await uploads()]).toEqual([[], []])
  await assign(coachId)
})

test('an impersonation that ends during an upload creates no recording', async () => {
  const cookie = await signIn(emails.system)
  const begun = await send(`/api/admin/impersonate/${coachUserId}`, { method: 'POST', cookie })
  const impersonating = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
  const demote = () =>
    db
      .updateTable('user')
      .set({ roles: ['maylab_admin'] })
      .where('id', '=', systemUserId)
      .execute()
  expect(await uploadAsBase64(impersonating, demote)).toBe(401)
  expect(await recordings()).toEqual([])
})
