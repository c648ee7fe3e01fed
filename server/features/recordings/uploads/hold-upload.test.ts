import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { openAnnouncements } from '../../../platform/db/notify.ts'
import { newId } from '../../../platform/ids.ts'
import { makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { endHolder, holdUpload } from './hold-upload.ts'

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
  const held = await holdUpload({ db, announcements }, id)

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'apart'
  `.execute(db)
  await expect.poll(() => isBack, { timeout: 10_000 }).toBe(true)
  expect(lost).not.toEqual([])
  expect(held?.ended.aborted).toBe(false)

  await endHolder(db, id)
  await expect.poll(() => held?.ended.aborted).toBe(true)
  await held?.release()
})
