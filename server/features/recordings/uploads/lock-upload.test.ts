import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openAnnouncements } from '../../../platform/db/notify.ts'
import { newId } from '../../../platform/ids.ts'
import { makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { interruptReceiver, lockUpload } from './lock-upload.ts'

const { db, clientId, sessionDefinitionId, coachUserId, databaseUrl } = await testApp()

test('a request goes on receiving while announcements come back, and ends when another wants the upload', async () => {
  const lost: Error[] = []
  const apart = `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}application_name=apart`
  const announcements = await openAnnouncements(apart, (error) => lost.push(error))
  afterAll(() => announcements.close())
  let isBack = false
  announcements.listen('', (isHeard) => {
    isBack ||= !isHeard
  })
  const id = newId()
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const file = { fileName: 'a.mp4', sizeBytes: 1, isResumable: true }
  await db
    .insertInto('upload')
    .values({ id, sessionId, userId: coachUserId, ...file })
    .execute()
  const lock = await lockUpload({ db, announcements }, id)

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'apart'
  `.execute(db)
  await expect.poll(() => isBack, { timeout: 10_000 }).toBe(true)
  expect(lost).not.toEqual([])
  expect(lock?.interrupted.aborted).toBe(false)

  await interruptReceiver(db, id)
  await expect.poll(() => lock?.interrupted.aborted).toBe(true)
  await lock?.release()
})
