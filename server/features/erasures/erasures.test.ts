import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Erasure } from '#contract/erasures/erasures.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeClient, makeUser, getRow } from '../../test/make.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { testApp } from '../../test/test-app.ts'

const app = await testApp()
const { db, call, signIn, emails, coachUserId, adminUserId, systemUserId } = app
const system = await signIn(emails.system)
const admin = await signIn(emails.admin)

const post = (url: string, cookie: string, payload: object = {}) =>
  call({ method: 'POST', url, payload }, cookie)
const request = (clientId: string, name: string, cookie = admin) =>
  post(`/api/admin/clients/${clientId}/erasure`, cookie, { name })
const act = (id: string, what: 'confirm' | 'cancel' | 'retry', cookie: string, name?: string) =>
  post(`/api/admin/erasures/${id}/${what}`, cookie, name === undefined ? {} : { name })
const errorOf = (answer: { json: <T>() => T }) => answer.json<ErrorBody>().error

let person: { clientId: string; name: string }
beforeEach(async () => {
  const email = `ida.${newId()}@example.com`
  const userId = await makeUser(db, { email, roles: ['client_user'] })
  const clientId = await makeClient(db, { userId })
  person = { clientId, name: (await getRow(db, 'client', clientId)).name }
})
const requested = async (cookie = admin) =>
  (await request(person.clientId, person.name, cookie)).json<Erasure>()

describe('erasing a person', () => {
  test('shows in advance what will be deleted, and requires typing the name', async () => {
    const memberId = newId()
    await db
      .insertInto('client')
      .values({ id: memberId, guardianId: person.clientId, firstName: 'Emma' })
      .execute()
    const preview = await call({ url: `/api/admin/clients/${person.clientId}/erasure` }, admin)
    expect(preview.json()).toEqual({
      ...{ name: person.name, sessions: 0, recordings: 0, familyMembers: ['Emma'] },
      ...{ keptAccount: null, obstacle: null, waitingDays: 7 },
    })
    const wrong = await request(person.clientId, 'Somebody Else')
    expect(wrong.statusCode).toBe(400)
    expect(errorOf(wrong)).toBe('This is not the name of the person.')
    expect(await requested()).toMatchObject({
      ...{ status: 'waiting', clientName: person.name, requestedBy: 'may admin' },
      mayConfirm: false,
    })
    const again = await request(person.clientId, person.name, system)
    expect([again.statusCode, errorOf(again)]).toEqual([
      ...[409, 'Erasing this person has already been requested. See Users, Erasures.'],
    ])
  })

  test('begins when another administrator confirms it', async () => {
    const { id } = await requested()
    const own = await act(id, 'confirm', admin, person.name)
    expect([own.statusCode, errorOf(own)]).toEqual([
      409,
      'You requested this erasure. Another administrator must confirm it, or you can after the waiting time.',
    ])
    expect((await act(id, 'confirm', system, 'Someone')).statusCode).toBe(400)
    const confirmed = await act(id, 'confirm', system, person.name)
    expect(confirmed.json()).toMatchObject({ status: 'running', confirmedBy: 'sys admin' })
    const cancelled = await act(id, 'cancel', admin)
    expect(errorOf(cancelled)).toBe('This erasure has begun and cannot be cancelled.')
    await runQueuedJobs(app, 'erase-person')
    const list = await call({ url: '/api/admin/erasures?limit=50' }, admin)
    const [done] = list.json<Erasure[]>()
    expect(done).toMatchObject({ id, status: 'done', clientId: null, clientName: null })
    const url = `/api/admin/erasures/${id}/certificate`
    const certificate = (await call({ url }, admin)).json<object>()
    const pdf = await call({ url: `${url}-file?format=pdf` }, admin)
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await call({ url: `${url}-file?format=json` }, admin)).json()).toEqual(certificate)
    expect((await auditEntries(db, { rowId: id }, ['action'])).map((it) => it.action)).toEqual([
      ...['erasure-finished', 'erasure-certificate-downloaded', 'erasure-certificate-downloaded'],
    ])
  })

  test('can be confirmed by the same administrator after the waiting time', async () => {
    const { id } = await requested()
    await sql`update erasure set own_confirmation_from = now() where id = ${id}`.execute(db)
    expect((await act(id, 'confirm', admin, person.name)).statusCode).toBe(200)
  })

  test('is not confirmed by impersonating another administrator', async () => {
    const { id } = await requested(system)
    const impersonating = await post(`/api/admin/impersonate/${adminUserId}`, system)
    const [cookie] = impersonating.cookies
    const disguised = `${cookie?.name}=${cookie?.value}`
    expect((await act(id, 'confirm', disguised, person.name)).statusCode).toBe(409)
    await post('/api/admin/stop-impersonation', disguised)
    expect(await getRow(db, 'erasure', id)).toMatchObject({ requestedBy: systemUserId })
  })

  test('can be cancelled until it begins, and requested again', async () => {
    const again = await signIn(emails.system)
    const { id } = await requested(again)
    expect((await act(id, 'cancel', again)).json()).toMatchObject({ status: 'cancelled' })
    const confirmed = await act(id, 'confirm', admin, person.name)
    expect(errorOf(confirmed)).toBe('This erasure is not waiting for a confirmation.')
    expect((await call({ url: `/api/admin/erasures/${id}/certificate` }, admin)).statusCode).toBe(
      409,
    )
    expect(await requested()).toMatchObject({ status: 'waiting' })
  })

  test('can be retried when it has failed', async () => {
    const { id } = await requested()
    expect((await act(id, 'retry', admin)).statusCode).toBe(409)
    await sql`update erasure set status = 'failed' where id = ${id}`.execute(db)
    expect((await act(id, 'retry', admin)).json()).toMatchObject({ status: 'running' })
    await runQueuedJobs(app, 'erase-person')
    expect((await getRow(db, 'erasure', id)).status).toBe('done')
  })

  test('who is also staff shows in advance that the account stays', async () => {
    const clientId = await makeClient(db, { userId: coachUserId })
    const preview = await call({ url: `/api/admin/clients/${clientId}/erasure` }, admin)
    expect(preview.json()).toMatchObject({
      keptAccount:
        'The account stays with its name, email and sign-in, because it also has the role Coach. It loses the role Client.',
      obstacle: null,
    })
  })
})
