import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import type { Upload } from '../../../platform/db/schema.ts'
import { newId } from '../../../platform/ids.ts'
import { makeRecordingRow, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { lockUpload } from './lock-upload.ts'
import { stagingFile } from './staging.ts'
import { sweepUploads } from './sweep-uploads.ts'

const { deps, db, clientId, sessionDefinitionId, coachUserId } = await testApp()
const uploadRow = (id: string) =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
const staged = (id: string) => existsSync(stagingFile(deps.config, id))
const hoursAgo = (count: number) => new Date(Date.now() - count * 3600 * 1000)
const never = (error: Error) => {
  throw error
}

/** Simulates inactivity, with a row and a file. */
async function leftBehind(since: Date, values: Partial<Insertable<Upload>> = {}) {
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = newId()
  await db
    .insertInto('upload')
    .values({
      ...{ id, sessionId, userId: coachUserId, fileName: 'talk.mp4', sizeBytes: 1000 },
      ...{ createdAt: since.toISOString(), lastSeenAt: since.toISOString() },
      ...values,
    })
    .execute()
  writeFileSync(stagingFile(deps.config, id), 'a beginning')
  utimesSync(stagingFile(deps.config, id), since, since)
  return id
}

test('an upload is deleted 48 hours after its last activity', async () => {
  const old = await leftBehind(hoursAgo(49))
  const recent = await leftBehind(hoursAgo(47))
  await sweepUploads(deps, never)
  expect([await uploadRow(old), staged(old)]).toEqual([undefined, false])
  expect([(await uploadRow(recent))?.id, staged(recent)]).toEqual([recent, true])
})

test('an upload in use is kept, however old it is', async () => {
  const received = await leftBehind(hoursAgo(49))
  const lock = await lockUpload(deps, received)
  const waiting = await leftBehind(hoursAgo(49), { status: 'processing' })
  await sweepUploads(deps, never)
  for (const id of [received, waiting])
    expect([await uploadRow(id), staged(id)]).not.toContain(false)
  for (const id of [received, waiting]) expect((await uploadRow(id))?.id).toBe(id)
  await lock?.release()
  await sweepUploads(deps, never)
  expect([await uploadRow(received), staged(received)]).toEqual([undefined, false])
})

test('what was recorded here is kept for 30 days, unless the session has another recording', async () => {
  const isMadeHere = true
  const lost = await leftBehind(hoursAgo(29 * 24), { isMadeHere })
  const old = await leftBehind(hoursAgo(31 * 24), { isMadeHere })
  const [first, second] = [
    await leftBehind(hoursAgo(49), { isMadeHere }),
    await leftBehind(hoursAgo(49), { isMadeHere }),
  ]
  for (const [id, made] of [
    [first, true],
    [second, false],
  ] as const) {
    const { sessionId = '' } = (await uploadRow(id)) ?? {}
    await makeRecordingRow(db, sessionId, { isMadeHere: made })
  }
  await sweepUploads(deps, never)
  const kept = await Promise.all([lost, old, first, second].map(uploadRow))
  expect(kept.map((it) => it?.id)).toEqual([lost, undefined, first, undefined])
})

test('an interrupted single-request upload is deleted by the next sweep', async () => {
  const id = await leftBehind(hoursAgo(0.1), { isResumable: false })
  await sweepUploads(deps, never)
  expect([await uploadRow(id), staged(id)]).toEqual([undefined, false])
})

test('a staged file without an upload is deleted after an hour', async () => {
  const [orphan, young] = [newId(), newId()]
  for (const id of [orphan, young]) writeFileSync(stagingFile(deps.config, id), 'x')
  utimesSync(stagingFile(deps.config, orphan), hoursAgo(2), hoursAgo(2))
  const refused = await leftBehind(hoursAgo(2), { status: 'failed', error: 'No.' })
  await sweepUploads(deps, never)
  expect([staged(orphan), staged(young), staged(refused)]).toEqual([false, true, false])
  expect(await uploadRow(refused)).toBeDefined()
})

test('a file that cannot be deleted is reported, and the others are deleted', async () => {
  const stuck = newId()
  mkdirSync(path.join(stagingFile(deps.config, stuck), 'a folder'), { recursive: true })
  utimesSync(stagingFile(deps.config, stuck), hoursAgo(2), hoursAgo(2))
  const after = newId()
  writeFileSync(stagingFile(deps.config, after), 'x')
  utimesSync(stagingFile(deps.config, after), hoursAgo(2), hoursAgo(2))
  const told: Error[] = []
  await sweepUploads(deps, (error) => told.push(error))
  expect(staged(after)).toBe(false)
  expect(told).toHaveLength(1)
})
