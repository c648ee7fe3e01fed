import { expect, test } from 'vitest'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { makeClient, makeRow, makeUser } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

const { db, call, signIn, emails, clientId, coachId } = await testApp()
const coach = await signIn(emails.coach)
const admin = await signIn(emails.admin)
const inPerson = await signIn(emails.client)
const planOf = async (cookie = coach, id = clientId) =>
  (
    await call({ url: `/api/clients/${id}/sessions-and-metrics` }, cookie)
  ).json<SessionsAndMetrics>()

test('a plan tells staff how to reach the client or the guardian, and clients nothing of it', async () => {
  const payload = { phone: '+4512345678', contactBy: 'call', optOuts: {}, version: null }
  await call({ method: 'PUT', url: '/api/my-notifications', payload }, inPerson)
  const child = await makeRow(db, 'client', { guardianId: clientId, firstName: 'Vera', coachId })
  const reached = { email: emails.client, phone: '+4512345678', prefers: 'call' }
  for (const cookie of [coach, admin]) {
    expect((await planOf(cookie)).contact).toEqual({ ...reached, guardian: null })
    expect((await planOf(cookie, child)).contact).toEqual({
      ...reached,
      guardian: 'clara client',
    })
  }
  expect((await planOf(inPerson)).contact).toBeNull()
  expect((await planOf(inPerson, child)).contact).toBeNull()
  // Somebody who saved nothing has an email.
  const email = 'no.phone@example.com'
  const other = await makeClient(db, {
    coachId,
    userId: await makeUser(db, { email, roles: ['client_user'] }),
  })
  expect((await planOf(coach, other)).contact).toEqual({
    ...{ guardian: null, email, phone: null, prefers: null },
  })
})
