import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { BriefContent, SessionBrief } from '#contract/briefs.ts'
import { addDays, calendarDay, toInstant } from '#contract/calendar.ts'
import { ensureDefaults } from '../../platform/db/defaults.ts'
import { newId } from '../../platform/ids.ts'
import type { Llm, Prompt } from '../../providers/llm/llm.ts'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import {
  auditEntries,
  daysFromNow,
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  rowOf,
  updateRow,
} from '../../test/make.ts'
import { decideConsents } from '../../test/decide-consents.ts'
import { testApp } from '../../test/test-app.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { enqueueDueBriefs, sessionsToPrepare } from './briefs.queries.ts'
import { prepareTomorrow } from './briefs.service.ts'
import { prepareSession } from './prepare-session.ts'

const prompts: Prompt[] = []
/** The next response of the model. */
let answer: Llm['complete'] = async () => ({
  ...{ text: 'A calm text.', tokensUsed: 5, model: 'gpt-5' },
})
const model: Llm = {
  complete(prompt, signal) {
    prompts.push(prompt)
    return answer(prompt, signal)
  },
}
const calm = answer
/** Whether a language model is connected. */
let isConnected = false
const { db, deps, call, signIn, emails, coachId, sessionDefinitionId } = await testApp((given) => {
  const connected = withAdapters(given, { ai_analysis: model }).providers
  return {
    providers: {
      ...given.providers,
      active: (type) => (isConnected ? connected : given.providers).active(type),
    },
  }
})
await ensureDefaults(db)
const calmness = await makeMetric(db, { key: 'calmness', label: 'Calmness', unit: 'points' })
const diary = await makeAssignmentType(db, 'Evening diary', 90)
const coach = await signIn(emails.coach)
const system = await signIn(emails.system)

const conversation = [
  'Coach: On a scale from zero to ten, how high is your stress?',
  'Client: I would say an eight.',
  'Coach: What helps? I’ll send you the breathing exercise tonight.',
  "Client: I'll call my doctor on Monday. But what do I do when it comes back?",
].join('\n\n')

let clientId = ''
let last = ''
let next = ''
beforeEach(async () => {
  prompts.length = 0
  answer = calm
  isConnected = false
  clientId = await makeClient(db, { coachId })
  last = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, transcribedTextScripted: conversation },
    sessionDate: daysFromNow(-2),
  })
  next = await makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(2) })
  await db.deleteFrom('sessionBrief').where('sessionId', '<>', next).execute()
})

const times = { heartbeatMs: 20, leaseMs: 10_000, retryMs: 1 }
const never = new AbortController().signal
const errors: Error[] = []
const onError = (error: Error) => void errors.push(error)
async function work() {
  const waiting = await db
    .selectFrom('sessionBrief')
    .select('id')
    .where('status', '=', 'waiting')
    .execute()
  for (const { id } of waiting) await prepareSession(deps, id, { times, signal: never, onError })
}
const prepare = (id = next, cookie = coach) =>
  call({ method: 'POST', url: `/api/sessions/${id}/brief` }, cookie)
const open = (id = next, cookie = coach) => call({ url: `/api/sessions/${id}/brief` }, cookie)
const read = async () => (await open()).json<SessionBrief>()
async function made(): Promise<SessionBrief & { content: BriefContent }> {
  const response = await prepare()
  expect(response.statusCode).toBe(200)
  const brief = response.json<SessionBrief>()
  if (!brief.content) throw new Error('It has no content.')
  return { ...brief, content: brief.content }
}
const executions = () =>
  db
    .selectFrom('execution')
    .select(['isSuccess', 'requestedBy', 'inputData', 'outputData'])
    .where('sessionId', '=', next)
    .execute()

type Found = { key?: string; value?: number; decision?: string; fault?: string; corrected?: number }
/** The result of an analysis of the last session. */
const analysed = async ({ key = 'stress_level', value = 80, ...it }: Found = {}) => {
  const { version } = await rowOf(db, 'session', last)
  const place = { turn: 2, speaker: 'Client', isClients: true, time: { start: 4, end: 6 } }
  const quote = { text: 'I would say an eight.', reason: null, isProtective: false, place }
  const id = newId()
  await makeRow(db, 'analysisValue', {
    ...{ id, sessionId: last, templateType: 'metric_extraction', key },
    ...{ conversationVersion: version, machineValue: value, quotes: JSON.stringify([quote]) },
    ...{ fault: it.fault ?? null, decision: it.decision ?? null },
    ...{ correctedValue: it.corrected ?? null, decidedAt: it.decision ? daysFromNow(-1) : null },
  })
  return id
}
const noted = (weekNumber: number, numericValue: number) =>
  makeRow(db, 'metricValue', {
    ...{ clientId, metricDefinitionId: calmness, weekNumber, numericValue },
    source: 'manual',
  })
const assessed = (weekNumber: number, riskScore: number, source: string) =>
  makeRow(db, 'burnoutAssessment', { clientId, weekNumber, riskScore, source })
const assigned = (values: object) =>
  makeRow(db, 'assignment', { clientId, assignmentDefinitionId: diary, weekNumber: 5, ...values })

describe('a rule-based brief', () => {
  test('has quotes of the last session, with their place and value', async () => {
    await analysed()
    const { status, content, text, madeBy } = await made()
    expect({ status, text, madeBy }).toMatchObject({ status: 'done', text: null })
    expect(content.said).toEqual([
      expect.objectContaining({
        ...{ text: 'I would say an eight.', turn: 2, speaker: 'Client' },
        time: { start: 4, end: 6 },
        session: expect.objectContaining({ id: last }),
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
      where session_id = ${last}`.execute(db)
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
    const value = { id: newId(), clientId, metricDefinitionId: calmness, weekNumber: 5 }
    await makeRow(db, 'metricValue', {
      ...value,
      numericValue: 80,
      source: 'transcription',
      analysisValueId,
    })
    await makeRow(db, 'burnoutAssessment', {
      ...{ clientId, weekNumber: 5, riskScore: 62, source: 'model' },
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

  test('has open tasks, overdue ones first', async () => {
    await assigned({ dueDate: '2999-01-01' })
    await assigned({ dueDate: '2020-01-01' })
    await assigned({ dueDate: '2020-02-01', completedAt: daysFromNow(-1) })
    expect((await made()).content.due).toEqual([
      { kind: 'assignment', name: 'Evening diary', dueDate: '2020-01-01', isOverdue: true },
      { kind: 'assignment', name: 'Evening diary', dueDate: '2999-01-01', isOverdue: false },
    ])
  })

  test('has promises of the last session and open questions', async () => {
    await assigned({ sessionId: last, note: 'Three lines each evening.' })
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

  test('of a new client invents nothing', async () => {
    clientId = await makeClient(db, { coachId })
    next = await makeSession(db, { clientId, sessionDefinitionId, sessionDate: daysFromNow(1) })
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

describe('a client who withdraws consent to analysis', () => {
  const withdraw = () =>
    decideConsents(call, clientId, { analysis: false, outside_analysis: false }, { cookie: coach })

  test('has a brief from their data only, without a model', async () => {
    isConnected = true
    await analysed()
    await noted(5, 55)
    await withdraw()
    const { content, status } = await made()
    expect(content).toMatchObject({ said: [], promised: [], questions: [], isWithoutWords: true })
    expect(content.metrics).toHaveLength(1)
    expect(status).toBe('done')
    await work()
    expect(prompts).toEqual([])
  })

  test('no longer has a brief with quotes, also if it is being written', async () => {
    isConnected = true
    await analysed()
    await made()
    await withdraw()
    expect(await read()).toMatchObject({ status: 'none', content: null })
    await work()
    expect(prompts).toEqual([])
    expect(await db.selectFrom('sessionBrief').selectAll().execute()).toEqual([])
  })

  test('stops a running request, and its answer is discarded', async () => {
    isConnected = true
    await made()
    answer = async (_, signal) => {
      await withdraw()
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
      })
      return signal.reason
    }
    await work()
    expect(await executions()).toEqual([])
    expect(await read()).toMatchObject({ status: 'none' })
  })
})

describe('a brief with a language model', () => {
  beforeEach(() => {
    isConnected = true
  })

  test('is available at once by rules, and later with a text, as an execution in the log', async () => {
    await analysed()
    const first = await made()
    expect(first).toMatchObject({ status: 'making', text: null, model: null })
    expect(first.content.said).toHaveLength(1)
    await work()
    expect(await read()).toMatchObject({
      ...{ status: 'done', text: 'A calm text.', model: 'gpt-5', isStale: false },
    })
    expect(prompts).toHaveLength(1)
    expect(prompts[0]?.type).toBe('session_preparation')
    expect(await executions()).toMatchObject([{ isSuccess: true }])
  })

  test('marks what is neither in the plan nor in a transcript', async () => {
    const text = 'Her stress was 99 last week, she said “I want to end it all”.'
    answer = async () => ({ text, tokensUsed: 1 })
    await made()
    await work()
    answer = calm
    const { unsupported } = await read()
    expect(unsupported.map(({ from, to }) => text.slice(from, to))).toEqual([
      '99',
      '“I want to end it all”',
    ])
  })

  test('remains rule-based if the model refuses, with the reason', async () => {
    answer = () => Promise.reject(new Rejected('refused', 'There is no money left.'))
    await made()
    await work()
    const brief = await read()
    expect(brief).toMatchObject({ status: 'failed', text: null })
    expect(brief.sentence).toContain('There is no money left.')
    expect(brief.content?.isWithoutWords).toBe(false)
    answer = calm
    await made()
    await work()
    expect(await read()).toMatchObject({ status: 'done', sentence: null, text: 'A calm text.' })
  })

  test('honours Retry-After of the model', async () => {
    answer = () => Promise.reject(new Unavailable('It is away.', { waitMs: 600_000 }))
    await made()
    await work()
    const row = await db
      .selectFrom('sessionBrief')
      .select(sql<number>`extract(epoch from next_try_at - now())::float8`.as('seconds'))
      .where('sessionId', '=', next)
      .executeTakeFirstOrThrow()
    expect(row.seconds).toBeGreaterThan(500)
  })

  test('is started once by concurrent requests', async () => {
    await made()
    await made()
    await work()
    await work()
    expect(prompts).toHaveLength(1)
  })

  test('continues after a crash, and reuses an answer that was received', async () => {
    await made()
    await work()
    await sql`update session_brief set status = 'waiting', execution_id = null, leased_until = now() - interval '1 second'`.execute(
      db,
    )
    await enqueueDueBriefs(db, deps.queue)
    await work()
    expect(prompts).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'done', text: 'A calm text.' })
  })
})

describe('promises and questions of a session', () => {
  const word = 'I would say an eight.'
  const isAnywhere = async () => {
    const { rows } = await sql<{ found: boolean }>`select
      exists (select from session_brief as it where session_id = ${next} and to_jsonb(it)::text like ${`%${word}%`})
      or exists (select from execution as it where session_id = ${next} and to_jsonb(it)::text like ${`%${word}%`})
      as found`.execute(db)
    return rows[0]?.found
  }

  test.each([
    ['is deleted', () => call({ method: 'DELETE', url: `/api/sessions/${last}` }, coach)],
    [
      'loses its conversation',
      () => updateRow(db, 'session', last, { transcribedTextScripted: null }),
    ],
  ])('are erased from briefs and executions when that session %s', async (_, go) => {
    isConnected = true
    await analysed()
    await made()
    await work()
    expect(await isAnywhere()).toBe(true)
    await go()
    expect(await isAnywhere()).toBe(false)
    expect(await read()).toMatchObject({ status: 'none' })
  })
})

describe('access', () => {
  test('a past session cannot be prepared', async () => {
    const refused = await prepare(last)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      error: 'Only upcoming sessions can be prepared.',
    })
    const away = await makeSession(db, {
      ...{ clientId, sessionDefinitionId, sessionDate: daysFromNow(1), archivedAt: daysFromNow(0) },
    })
    expect((await prepare(away)).statusCode).toBe(409)
    expect((await open(last)).json()).toMatchObject({ status: 'none' })
  })

  test('the audit log has who prepared it and whose quotes were opened, without text', async () => {
    await analysed()
    await made()
    const entries = await auditEntries(db, { clientId }, ['action', 'rowId', 'details'])
    expect(entries).toEqual([
      { action: 'session-prepared', rowId: next, details: {} },
      { action: 'plan-opened', rowId: clientId, details: {} },
      { action: 'transcript-opened', rowId: last, details: {} },
    ])
  })
})

describe('automatic preparation', () => {
  const zone = 'UTC'
  const day = calendarDay(new Date(daysFromNow(2)), zone)
  const evening = toInstant(addDays(day, -1), 18 * 60, zone)
  const at = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)
  const look = (now: Date) => prepareTomorrow(deps, { signal: never, onError, now })
  const begun = async () =>
    (await db.selectFrom('sessionBrief').select('id').where('sessionId', '=', next).execute())
      .length

  test('starts each brief once', async () => {
    await look(at(-1))
    expect(await begun()).toBe(0)
    await Promise.all([look(at(0)), look(at(0)), look(at(1))])
    expect(await begun()).toBe(1)
    await enqueueDueBriefs(db, deps.queue)
    await work()
    expect(await read()).toMatchObject({ status: 'done', madeBy: null, isStale: false })
    expect(errors).toEqual([])
  })

  test('logs the use of a language model without a user', async () => {
    isConnected = true
    await look(at(0))
    await work()
    expect(await read()).toMatchObject({ status: 'done', text: 'A calm text.', madeBy: null })
    expect(await executions()).toMatchObject([{ isSuccess: true, requestedBy: null }])
  })

  test('skips sessions that are planned later, until they are opened', async () => {
    await updateRow(db, 'session', next, { createdAt: at(1).toISOString() })
    await look(at(2))
    expect(await begun()).toBe(0)
  })

  test.each([
    ['was put away', { archivedAt: daysFromNow(0) }],
    ['has begun', { sessionDate: daysFromNow(-0.1) }],
  ])('skips a session that %s', async (_, change) => {
    await db.updateTable('session').set(change).where('id', '=', next).execute()
    await look(at(0))
    expect(await begun()).toBe(0)
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
    await look(at(0))
    expect(await begun()).toBe(0)
    await put(true)
    await expect.poll(() => deps.installation.prepareSessions).toBe(true)
  })

  test('follows the time zone of the installation, also across clock changes', async () => {
    await db
      .updateTable('session')
      // 9 am in Copenhagen on the day on which daylight saving time begins.
      .set({ sessionDate: '2035-03-25T07:00:00.000Z', createdAt: daysFromNow(-3) })
      .where('id', '=', next)
      .execute()
    const due = (now: string) =>
      sessionsToPrepare(db, { now: new Date(now), timeZone: 'Europe/Copenhagen', limit: 10 })
    expect(await due('2035-03-24T16:59:00.000Z')).toEqual([])
    expect(await due('2035-03-24T17:00:00.000Z')).toEqual([next])
    expect(await due('2035-03-25T07:00:00.000Z')).toEqual([])
  })
})

test('without an active prompt a brief is rule-based, whatever is connected', async () => {
  isConnected = true
  // An installation from before templates had to be active.
  await sql`alter table template disable trigger user`.execute(db)
  await db.updateTable('template').set({ isActive: false }).execute()
  expect(await made()).toMatchObject({ status: 'done', text: null })
})
