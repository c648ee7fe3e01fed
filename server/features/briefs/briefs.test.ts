import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, calendarDay, toInstant } from '#contract/rules/calendar.ts'
import { briefCalls } from '../../test/briefs.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeRow,
  makeSession,
  updateRow,
} from '../../test/make.ts'
import { sessionsToPrepare } from './briefs.queries.ts'
import { beginBriefs } from './prepare-tomorrow.job.ts'

const { app, at, ...rest } = await briefCalls()
const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = app
const { model, calmness, errors, worker, prepare, open } = rest
const { work, read, made, executions, analysed, noted } = rest
const system = await signIn(emails.system)
const diary = await makeAssignmentType(db, 'Evening diary', 90)
const assessed = (weekNumber: number, riskScore: number, source: string) =>
  makeRow(db, 'burnoutAssessment', { clientId: at.clientId, weekNumber, riskScore, source })
const assigned = (values: object) =>
  makeRow(db, 'assignment', {
    ...{ clientId: at.clientId, assignmentDefinitionId: diary, weekNumber: 5, ...values },
  })
const meet = (values: object) =>
  makeSession(db, { clientId: at.clientId, sessionDefinitionId, ...values })

describe('a rule-based brief', () => {
  test('has quotes of the last session, with their place and value', async () => {
    await analysed()
    const { status, content, text, madeBy } = await made()
    expect({ status, text, madeBy }).toMatchObject({ status: 'done', text: null })
    expect(content.said).toEqual([
      expect.objectContaining({
        ...{ text: 'I would say an eight.', turn: 2, speaker: 'Client' },
        time: { start: 4, end: 6 },
        session: expect.objectContaining({ id: at.last }),
      }),
    ])
    expect(await executions()).toEqual([])
  })

  test.each([
    ['unverified', { fault: 'not-found' }],
    ['rejected', { decision: 'rejected' }],
  ])('omits a value that is %s', async (_, found) => {
    await analysed(found)
    const { content } = await made()
    expect(content.said).toEqual([])
    expect(content.metrics).toEqual([])
    expect(JSON.stringify(content)).not.toContain('an eight')
  })

  test('has at most three quotes, each text once', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) await analysed({ key })
    expect((await made()).content.said).toHaveLength(1)
    await sql`update analysis_value set quotes = jsonb_set(quotes, '{0,text}', to_jsonb('I said ' || key))
      where session_id = ${at.last}`.execute(db)
    expect((await made()).content.said).toHaveLength(3)
  })

  test('has changes since the previous session, with the previous value', async () => {
    await noted(2, 40)
    await noted(5, 55)
    await assessed(2, 70, 'person')
    await assessed(5, 40, 'questionnaire')
    const { content } = await made()
    expect(content.metrics).toEqual([
      {
        ...{ label: 'Calmness', unit: 'points', value: 55, week: 5 },
        before: { value: 40, week: 2 },
        check: null,
      },
    ])
    expect(content.burnout).toMatchObject({
      ...{ value: 40, week: 5, source: 'questionnaire', before: { value: 70, week: 2 } },
    })
    expect(content.risk).toBe('medium')
  })

  test('marks analysis values as unconfirmed until they are confirmed', async () => {
    const analysisValueId = await analysed()
    await makeRow(db, 'metricValue', {
      ...{ clientId: at.clientId, metricDefinitionId: calmness, weekNumber: 5 },
      ...{ numericValue: 80, source: 'transcription', analysisValueId },
    })
    await makeRow(db, 'burnoutAssessment', {
      ...{ clientId: at.clientId, weekNumber: 5, riskScore: 62, source: 'model' },
      analysisValueId,
    })
    const open = { metrics: [{ check: 'not-confirmed' }], burnout: { check: 'not-confirmed' } }
    expect((await made()).content).toMatchObject({
      said: [{ about: expect.stringMatching(/ 80, not confirmed$/) }],
      ...open,
    })
    await db
      .updateTable('analysisValue')
      .set({ decision: 'confirmed', decidedAt: daysFromNow(0) })
      .execute()
    expect((await made()).content).toMatchObject({
      said: [{ about: expect.stringMatching(/ 80$/) }],
      metrics: [{ check: 'confirmed' }],
    })
  })

  test('has open tasks until a week after the session, overdue ones first', async () => {
    const tomorrow = daysFromNow(1).slice(0, 10)
    await assigned({ dueDate: '2999-01-01' })
    await assigned({ dueDate: tomorrow })
    await assigned({ dueDate: '2020-01-01' })
    await assigned({ dueDate: '2020-02-01', completedAt: daysFromNow(-1) })
    expect((await made()).content.due).toEqual([
      { kind: 'assignment', name: 'Evening diary', dueDate: '2020-01-01', isOverdue: true },
      { kind: 'assignment', name: 'Evening diary', dueDate: tomorrow, isOverdue: false },
    ])
  })

  test('has promises of the last session and open questions', async () => {
    await assigned({ sessionId: at.last, note: 'Three lines each evening.' })
    const { content } = await made()
    expect(content.promised.map(({ by, text, note, isDone }) => [by, text, note, isDone])).toEqual([
      ['client', 'Evening diary', 'Three lines each evening.', false],
      ['coach', 'I’ll send you the breathing exercise tonight.', null, null],
      ['client', "I'll call my doctor on Monday.", null, null],
    ])
    expect(content.promised[2]?.quote).toMatchObject({ turn: 4, speaker: 'Client' })
    expect(content.questions).toMatchObject([
      { text: 'But what do I do when it comes back?', turn: 4 },
    ])
  })

  test('has disagreements between a questionnaire, a person and a model', async () => {
    await assessed(5, 70, 'questionnaire')
    await assessed(5, 20, 'model')
    await assessed(4, 50, 'person')
    await assessed(4, 90, 'model')
    await analysed({ decision: 'corrected', corrected: 60 })
    const { content } = await made()
    const told = content.disagreements.map(({ label, one, other }) => [
      ...[label, one.source, one.value, other.source, other.value],
    ])
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        ['Burnout risk', 'questionnaire', 70, 'model', 20],
        ['Burnout risk', 'person', 50, 'model', 90],
        [expect.any(String), 'person', 60, 'model', 80],
      ]),
    )
  })

  test('for a new client is empty', async () => {
    at.clientId = await makeClient(db, { coachId })
    at.next = await meet({ sessionDate: daysFromNow(1) })
    expect((await made()).content).toEqual({
      ...{ said: [], metrics: [], burnout: null, risk: null, due: [], promised: [] },
      ...{ questions: [], disagreements: [], isWithoutWords: false },
    })
  })

  test('is reused until its content changes, and is then rebuilt', async () => {
    await made()
    expect(await read()).toMatchObject({ isStale: false })
    await noted(5, 55)
    expect(await read()).toMatchObject({ isStale: true, content: { metrics: [] } })
    expect((await made()).isStale).toBe(false)
    expect((await read()).content?.metrics).toHaveLength(1)
  })
})

describe('access', () => {
  test('a past session cannot be prepared', async () => {
    const refused = await prepare(at.last)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      error: 'Only upcoming sessions can be prepared.',
    })
    const away = await meet({ sessionDate: daysFromNow(1), archivedAt: daysFromNow(0) })
    expect((await prepare(away)).statusCode).toBe(409)
    expect((await open(at.last)).json()).toMatchObject({ status: 'none' })
  })

  test('the audit log has who prepared it and whose quotes were opened, without text', async () => {
    await analysed()
    await made()
    const columns = ['action', 'rowId', 'details'] as const
    expect(await auditEntries(db, { clientId: at.clientId }, columns)).toEqual([
      { action: 'session-prepared', rowId: at.next, details: {} },
      { action: 'plan-opened', rowId: at.clientId, details: {} },
      { action: 'transcript-opened', rowId: at.last, details: {} },
    ])
  })
})

describe('automatic preparation', () => {
  const zone = 'UTC'
  const day = calendarDay(new Date(daysFromNow(2)), zone)
  const evening = toInstant(addDays(day, -1), 18 * 60, zone)
  const after = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)
  const prepareAt = (now: Date) => beginBriefs(deps, { ...worker, now })
  const countBriefs = async () =>
    (await db.selectFrom('sessionBrief').select('id').where('sessionId', '=', at.next).execute())
      .length

  test('starts each brief once', async () => {
    await prepareAt(after(-1))
    expect(await countBriefs()).toBe(0)
    await Promise.all([prepareAt(after(0)), prepareAt(after(0)), prepareAt(after(1))])
    expect(await countBriefs()).toBe(1)
    await work()
    expect(await read()).toMatchObject({ status: 'done', madeBy: null, isStale: false })
    expect(errors).toEqual([])
  })

  test('logs the use of a language model without a user', async () => {
    model.isConnected = true
    await prepareAt(after(0))
    await work()
    expect(await read()).toMatchObject({ status: 'done', text: 'A calm text.', madeBy: null })
    expect(await executions()).toMatchObject([{ isSuccess: true, requestedBy: null }])
  })

  test('skips sessions that were added after 6 pm on the day before', async () => {
    await updateRow(db, 'session', at.next, { createdAt: after(1).toISOString() })
    await prepareAt(after(2))
    expect(await countBriefs()).toBe(0)
  })

  test.each([
    ['is archived', { archivedAt: daysFromNow(0) }],
    ['has begun', { sessionDate: daysFromNow(-0.1) }],
  ])('skips a session that %s', async (_, change) => {
    await updateRow(db, 'session', at.next, change)
    await prepareAt(after(0))
    expect(await countBriefs()).toBe(0)
  })

  test('is on by default, and can be switched off', async () => {
    expect(deps.installation.prepareSessions).toBe(true)
    const put = (value: unknown) =>
      call(
        { method: 'PUT', url: '/api/admin/settings/prepareSessions', payload: { value } },
        system,
      )
    expect((await put('yes')).statusCode).toBe(400)
    expect((await put(false)).statusCode).toBe(200)
    await expect.poll(() => deps.installation.prepareSessions).toBe(false)
    await prepareAt(after(0))
    expect(await countBriefs()).toBe(0)
    await put(true)
    await expect.poll(() => deps.installation.prepareSessions).toBe(true)
  })

  test('follows the time zone of the installation, even across clock changes', async () => {
    await updateRow(db, 'session', at.next, {
      // 9 am in Copenhagen on the day on which daylight saving time begins.
      sessionDate: '2035-03-25T07:00:00.000Z',
      createdAt: daysFromNow(-3),
    })
    const due = (now: string) =>
      sessionsToPrepare(db, { now: new Date(now), timeZone: 'Europe/Copenhagen', limit: 10 })
    expect(await due('2035-03-24T16:59:00.000Z')).toEqual([])
    expect(await due('2035-03-24T17:00:00.000Z')).toEqual([at.next])
    expect(await due('2035-03-25T07:00:00.000Z')).toEqual([])
  })
})
