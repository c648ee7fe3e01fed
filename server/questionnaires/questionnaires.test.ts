import { describe, expect, test } from 'vitest'
import type { AssessmentHistory } from '#contract/assessments.ts'
import { addDays, calendarDay } from '#contract/calendar.ts'
import type { Client } from '#contract/clients.ts'
import type { OpenedQuestionnaire, Questionnaires } from '#contract/questionnaires.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { newId } from '../ids.ts'
import { countWeeks } from '../plans/count-weeks.ts'
import { daysFromNow, makeClient, makeUser } from '../test/make.ts'
import { testApp } from '../test/test-app.ts'

const made = await testApp()
const { db, deps, call, signIn, emails, clientId, coachId, organizationId } = made
const coach = await signIn(emails.coach)
const otherCoach = await signIn(emails.otherCoach)
const admin = await signIn(emails.admin)
const org = await signIn(emails.org)
const clara = await signIn(emails.client)
const today = calendarDay(new Date(), deps.installation.timeZone)
const day = (days: number) => addDays(today, days)

/** Somebody with an own account and plan, followed by the coach unless told. */
async function somebody(values: { coachId?: string | null; organizationId?: string } = {}) {
  const email = `somebody.${newId()}@example.com`
  const userId = await makeUser(db, { email, roles: ['client_user'] })
  const id = await makeClient(db, { userId, coachId, ...values })
  return { id, email, userId, cookie: await signIn(email) }
}
const family = newId()
await db
  .insertInto('client')
  .values({ id: family, guardianId: clientId, firstName: 'Viggo', lastName: 'Client', coachId })
  .execute()

const give = (id: string, payload: object = {}, cookie = coach) =>
  call(
    {
      method: 'POST',
      url: `/api/clients/${id}/questionnaires`,
      payload: { instrument: 'phq-9', dueDate: day(7), note: '', ...payload },
    },
    cookie,
  )
const list = async (id: string, cookie = coach) =>
  (await call({ url: `/api/clients/${id}/questionnaires` }, cookie)).json<Questionnaires>()
const open = (id: string, cookie: string) => call({ url: `/api/questionnaires/${id}` }, cookie)
const answer = (id: string, item: string, value: unknown, cookie: string) =>
  call(
    { method: 'POST', url: `/api/questionnaires/${id}/answers`, payload: { item, value } },
    cookie,
  )
const send = (id: string, cookie: string, payload: object = {}) =>
  call({ method: 'POST', url: `/api/questionnaires/${id}/completion`, payload }, cookie)
const decline = (id: string, cookie: string) =>
  call({ method: 'POST', url: `/api/questionnaires/${id}/refusal` }, cookie)
const withdraw = (id: string, query = '', cookie = coach) =>
  call({ method: 'DELETE', url: `/api/questionnaires/${id}${query}` }, cookie)
const acknowledge = (id: string, note = 'We spoke today.', cookie = coach) =>
  call(
    { method: 'POST', url: `/api/safety-marks/${id}/acknowledgement`, payload: { note } },
    cookie,
  )

type Answer = Awaited<ReturnType<typeof call>>
function read<T>(reply: Answer) {
  expect(reply.body && reply.statusCode).toBe(200)
  return reply.json<T>()
}
const refused = (reply: Answer) => ({
  status: reply.statusCode,
  ...reply.json<{ code: string; error: string; fields?: object }>(),
})
async function given(id: string, payload: object = {}) {
  const { questionnaires } = read<Questionnaires>(await give(id, payload))
  return questionnaires[0]?.id ?? ''
}
async function answerAll(id: string, cookie: string, values: (number | null)[]) {
  let last = await open(id, cookie)
  for (const [index, value] of values.entries())
    last = await answer(id, String(index + 1), value, cookie)
  return read<OpenedQuestionnaire>(last)
}
const calm = [1, 1, 0, 2, 0, 0, 1, 0, 0]
const entriesOf = (rowId: string) =>
  db
    .selectFrom('auditEntry')
    .select(['action', 'details', 'userId', 'clientId'])
    .where('rowId', '=', rowId)
    .orderBy('id')
    .execute()
const planOf = async (id: string, cookie = coach) =>
  (
    await call({ url: `/api/clients/${id}/sessions-and-metrics` }, cookie)
  ).json<SessionsAndMetrics>()
const messagesTo = (recipient: string) =>
  db.selectFrom('message').selectAll().where('recipient', '=', recipient).execute()

describe('giving', () => {
  test('names what can be given, with citation and licence', async () => {
    const all = read<{ key: string; citation: string; licence: string }[]>(
      await call({ url: '/api/instruments' }, coach),
    )
    expect(all.map(({ key }) => key)).toEqual(['cbi-personal', 'cbi-work', 'gad-7', 'phq-9'])
    for (const it of all) expect(it.citation && it.licence).toBeTruthy()
  })

  test('the client sees it in the own plan, the coach that nobody began it; it is logged without its note', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { note: ' For Friday. ' })
    const [seen] = (await list(id, cookie)).questionnaires
    expect(seen).toMatchObject({
      ...{ id: first, state: 'open', dueDate: day(7), opensOn: null, note: 'For Friday.' },
      ...{ isBegun: false, score: null, band: null, weekNumber: null, seriesId: null },
      instrument: { key: 'phq-9', items: 9, lowest: 0, highest: 27, reliableChange: 6 },
    })
    expect(await list(id)).toMatchObject({ questionnaires: [{ givenBy: 'anna coach' }] })
    const entries = await entriesOf(first)
    expect(entries).toMatchObject([{ action: 'questionnaire-given', details: { count: 1 } }])
    expect(JSON.stringify(entries)).not.toContain('Friday')
  })

  test('a series opens one after the other', async () => {
    const { id, cookie } = await somebody()
    const { questionnaires } = read<Questionnaires>(
      await give(id, { instrument: 'gad-7', dueDate: day(3), times: 3, everyWeeks: 2 }),
    )
    const byDay = questionnaires.toSorted((a, b) =>
      (a.dueDate ?? '').localeCompare(b.dueDate ?? ''),
    )
    expect(byDay.map(({ dueDate, opensOn, state }) => [dueDate, opensOn, state])).toEqual([
      [day(3), null, 'open'],
      [day(17), day(4), 'later'],
      [day(31), day(18), 'later'],
    ])
    expect(new Set(byDay.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(refused(await answer(byDay[1]?.id ?? '', '1', 0, cookie))).toMatchObject({
      ...{ status: 409, code: 'conflict', error: 'This questionnaire cannot be answered yet.' },
    })
  })

  test.each([
    [{ instrument: '' }, 400, 'instrument', 'Questionnaire is required'],
    [{ instrument: 'mbi' }, 422, 'instrument', 'Questionnaire is required'],
    [{ dueDate: '2026-02-31' }, 400, 'dueDate', 'This is not a date of the calendar.'],
    [{ dueDate: day(-1) }, 400, 'dueDate', 'This day has passed. Choose today or a later one.'],
    [{ dueDate: day(5 * 366) }, 400, 'dueDate', 'The date must lie within 5 years from now.'],
    [{ dueDate: null, times: 2 }, 400, 'dueDate', 'A due date is required for what is repeated.'],
    [{ times: 27 }, 400, 'times', expect.any(String)],
    [{ times: 0 }, 400, 'times', expect.any(String)],
    [{ everyWeeks: 3 }, 400, 'everyWeeks', expect.any(String)],
    [{ note: 'x'.repeat(2001) }, 400, 'note', expect.any(String)],
    [{ note: 'nul\0' }, 400, 'note', expect.any(String)],
  ])('%j is refused beside its field', async (wrong, status, field, sentence) => {
    const { id } = await somebody()
    const reply = await give(id, wrong)
    expect(refused(reply)).toMatchObject({ status, fields: { [field]: sentence } })
    expect((await list(id)).questionnaires).toEqual([])
  })

  test('a family member without an own account is given none', async () => {
    expect(refused(await give(family))).toMatchObject({
      ...{ status: 409, error: expect.stringContaining('answered by the person alone') },
    })
  })

  test('more than a plan holds is refused, also by several at once', async () => {
    const { id } = await somebody()
    const first = await given(id)
    const { editionId } = await db
      .selectFrom('questionnaire')
      .select('editionId')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('questionnaire')
      .values(Array.from({ length: 498 }, () => ({ id: newId(), clientId: id, editionId })))
      .execute()
    const atOnce = await Promise.all([give(id), give(id), give(id)])
    expect(atOnce.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  test('one instrument is kept once, and a questionnaire as it was when it was given', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await given(id)
    const editions = await db
      .selectFrom('instrumentEdition')
      .select(['id', 'content'])
      .where('key', '=', 'phq-9')
      .execute()
    expect(editions).toHaveLength(1)
    const opened = read<OpenedQuestionnaire>(await open(first, cookie))
    expect(opened.instrument).toEqual(editions[0]?.content)
  })
})

describe('answering', () => {
  test('each answer is kept at once, on whichever device, and can be changed until it is sent', async () => {
    const { id, email, cookie } = await somebody()
    const first = await given(id)
    const elsewhere = await signIn(email)
    await answer(first, '1', 3, cookie)
    await answer(first, '2', 2, elsewhere)
    await answer(first, '1', 1, elsewhere)
    const opened = read<OpenedQuestionnaire>(await open(first, cookie))
    expect(opened).toMatchObject({ state: 'open', answers: { 1: 1, 2: 2 }, version: 4 })
    expect((await list(id)).questionnaires[0]).toMatchObject({ state: 'open', isBegun: true })
    expect((await entriesOf(first)).map(({ action }) => action)).toEqual([
      ...['questionnaire-given', 'questionnaire-begun'],
    ])
  })

  test('what is sent is scored, belongs to its week, and is not changed afterwards', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{ state: 'answered', score: 5, band: { label: 'Mild', tone: 'green' }, isCoachTold: null },
    })
    expect((await list(id)).questionnaires[0]).toMatchObject({
      ...{ state: 'answered', score: 5, weekNumber: 5, isLate: false },
    })
    for (const reply of [
      await send(first, cookie),
      await answer(first, '1', 3, cookie),
      await decline(first, cookie),
    ])
      expect(refused(reply)).toMatchObject({
        ...{
          status: 409,
          error: 'This questionnaire was answered already. What was sent stays as it is.',
        },
      })
    expect(refused(await withdraw(first))).toMatchObject({
      ...{ status: 409, error: 'It was answered meanwhile. What was answered stays.' },
    })
    // Not even by hand in the database.
    await expect(
      db.updateTable('questionnaire').set({ answers: '{}' }).where('id', '=', first).execute(),
    ).rejects.toThrow('a questionnaire that was answered is not changed')
    expect((await entriesOf(first)).at(-1)).toMatchObject({
      ...{ action: 'questionnaire-answered', details: {}, clientId: id },
    })
  })

  test('of two devices that send at once one does', async () => {
    const { id, email, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    const elsewhere = await signIn(email)
    const replies = await Promise.all([send(first, cookie), send(first, elsewhere)])
    expect(replies.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('what one device has not seen is not sent by it', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    const { version } = await answerAll(first, cookie, calm)
    await answer(first, '1', 3, cookie)
    expect(refused(await send(first, cookie, { version }))).toMatchObject({ code: 'stale' })
    expect((await send(first, cookie, { version: version + 1 })).statusCode).toBe(200)
  })

  test('every question is answered or left out before it is sent', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm.slice(0, 7))
    expect(refused(await send(first, cookie)).error).toBe('2 questions have no answer yet.')
    await answer(first, '8', null, cookie)
    expect(refused(await send(first, cookie)).error).toBe('One question has no answer yet.')
    await answer(first, '9', 0, cookie)
    // Of eight answers PHQ-9 makes no sum.
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{ state: 'answered', score: null, band: null },
    })
  })

  test('where everything was left out there is nothing to send', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(
      first,
      cookie,
      calm.map(() => null),
    )
    expect(refused(await send(first, cookie)).error).toBe(
      'Every question was left out. You can decline it instead.',
    )
  })

  test.each([
    ['1', 4, 'This is not one of the answers to choose from.'],
    ['1', -1, 'This is not one of the answers to choose from.'],
    ['1', 0.5, 'This is not one of the answers to choose from.'],
    ['10', 0, 'There is no such question in this questionnaire.'],
    ['__proto__', 0, 'There is no such question in this questionnaire.'],
    ['1', 1e9, expect.any(String)],
    ['1', '1', expect.any(String)],
    ['1\0', 1, expect.any(String)],
    ['x'.repeat(41), 1, expect.any(String)],
  ])('item %j with %j is refused', async (item, value, sentence) => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    expect(refused(await answer(first, item, value, cookie))).toMatchObject({
      ...{ status: 400, error: sentence },
    })
    expect(read<OpenedQuestionnaire>(await open(first, cookie)).answers).toEqual({})
  })

  test('an answer after the day counts, and says that it is late', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await db
      .updateTable('questionnaire')
      .set({ dueDate: day(-2) })
      .where('id', '=', first)
      .execute()
    await answerAll(first, cookie, calm)
    expect((await send(first, cookie)).statusCode).toBe(200)
    expect((await list(id)).questionnaires[0]).toMatchObject({ isLate: true, score: 5 })
  })

  test('it can be declined, which deletes what was begun and says so to both', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answer(first, '1', 3, cookie)
    expect(read<OpenedQuestionnaire>(await decline(first, cookie))).toMatchObject({
      ...{ state: 'declined', answers: {} },
    })
    expect((await list(id)).questionnaires[0]).toMatchObject({ state: 'declined', isBegun: false })
    expect(refused(await answer(first, '1', 1, cookie)).error).toBe(
      'This questionnaire was declined.',
    )
    expect(refused(await withdraw(first)).error).toBe('It was declined already.')
  })

  test('one that was withdrawn says so, and the rest of its series goes with it where that is asked', async () => {
    const { id, cookie } = await somebody()
    const { questionnaires } = read<Questionnaires>(await give(id, { dueDate: day(1), times: 3 }))
    const [third, second, first] = questionnaires.map((it) => it.id)
    await answer(first ?? '', '1', 3, cookie)
    read(await withdraw(first ?? ''))
    expect(refused(await answer(first ?? '', '1', 1, cookie)).error).toBe(
      'Your coach withdrew this questionnaire. There is nothing left to do.',
    )
    expect(read<OpenedQuestionnaire>(await open(first ?? '', cookie))).toMatchObject({
      ...{ state: 'withdrawn', answers: {} },
    })
    expect(refused(await withdraw(first ?? '')).error).toBe('It was withdrawn already.')
    const after = read<Questionnaires>(await withdraw(second ?? '', '?scope=rest'))
    expect(after.questionnaires.map((it) => [it.id, it.state])).toEqual([
      [third, 'withdrawn'],
      [second, 'withdrawn'],
      [first, 'withdrawn'],
    ])
    expect((await entriesOf(second ?? '')).at(-1)).toMatchObject({
      ...{ action: 'questionnaire-withdrawn', details: { count: 2 } },
    })
  })
})

describe('who may', () => {
  test('another client, another coach, an organization: nothing is there for them', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [...calm.slice(0, 8), 1])
    await send(first, cookie)
    const mark = (await list(id)).marks[0]?.id ?? ''
    for (const stranger of [clara, otherCoach]) {
      expect((await open(first, stranger)).statusCode).toBe(404)
      expect((await call({ url: `/api/clients/${id}/questionnaires` }, stranger)).statusCode).toBe(
        404,
      )
    }
    expect((await answer(first, '1', 1, clara)).statusCode).toBe(404)
    expect((await send(first, clara)).statusCode).toBe(404)
    expect((await decline(first, clara)).statusCode).toBe(404)
    expect((await give(id, {}, otherCoach)).statusCode).toBe(404)
    expect((await withdraw(first, '', otherCoach)).statusCode).toBe(404)
    expect((await acknowledge(mark, 'Mine.', otherCoach)).statusCode).toBe(404)
    for (const nobody of [
      await open(first, org),
      await call({ url: `/api/clients/${id}/questionnaires` }, org),
    ])
      expect(nobody.statusCode).toBe(403)
    // Who cares for a family reads their plans, and none of this.
    await db.updateTable('client').set({ guardianId: clientId }).where('id', '=', id).execute()
    expect((await open(first, clara)).statusCode).toBe(404)
    expect((await answer(first, '1', 1, clara)).statusCode).toBe(404)
    expect(await list(id, clara)).toEqual({ questionnaires: [], marks: [] })
  })

  test('staff answers nothing for a client, and a client gives and withdraws nothing', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    for (const who of [coach, admin]) {
      expect((await answer(first, '1', 1, who)).statusCode).toBe(403)
      expect((await send(first, who)).statusCode).toBe(403)
      expect((await decline(first, who)).statusCode).toBe(403)
    }
    expect((await give(id, {}, cookie)).statusCode).toBe(403)
    expect((await withdraw(first, '', cookie)).statusCode).toBe(403)
  })

  test('the coach and administrators see the answers once they were sent, which is logged once', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, calm)
    expect(read<OpenedQuestionnaire>(await open(first, coach))).toMatchObject({
      ...{ state: 'open', answers: {}, help: null, isCoachTold: null },
    })
    expect((await entriesOf(first)).some((it) => it.action === 'questionnaire-opened')).toBe(false)
    await send(first, cookie)
    for (const who of [coach, coach, admin])
      expect(Object.values(read<OpenedQuestionnaire>(await open(first, who)).answers)).toEqual(calm)
    const openings = (await entriesOf(first)).filter((it) => it.action === 'questionnaire-opened')
    expect(openings.map(({ userId }) => userId)).toEqual([made.coachUserId, made.adminUserId])
    expect((await list(id, cookie)).marks).toEqual([])
  })
})

describe('the risk score of a week', () => {
  const tired = [100, 75, 75, 75, 100, 75]
  const assessed = (id: string, riskScore: number) =>
    call(
      {
        method: 'POST',
        url: `/api/clients/${id}/burnout-assessments`,
        payload: { weekNumber: 5, riskScore, reason: 'As it seemed.' },
      },
      coach,
    )

  test('a questionnaire counts before a person and a model, whoever came last; all are kept', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, tired)
    await send(first, cookie)
    read(await assessed(id, 40))
    await db
      .insertInto('burnoutAssessment')
      .values({ id: newId(), clientId: id, weekNumber: 5, riskScore: 20, source: 'model' })
      .execute()
    const plan = await planOf(id)
    expect(plan.client.burnoutPercentage).toBe(83.33)
    expect(plan.burnoutAssessments.map(({ source }) => source).toSorted()).toEqual([
      ...['model', 'person', 'questionnaire'],
    ])
    const history = (
      await call({ url: `/api/clients/${id}/burnout-assessments?weekNumber=5` }, coach)
    ).json<AssessmentHistory>()
    expect(history.map((it) => [it.source, it.riskScore, it.questionnaire])).toEqual([
      ['questionnaire', 83.33, 'CBI personal'],
      ['person', 40, null],
      ['model', 20, null],
    ])
    // What was answered is nobody's to take back.
    const own = plan.burnoutAssessments.find(({ source }) => source === 'questionnaire')
    const url = `/api/clients/${id}/burnout-assessments/${own?.id}`
    expect((await call({ method: 'DELETE', url }, coach)).statusCode).toBe(409)
  })

  test('without enough answers for a score there is none, and PHQ-9 is no burnout risk', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, [100, 100, null, null, null, null])
    expect(read<OpenedQuestionnaire>(await send(first, cookie)).score).toBeNull()
    const second = await given(id)
    await answerAll(second, cookie, calm)
    await send(second, cookie)
    expect((await planOf(id)).burnoutAssessments).toEqual([])
  })

  test('stands in the CSV of the plan with its questionnaire', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-work' })
    await answerAll(first, cookie, [...tired, 0])
    await send(first, cookie)
    const second = await given(id)
    await answerAll(second, cookie, calm)
    await send(second, cookie)
    await given(id, { instrument: 'gad-7' })
    const csv = (await call({ url: `/api/clients/${id}/plan.csv` }, coach)).body
    expect(csv).toContain('Burnout risk,5')
    const lines = csv.split('\r\n').filter((it) => it.startsWith('questionnaire,'))
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).toMatch(
      /work-related burnout,5,[\d-]+,85\.71,points,High,questionnaire/,
    )
    expect(lines.join('\n')).toMatch(/\(PHQ-9\),5,[\d-]+,5,points,Mild,questionnaire/)
  })

  test('moves with its questionnaire where weeks are counted in another time zone', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id, { instrument: 'cbi-personal' })
    await answerAll(first, cookie, tired)
    await send(first, cookie)
    await db
      .updateTable('client')
      .set({ createdAt: daysFromNow(-2) })
      .where('id', '=', id)
      .execute()
    await db
      .insertInto('weekCount')
      .values({ timeZone: 'Pacific/Apia' })
      .onConflict((it) =>
        it
          .column('isOnly')
          .doUpdateSet({ timeZone: 'Pacific/Apia', countedTo: null, finishedAt: null }),
      )
      .execute()
    await countWeeks(db, AbortSignal.timeout(60_000))
    expect((await list(id)).questionnaires[0]).toMatchObject({ weekNumber: 1, score: 83.33 })
    expect((await planOf(id)).burnoutAssessments).toMatchObject([{ weekNumber: 1 }])
  })
})

describe('an answer that should not wait', () => {
  test('tells the client whom to call at once, and the coach without a word of it', async () => {
    const { id, cookie, email } = await somebody({ organizationId })
    await db
      .updateTable('organization')
      .set({ country: 'Sweden' })
      .where('id', '=', organizationId)
      .execute()
    const first = await given(id)
    const before = (await messagesTo(emails.coach)).length
    for (const [index, value] of calm.slice(0, 8).entries())
      expect(
        read<OpenedQuestionnaire>(await answer(first, String(index + 1), value, cookie))
          .isCoachTold,
      ).toBeNull()
    const told = read<OpenedQuestionnaire>(await answer(first, '9', 1, cookie))
    expect(told).toMatchObject({ state: 'open', isCoachTold: true })
    expect(told.help).toMatchObject({ country: 'Sweden', emergency: { number: '112' } })

    const messages = await messagesTo(emails.coach)
    expect(messages).toHaveLength(before + 1)
    const { subject = '', body = '' } = messages.at(-1) ?? {}
    expect(body).toMatch(new RegExp(`http://localhost:\\d+/app/clients/${id}\n`))
    for (const word of ['PHQ', 'dead', 'hurt', 'depress', 'somebody', email, 'Several'])
      expect(`${subject} ${body}`).not.toContain(word)
    // To nobody else.
    const others = await db.selectFrom('message').select('recipient').distinct().execute()
    expect(others.map((it) => it.recipient)).toEqual([emails.coach])
    const entries = await db
      .selectFrom('auditEntry')
      .select('details')
      .where('action', '=', 'safety-mark-raised')
      .where('clientId', '=', id)
      .execute()
    expect(entries).toEqual([{ details: { isCoachTold: true } }])
  })

  test('is marked on plan and list until somebody says what was done, once', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [...calm.slice(0, 8), 2])
    await send(first, cookie)
    const marksInList = async () => {
      const rows = (await call({ url: '/api/my-coach-clients' }, coach)).json<Client[]>()
      return rows.find((it) => it.id === id)?.safetyMarks
    }
    expect(await marksInList()).toBe(1)
    expect((await planOf(id)).client.safetyMarks).toBe(1)
    // The client is told whom to call, and not that there is a mark.
    expect((await planOf(id, cookie)).client.safetyMarks).toBe(0)
    const [mark] = (await list(id)).marks
    expect(mark).toMatchObject({ told: 'anna coach', acknowledgedAt: null, note: null })

    expect(refused(await acknowledge(mark?.id ?? '', ' '))).toMatchObject({
      ...{ status: 400, fields: { note: 'Say what you did' } },
    })
    expect((await acknowledge(mark?.id ?? '', 'x\0')).statusCode).toBe(400)
    expect((await acknowledge(mark?.id ?? '', 'Mine.', cookie)).statusCode).toBe(403)
    const atOnce = await Promise.all([acknowledge(mark?.id ?? ''), acknowledge(mark?.id ?? '')])
    expect(atOnce.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(refused(await acknowledge(mark?.id ?? '')).error).toBe(
      'anna coach acknowledged this already.',
    )
    expect((await list(id)).marks).toMatchObject([
      { acknowledgedBy: 'anna coach', note: 'We spoke today.', acknowledgedAt: expect.any(String) },
    ])
    expect(await marksInList()).toBe(0)
    const entries = await entriesOf(mark?.id ?? '')
    expect(entries.map(({ action }) => action)).toEqual([
      ...['safety-mark-raised', 'safety-mark-acknowledged'],
    ])
    expect(JSON.stringify(entries)).not.toContain('spoke')
  })

  test('is told once, and stays marked where it was changed, declined or withdrawn afterwards', async () => {
    const { id, cookie, email } = await somebody()
    const first = await given(id)
    const before = (await messagesTo(emails.coach)).length
    const elsewhere = await signIn(email)
    await Promise.all([answer(first, '9', 3, cookie), answer(first, '9', 2, elsewhere)])
    const corrected = read<OpenedQuestionnaire>(await answer(first, '9', 0, cookie))
    expect(corrected.isCoachTold).toBe(true)
    await answer(first, '9', 1, cookie)
    await decline(first, cookie)
    expect((await messagesTo(emails.coach)).length).toBe(before + 1)
    expect((await list(id)).marks).toHaveLength(1)
    expect(read<OpenedQuestionnaire>(await open(first, cookie)).isCoachTold).toBe(true)
  })

  test('without a coach nobody is written to: the client is told so, and administrators see the mark', async () => {
    const { id, cookie } = await somebody({ coachId: null })
    const first = read<Questionnaires>(await give(id, {}, admin)).questionnaires[0]?.id ?? ''
    const before = await db.selectFrom('message').select('id').execute()
    const told = read<OpenedQuestionnaire>(await answer(first, '9', 3, cookie))
    expect(told).toMatchObject({ isCoachTold: false, help: { country: null } })
    expect(await db.selectFrom('message').select('id').execute()).toEqual(before)
    expect((await list(id, admin)).marks).toMatchObject([{ told: null }])
    const rows = (await call({ url: '/api/admin/clients' }, admin)).json<Client[]>()
    expect(rows.find((it) => it.id === id)?.safetyMarks).toBe(1)
    // Whoever follows the client from then on finds it.
    await db.updateTable('client').set({ coachId }).where('id', '=', id).execute()
    expect((await list(id)).marks).toHaveLength(1)
    expect(
      (await acknowledge((await list(id)).marks[0]?.id ?? '', 'Called.', admin)).statusCode,
    ).toBe(200)
  })

  test('no other answer, and zero, raise nothing', async () => {
    const { id, cookie } = await somebody()
    const first = await given(id)
    await answerAll(first, cookie, [3, 3, 3, 3, 3, 3, 3, 3, 0])
    expect(read<OpenedQuestionnaire>(await send(first, cookie))).toMatchObject({
      ...{ score: 24, isCoachTold: null },
    })
    expect((await list(id)).marks).toEqual([])
  })
})
