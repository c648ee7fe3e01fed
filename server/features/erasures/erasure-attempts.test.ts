import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { erasureApp } from '../../test/erasure-app.ts'
import { auditEntries, localDiskId, makeRow, password, getRow, updateRow } from '../../test/make.ts'
import { tablesWith } from '../../test/plant-words.ts'
import { newId } from '../../platform/ids.ts'
import { discardFiles } from '../recordings/storage/discarded-files.queries.ts'
import { stagingFile } from '../recordings/uploads/staging.ts'
import { readPerson } from '../person-exports/read-person.queries.ts'
import { restartErasure } from './erasures.queries.ts'
import { findPerson } from './person.queries.ts'

const app = await erasureApp()
const { db, deps, call, signIn, storage, services, withStorages, plant, run, requestErasure } = app
const { certificateOf, filesWith } = app

describe('an erasure', () => {
  test('completes after an attempt that was interrupted in the middle', async () => {
    const person = await plant('hollanquist')
    const id = await requestErasure(person.clientId)
    const killed = () => Promise.reject(new Unavailable('The disk is away.'))
    await run(withStorages({ ...storage, remove: killed }))
    expect(await getRow(db, 'erasure', id)).toMatchObject({
      ...{ status: 'running', problem: 'The disk is away.' },
    })
    expect(filesWith(person.word)).not.toEqual([])
    // Added meanwhile by work that was still running.
    await makeRow(db, 'auditEntry', { action: 'plan-opened', clientId: person.clientId })
    await run()
    expect(await tablesWith(db, person.clientId)).toEqual([])
    expect(filesWith(person.word)).toEqual([])
    const { files } = await certificateOf(id)
    expect(files.every(({ sha256 }) => sha256 !== null)).toBe(true)
  })

  test('has no certificate while a service keeps a copy, or the email is found somewhere', async () => {
    const person = await plant('tessaborough')
    const id = await requestErasure(person.clientId)
    services.forget = () => Promise.reject(new Unavailable('away'))
    await run()
    const problemOf = async () => (await getRow(db, 'erasure', id)).problem
    expect(await problemOf()).toBe('Local has not deleted its copy of a transcription yet.')
    services.forget = () => Promise.resolve()
    await sql`update organization set description = ${`Ask ${person.email.toUpperCase()}`}`.execute(
      db,
    )
    await run()
    expect(await problemOf()).toContain('public.organization.description (1)')
    for (let attempt = 3; attempt <= 8; attempt++) await run()
    expect(await getRow(db, 'erasure', id)).toMatchObject({ status: 'failed', certificate: null })
    await sql`update organization set description = null`.execute(db)
    await restartErasure(db, deps.queue, id)
    await run()
    expect((await getRow(db, 'erasure', id)).status).toBe('done')
  })

  test('completes although jobs of a recording wait, have just ended or were killed', async () => {
    const { clientId } = await plant('fenwickshaw')
    for (const id of (await findPerson(db, clientId)).recordingIds) {
      writeFileSync(stagingFile(deps.config, `${id}-${newId()}-0.jpg`), 'a picture')
      await deps.queue.add(db, 'finish-upload', { id }, 3_600_000)
      await deps.queue.add(db, 'repack-recording', { id }, 3_600_000)
    }
    await sql`update pgboss.job set state = 'completed', completed_on = now()
      where data ->> 'job' = 'finish-upload'`.execute(db)
    const id = await requestErasure(clientId)
    await run()
    expect((await getRow(db, 'erasure', id)).status).toBe('done')
  })

  test('completes although work that was still running discards a file that it has removed', async () => {
    const { clientId } = await plant('quillfeather')
    const { recordingIds } = await findPerson(db, clientId)
    const storageKey = `${recordingIds[0]}-${newId()}`
    await storage.put(storageKey, import.meta.filename, 'video/mp4', { sessionId: newId() })
    const id = await requestErasure(clientId)
    services.forget = () => Promise.reject(new Unavailable('away'))
    await run()
    services.forget = () => Promise.resolve()
    await discardFiles(db, [{ integrationId: localDiskId, storageKey }])
    await run()
    expect((await getRow(db, 'erasure', id)).status).toBe('done')
  })

  test('deletes what services store about the address, and certifies what they refused', async () => {
    const person = await plant('wendelbrook')
    await sql`update message set recipient = 'old.wendelbrook@example.com' where user_id = ${person.userId}`.execute(
      db,
    )
    const asked: string[] = []
    services.eraseRecipient = async (recipient) => void asked.push(recipient)
    await requestErasure(person.clientId)
    await run()
    expect(asked.toSorted()).toEqual(['old.wendelbrook@example.com', person.email])
    services.eraseRecipient = () =>
      Promise.reject(new Rejected('refused', 'Outbox says: no permission.'))
    const second = await requestErasure((await plant('anselmire')).clientId)
    await run()
    const [, service] = (await certificateOf(second)).services
    expect(service).toMatchObject({ service: 'Outbox', deleted: null })
    expect(service?.toDo).toContain('The deletion was rejected. Outbox says: no permission.')
    services.eraseRecipient = async () => {}
  })

  test('leaves no address of an email change that was never confirmed', async () => {
    const person = await plant('ellingwood')
    for (const table of ['totp', 'passkey'] as const)
      await db.deleteFrom(table).where('userId', '=', person.userId).execute()
    const asked: string[] = []
    services.eraseRecipient = async (recipient) => void asked.push(recipient)
    const payload = { email: 'ellingwood@example.org', currentPassword: password }
    const url = '/api/my-security/email'
    const answer = await call({ method: 'POST', url, payload }, await signIn(person.email))
    expect(answer.json()).toEqual({ delivery: 'message' })
    // As after a day.
    await db.deleteFrom('emailChange').execute()
    const archive = await readPerson(db, await findPerson(db, person.clientId))
    expect(JSON.stringify(archive['message'])).toContain(payload.email)
    await requestErasure(person.clientId)
    await run()
    services.eraseRecipient = async () => {}
    expect(asked).toContain(payload.email)
    expect(await tablesWith(db, person.word)).toEqual([])
  })

  test('of staff keeps the account without the role Client, and none of their data as a client', async () => {
    const person = await plant('jorrinsund')
    await updateRow(db, 'user', person.userId, { roles: ['maylab_admin', 'client_user'] })
    await makeRow(db, 'auditEntry', {
      ...{ action: 'plan-opened', userId: person.userId, clientId: person.clientId },
    })
    const id = await requestErasure(person.clientId)
    await run()
    expect(await getRow(db, 'user', person.userId)).toMatchObject({
      ...{
        email: person.email,
        roles: ['maylab_admin'],
        organizationId: null,
        deactivatedAt: null,
      },
    })
    expect(await tablesWith(db, person.clientId)).toEqual([])
    expect(await auditEntries(db, { action: 'plan-opened' })).not.toContainEqual(
      expect.objectContaining({ userId: person.userId }),
    )
    const { rows: logins } = await sql`select from login where user_id = ${person.userId}`.execute(
      db,
    )
    expect(logins).toEqual([])
    const certificate = await certificateOf(id)
    expect(certificate.keptAccount).toContain('it also has the role Maylab Admin')
    expect(certificate.deletedRows).not.toContainEqual(expect.objectContaining({ what: 'user' }))
  })

  test('of a former coach keeps a deactivated account for the coach profile', async () => {
    const person = await plant('trevorslund')
    await makeRow(db, 'coach', { userId: person.userId })
    const id = await requestErasure(person.clientId)
    await run()
    const user = await getRow(db, 'user', person.userId)
    expect(user).toMatchObject({ roles: ['coach_user'], deactivatedAt: expect.any(String) })
    expect((await certificateOf(id)).keptAccount).toContain('deactivated')
    const feeds = db.selectFrom('calendarFeed').select('userId').where('userId', '=', person.userId)
    expect(await feeds.execute()).toEqual([])
  })
})
