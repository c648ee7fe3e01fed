import { beforeEach, describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import type { WaitingRequest } from '#contract/bookings/session-requests.ts'
import { daysFromNow, getRow, makeRow, makeSession, updateRow } from '../../test/make.ts'
import { messageCalls } from '../../test/messages.ts'
import { runQueuedJobs } from '../../test/run-queued-jobs.ts'
import { listStatusCodes } from '../../test/test-app.ts'
import { isOverdue } from './notify-of-unanswered.job.ts'

const { app, delivered, deliverAll, rows } = await messageCalls()
const { db, deps, call, signIn, emails, clientId, coachId, sessionDefinitionId, ...made } = app
const [client, coach, otherCoach, admin] = await Promise.all(
  [emails.client, emails.coach, emails.otherCoach, emails.admin].map((it) => signIn(it)),
)
const ranges = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '08:00', to: '18:00' }))
await db
  .insertInto('coachHours')
  .values({ coachId, timeZone: 'UTC', ranges: JSON.stringify(ranges) })
  .execute()

beforeEach(async () => {
  await db.deleteFrom('session').execute()
  await db.deleteFrom('sessionRequest').execute()
})

const at = (time: string, days = 7) => `${daysFromNow(days).slice(0, 10)}T${time}:00.000Z`
const session = (sessionDate = at('10:00')) =>
  makeSession(db, { clientId, sessionDefinitionId, sessionDate })
const mine = (path: string, payload: object = {}, cookie = client) =>
  call({ method: 'POST', url: `/api/my-bookings/${path}`, payload }, cookie)
const move = (id: string, startsAt: string) =>
  call(
    { method: 'PUT', url: `/api/my-bookings/sessions/${id}/date`, payload: { startsAt } },
    client,
  )
const answer = (id: string, path: string, payload: object = {}, cookie = coach) =>
  call({ method: 'POST', url: `/api/session-requests/${id}/${path}`, payload }, cookie)
const list = async (cookie = coach, query = '') =>
  (await call({ url: `/api/session-requests${query}` }, cookie)).json<WaitingRequest[]>()
const readOwn = async () => (await call({ url: '/api/my-bookings' }, client)).json<Booking[]>()[0]

/** The request to move a session to another time, and the session. */
async function ask(startsAt = at('14:00')) {
  const sessionId = await session()
  const asked = await move(sessionId, startsAt)
  return { sessionId, id: asked.json<Booking[]>()[0]?.request?.id ?? '' }
}
const dateOf = async (id: string) => (await getRow(db, 'session', id)).sessionDate
const child = () =>
  makeRow(db, 'client', {
    ...{ guardianId: clientId, userId: null, firstName: 'Ida', lastName: 'K', coachId },
  })
const bookFor = (id: string, startsAt: string) => mine(`${id}/sessions`, { startsAt })
const told = async () => {
  await deliverAll()
  return delivered.splice(0).map(({ recipient, subject }) => `${recipient}: ${subject}`)
}

describe('a request', () => {
  test('holds its time, leaves the session where it is, and is listed for the coach', async () => {
    const { id, sessionId } = await ask()
    expect(await dateOf(sessionId)).toBe(at('10:00'))
    expect((await readOwn())?.request).toMatchObject({ id, sessionId, status: 'open', offered: [] })
    const waiting = { id, clientId, sessionDate: at('10:00'), startsAt: at('14:00') }
    expect(await list()).toMatchObject([{ ...waiting, clientName: 'clara client' }])
    expect(await list(admin, `?clientId=${clientId}`)).toHaveLength(1)
    expect(await list(admin, '?of=mine')).toEqual([])
    expect(await list(otherCoach)).toEqual([])
    expect((await bookFor(await child(), at('14:00'))).statusCode).toBe(409)
    expect(await told()).toEqual([`${emails.coach}: clara asks for a time`])
    const url = `/api/clients/${clientId}/conflicts?at=${at('14:00')}`
    expect((await call({ url }, coach)).json()).toMatchObject({ isRequested: true })
  })

  test('is the only one of a client; repeated, it is the same', async () => {
    const { sessionId } = await ask()
    const again = await move(sessionId, at('14:00'))
    const others = [await move(sessionId, at('15:00')), await bookFor(clientId, at('16:00'))]
    expect(again.statusCode).toBe(200)
    expect(listStatusCodes(others)).toEqual([409, 409])
  })

  test('that is withdrawn frees its time, and the coach is not told of it any more', async () => {
    const { id } = await ask()
    const answers = [
      await mine(`requests/${id}/withdrawal`),
      await mine(`requests/${id}/withdrawal`),
    ]
    expect(listStatusCodes(answers)).toEqual([200, 200])
    expect((await readOwn())?.request).toBeNull()
    expect((await bookFor(await child(), at('14:00'))).statusCode).toBe(200)
    expect((await answer(id, 'acceptance')).statusCode).toBe(409)
    await mine(`requests/${(await list())[0]?.id}/withdrawal`)
    expect(await told()).toEqual([])
  })

  test('of somebody else does not exist', async () => {
    const { id } = await ask()
    const other = await made.newUser('client_user')
    const answers = [
      await answer(id, 'acceptance', {}, otherCoach),
      await answer(id, 'refusal', { words: null }, otherCoach),
      await answer(id, 'offer', { times: [at('15:00')] }, otherCoach),
      await mine(`requests/${id}/withdrawal`, {}, other.cookie),
      await mine(`requests/${id}/choice`, { startsAt: at('15:00') }, other.cookie),
    ]
    expect(listStatusCodes(answers)).toEqual([404, 404, 404, 404, 404])
  })

  test('ends when staff move or cancel the session', async () => {
    const { id, sessionId } = await ask()
    await call({ method: 'POST', url: `/api/sessions/${sessionId}/cancellation` }, coach)
    expect((await getRow(db, 'sessionRequest', id)).status).toBe('outdated')
    expect(await list()).toEqual([])
  })
})

describe('the coach', () => {
  test('accepts it: the session moves, which counts as a move, and the client is told once', async () => {
    const { id, sessionId } = await ask()
    await deliverAll()
    delivered.length = 0
    expect((await answer(id, 'acceptance')).statusCode).toBe(200)
    expect(await getRow(db, 'session', sessionId)).toMatchObject({
      ...{ sessionDate: at('14:00'), movesByClient: 1, blockedCoachId: coachId },
    })
    expect(await list()).toEqual([])
    expect((await told()).join()).toMatch(
      /^clara\.client@example\.com: Your session (on|has moved)/,
    )
    expect((await answer(id, 'acceptance')).statusCode).toBe(409)
  })

  test('accepts a new session although it overlaps another', async () => {
    await bookFor(clientId, at('12:00'))
    const [waiting] = await list()
    await makeSession(db, {
      ...{ clientId: await child(), sessionDefinitionId, sessionDate: at('12:00') },
    })
    expect((await answer(waiting?.id ?? '', 'acceptance', {}, admin)).statusCode).toBe(200)
    expect((await readOwn())?.sessions).toMatchObject([{ sessionDate: at('12:00') }])
  })

  test('declines it with words, which are only read after signing in', async () => {
    const { id, sessionId } = await ask()
    await told()
    expect((await answer(id, 'refusal', { words: 'On Friday?' })).statusCode).toBe(200)
    expect((await readOwn())?.request).toMatchObject({ status: 'declined', words: 'On Friday?' })
    expect(await dateOf(sessionId)).toBe(at('10:00'))
    await deliverAll()
    expect(delivered).toMatchObject([{ subject: 'An answer to your request' }])
    expect(delivered[0]?.body).toContain('anna declined')
    expect(JSON.stringify(delivered)).not.toContain('Friday?')
  })

  test('offers three times, which are held until the client chooses one', async () => {
    const { id, sessionId } = await ask()
    const times = [at('15:00'), at('16:00'), at('17:00')]
    const refused = [
      await answer(id, 'offer', { times: [...times, at('12:00')] }),
      await answer(id, 'offer', { times: [daysFromNow(-1)] }),
    ]
    expect(listStatusCodes(refused)).toEqual([400, 400])
    expect((await answer(id, 'offer', { times })).statusCode).toBe(200)
    expect((await readOwn())?.request?.offered.map((it) => new Date(it).toISOString())).toEqual(
      times,
    )
    const other = await child()
    expect((await bookFor(other, at('16:00'))).statusCode).toBe(409)
    expect((await mine(`requests/${id}/choice`, { startsAt: at('14:00') })).statusCode).toBe(409)
    const chosen = await mine(`requests/${id}/choice`, { startsAt: at('16:00') })
    expect(chosen.statusCode).toBe(200)
    expect(await dateOf(sessionId)).toBe(at('16:00'))
    expect((await bookFor(other, at('14:00'))).statusCode).toBe(200)
  })

  test('cannot offer a time that another request holds', async () => {
    const { id } = await ask()
    await bookFor(await child(), at('15:00'))
    expect((await answer(id, 'offer', { times: [at('15:00')] })).statusCode).toBe(409)
  })
})

test('a request that nobody answers lapses, and its time is free again', async () => {
  const { id } = await ask()
  await told()
  const { lapsesAt } = await getRow(db, 'sessionRequest', id)
  expect(Math.round((Date.parse(lapsesAt) - Date.now()) / 3_600_000)).toBe(48)
  await updateRow(db, 'sessionRequest', id, { lapsesAt: daysFromNow(0) })
  expect((await answer(id, 'acceptance')).statusCode).toBe(409)
  expect((await bookFor(await child(), at('14:00'))).statusCode).toBe(200)
  expect((await readOwn())?.request).toMatchObject({ status: 'lapsed' })
  expect(await told()).toContain(`${emails.client}: An answer to your request`)
  // Its notice begins within 48 hours, at any time of the day.
  const soon = await ask(at('16:00', 2))
  const notice = Date.parse((await getRow(db, 'sessionRequest', soon.id)).lapsesAt)
  expect(notice).toBe(Date.parse(at('16:00', 1)))
  await updateRow(db, 'sessionRequest', soon.id, { lapsesAt: daysFromNow(0) })
  await deps.queue.add(db, 'lapse-requests', {})
  await runQueuedJobs(app, 'lapse-requests')
  expect((await getRow(db, 'sessionRequest', soon.id)).status).toBe('lapsed')
})

test('administrators are told once of a request without an answer for two working days', async () => {
  const { id } = await ask()
  await db.deleteFrom('message').execute()
  const tell = async () => {
    await deps.queue.add(db, 'notify-of-unanswered', {})
    await runQueuedJobs(app, 'notify-of-unanswered')
    return (await rows()).map(({ kind, userId }) => `${kind} ${userId}`).toSorted()
  }
  expect(await tell()).toEqual([])
  await updateRow(db, 'sessionRequest', id, { requestedAt: daysFromNow(-5), status: 'lapsed' })
  const expected = [made.systemUserId, made.adminUserId]
    .map((userId) => `sessionRequestWaits ${userId}`)
    .toSorted()
  expect(await tell()).toEqual(expected)
  expect(await tell()).toEqual(expected)
})

test.each([
  // A Friday, and the Monday and Tuesday after it.
  ['2027-05-28T10:00Z', '2027-05-31T12:00Z', false],
  ['2027-05-28T10:00Z', '2027-06-01T08:00Z', true],
  ['2027-05-31T10:00Z', '2027-06-02T09:59Z', false],
  ['2027-05-31T10:00Z', '2027-06-02T10:00Z', true],
])('a request of %s has waited too long at %s: %s', (asked, now, isTooLong) => {
  const workingHours = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }
  const installation = { timeZone: 'UTC', workingHours }
  expect(isOverdue(new Date(asked), new Date(now), installation)).toBe(isTooLong)
})
