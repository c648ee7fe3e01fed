import { existsSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { maxUploadsPerUser, maxUploadsPerSession } from '#contract/recordings/recordings.ts'
import { newId } from '../../../platform/ids.ts'
import { lockUpload } from './lock-upload.ts'
import { stagingFile } from './staging.ts'
import { makeSession } from '../../../test/make.ts'
import { listeningApp } from '../../../test/listening-app.ts'

const { deps, db, send, signIn, emails, clientId, sessionDefinitionId, coachUserId } =
  await listeningApp()
const coach = await signIn(emails.coach)
const admin = await signIn(emails.admin)
const aSession = () => makeSession(db, { clientId, sessionDefinitionId })
afterEach(() => db.deleteFrom('upload').execute())

const tus = { 'tus-resumable': '1.0.0' }
const begin = (sessionId: string, cookie = coach) =>
  send('/api/uploads', {
    method: 'POST',
    cookie,
    headers: {
      ...{ ...tus, 'upload-length': '1000' },
      'upload-metadata': `sessionId ${Buffer.from(sessionId).toString('base64')}`,
    },
  })
const statusesOf = async (answers: ReturnType<typeof begin>[]) =>
  (await Promise.all(answers)).map((it) => it.status).toSorted((a, b) => a - b)
const count = async () => (await db.selectFrom('upload').select('id').execute()).length

/** An old upload with a file. */
async function anUpload(sessionId: string, values: Record<string, unknown> = {}) {
  const id = newId()
  const created = { createdAt: ago(120), lastSeenAt: ago(61) }
  await db
    .insertInto('upload')
    .values({
      ...{ id, sessionId, userId: coachUserId, fileName: 'talk.mp4', sizeBytes: 1000 },
      ...created,
      ...values,
    })
    .execute()
  writeFileSync(stagingFile(deps.config, id), 'a beginning')
  return id
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('a session can have three uploads in progress', async () => {
  const sessionId = await aSession()
  const answers = Array.from({ length: 8 }, (_, index) =>
    begin(sessionId, index % 2 ? coach : admin),
  )
  expect(await statusesOf(answers)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
  expect(await count()).toBe(maxUploadsPerSession)
  const refused = await begin(sessionId)
  expect(await refused.json()).toMatchObject({
    code: 'conflict',
    error: 'This session already has 3 uploads in progress. Please finish or cancel one first.',
  })
  expect((await begin(await aSession())).status).toBe(201)
})

test('a user can have ten uploads in progress', async () => {
  const sessions = await Promise.all(Array.from({ length: 14 }, aSession))
  const statuses = await statusesOf(sessions.map((it) => begin(it)))
  expect(statuses.filter((it) => it === 201)).toHaveLength(maxUploadsPerUser)
  expect(new Set(statuses)).toEqual(new Set([201, 409]))
  const refused = await begin(await aSession())
  expect(((await refused.json()) as { error: string }).error).toBe(
    'You already have 10 uploads in progress. Please finish or cancel one first.',
  )
  expect((await begin(await aSession(), admin)).status).toBe(201)
})

test.each([
  ['that nobody has continued for an hour', {}],
  ['that received nothing after it was created', { createdAt: ago(2), lastSeenAt: undefined }],
])('an upload %s is replaced by a new one, the oldest first', async (_, values) => {
  const sessionId = await aSession()
  const since = { ...values, ...('lastSeenAt' in values && { lastSeenAt: values.createdAt }) }
  const oldest = await anUpload(sessionId, {
    ...since,
    ...(!('createdAt' in values) && { lastSeenAt: ago(90) }),
  })
  const old = await anUpload(sessionId, since)
  await anUpload(sessionId, { lastSeenAt: ago(1) })
  expect((await begin(sessionId)).status).toBe(201)
  const left = (await db.selectFrom('upload').select('id').execute()).map(({ id }) => id)
  expect(left).toHaveLength(3)
  expect([left.includes(oldest), left.includes(old)]).toEqual([false, true])
  expect(existsSync(stagingFile(deps.config, oldest))).toBe(false)
  expect(existsSync(stagingFile(deps.config, old))).toBe(true)
})

test.each([
  ['that somebody continues', { lastSeenAt: ago(59) }, false],
  ['that is being received', {}, true],
  ['that is being finished', { status: 'processing' }, false],
])('an upload %s is not replaced', async (_, values, isReceived) => {
  const sessionId = await aSession()
  const locks = []
  for (let index = 0; index < 3; index++) {
    const id = await anUpload(sessionId, values)
    if (isReceived) locks.push(await lockUpload(deps, id))
  }
  expect((await begin(sessionId)).status).toBe(409)
  expect(await count()).toBe(3)
  for (const lock of locks) await lock?.release()
})
