import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { PlanUpdate } from '#contract/plans/plan-events.ts'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { newId } from '../../../platform/ids.ts'
import { eventListeners, eventProcesses, neverBeating } from '../../../test/event-processes.ts'
import { makeRecording } from '../../../test/make-recording.ts'
import {
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRow,
  makeSession,
  updateRow,
} from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { planEventRoutes } from './plan-events.routes.ts'

const tested = await testApp()
const { deps, db, call, signIn, impersonate, emails, ...made } = tested
const { coachId, coachUserId, sessionDefinitionId } = made
const startProcess = eventProcesses(tested, planEventRoutes)
const listenTo = eventListeners()
const here = await startProcess()
const there = await startProcess()
const beating = await startProcess({ ...neverBeating, heartbeatMs: 60 })
const coach = await signIn(emails.coach)
const admin = await signIn(emails.admin)

let clientId: string
let sessionId: string
beforeEach(async () => {
  clientId = await makeClient(db, { coachId })
  sessionId = await makeSession(db, { clientId, sessionDefinitionId })
})

type Asked = { address?: string; as?: string; session?: string }
async function listen({ address = here.address, as = coach, session }: Asked = {}) {
  const query = session ? `?session=${session}` : ''
  const listener = await listenTo(`${address}/api/clients/${clientId}/events${query}`, as)
  const news = () => listener.events() as PlanUpdate[]
  return { ...listener, news, last: () => news().at(-1) }
}
const stateOf = async (id = clientId) =>
  (
    await call({ url: `/api/clients/${id}/sessions-and-metrics?transcripts=omit` }, coach)
  ).json<SessionsAndMetrics>().state

test('a plan and its stream have the same state until something changes', async () => {
  const state = await stateOf()
  const listener = await listen()
  await expect.poll(listener.news).toEqual([{ state, underWay: [], present: [] }])
  await makeSession(db, { clientId, sessionDefinitionId })
  await expect.poll(() => listener.last()?.state).not.toBe(state)
  const changed = await stateOf()
  await expect.poll(() => listener.last()?.state).toBe(changed)
})

const definitionId = await makeAssignmentType(db)
const assignment = () => ({
  id: newId(),
  clientId,
  assignmentDefinitionId: definitionId,
  weekNumber: 1,
})
const brief = () => ({ id: newId(), sessionId })
const burnout = () => ({ id: newId(), clientId, weekNumber: 1, riskScore: 40 })
const metricId = await makeMetric(db, { key: 'stress' })

const changes: [string, () => Promise<unknown>][] = [
  [
    'a conversation saved',
    () => updateRow(db, 'session', sessionId, { transcribedTextScripted: 'Hello.' }),
  ],
  ['a session kept', () => updateRow(db, 'session', sessionId, { isKept: true })],
  [
    'a transcript deleted by its age',
    () => updateRow(db, 'session', sessionId, { transcriptDeletedAt: new Date().toISOString() }),
  ],
  ['a session deleted', () => db.deleteFrom('session').where('id', '=', sessionId).execute()],
  ['a recording', () => makeRecording(deps, sessionId)],
  ['a brief', () => db.insertInto('sessionBrief').values(brief()).execute()],
  ['an assignment', () => db.insertInto('assignment').values(assignment()).execute()],
  ['a burnout assessment', () => db.insertInto('burnoutAssessment').values(burnout()).execute()],
  [
    'a metric value',
    () =>
      makeRow(db, 'metricValue', {
        clientId,
        metricDefinitionId: metricId,
        weekNumber: 1,
        numericValue: 3,
      }),
  ],
  ['another coach', () => updateRow(db, 'client', clientId, { coachId: tested.otherCoachId })],
]
test.each(changes)(
  '%s is announced in every process to streams of that plan only',
  async (_, change) => {
    const listener = await listen({ address: there.address, as: admin })
    const own = clientId
    clientId = await makeClient(db, { coachId })
    const elsewhere = await listen({ as: admin })
    clientId = own
    await expect.poll(() => [listener.news().length, elsewhere.news().length]).toEqual([1, 1])
    await change()
    await expect.poll(() => listener.news().length).toBeGreaterThan(1)
    expect(listener.last()?.state).not.toBe(listener.news()[0]?.state)
    expect(elsewhere.news().length).toBe(1)
  },
)

/** Columns that no plan shows, or that are only written together with an announced row. */
const unannounced = {
  audit_entry: 'who looked changed nothing',
  burnout_assessment_history: 'with its assessment',
  client_coach: 'with its client',
  client_risk_level: 'with its client',
  egress: 'a log',
  erasure: 'shown on its own page',
  execution: 'a log',
  identity_provider: 'its client_id is that of OpenID Connect',
  known_session: 'what was told',
  metric_value_history: 'with its value',
  note: 'read by its author alone',
  person_export: 'shown where it was requested',
  plan_change: 'the notes of changes',
  recording_move_failure: 'System Settings',
  recording_part: 'with its recording',
  transcript_draft: 'of one person',
  upload: 'becomes a recording',
}
test('every table about a client is announced or an exception', async () => {
  const { rows } = await sql<{ table: string; isWatched: boolean }>`
    select relname as "table", bool_or(tgname ~ '^plan_|_notified$') is true as "isWatched"
    from pg_class join pg_attribute on attrelid = pg_class.oid left join pg_trigger on tgrelid = pg_class.oid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attname ~ '(client|session|recording)_id$'
    group by relname order by relname`.execute(db)
  expect(rows.filter(({ isWatched }) => !isWatched).map(({ table }) => table)).toEqual(
    Object.keys(unannounced),
  )
})

test('starting a brief is announced, its progress is not', async () => {
  await db.insertInto('sessionBrief').values(brief()).execute()
  const listener = await listen()
  await expect.poll(() => listener.news().length).toBe(1)
  const change = (values: { mentionedSessions?: string[]; madeAt?: string }) =>
    db.updateTable('sessionBrief').set(values).where('sessionId', '=', sessionId).execute()
  const state = await stateOf()
  await change({ mentionedSessions: [newId()] })
  expect(await stateOf()).toBe(state)
  await change({ madeAt: new Date().toISOString() })
  await expect.poll(() => listener.news().length).toBe(2)
  expect(listener.last()?.state).not.toBe(state)
})

test('a change for many clients at once is announced to all streams', async () => {
  const listener = await listen()
  await expect.poll(() => listener.news().length).toBe(1)
  const before = await db.selectFrom('planChange').select('id').execute()
  const child = {
    guardianId: clientId,
    firstName: 'Viggo',
    lastName: 'Client',
    familyRelation: 'Son',
  }
  const clients = Array.from({ length: 300 }, () => ({ id: newId(), ...child }))
  await db.insertInto('client').values(clients).execute()
  await expect.poll(() => listener.news().length).toBe(2)
  const after = await db.selectFrom('planChange').select('id').execute()
  expect(after.length).toBe(before.length + 1)
})

test('a stream that reconnects gets missed changes', async () => {
  const before = await listen()
  await expect.poll(() => before.news().length).toBe(1)
  await before.close()
  await db.insertInto('assignment').values(assignment()).execute()
  const after = await listen()
  await expect.poll(() => after.news().length).toBe(1)
  expect(after.last()?.state).not.toBe(before.last()?.state)
})

test('progress of a transcription is sent, and does not change the state of the plan', async () => {
  const listener = await listen()
  const id = await makeRow(db, 'transcription', { sessionId })
  await expect
    .poll(() => listener.last()?.underWay)
    .toEqual([{ sessionId, status: 'waiting', progress: 0, note: null }])
  const begun = await stateOf()
  await expect.poll(() => listener.last()?.state).toBe(begun)
  await updateRow(db, 'transcription', id, { progress: 0.4 })
  await expect.poll(() => listener.last()?.underWay[0]?.progress).toBe(0.4)
  expect(listener.last()?.state).toBe(begun)
  const told = listener.news().length
  await updateRow(db, 'transcription', id, { status: 'completed' })
  await expect.poll(() => listener.last()?.underWay).toEqual([])
  expect(listener.news().length).toBe(told + 1)
  expect(listener.last()?.state).not.toBe(begun)
})

const names = (news: PlanUpdate | undefined) => news?.present.map((it) => it.name)

test('users with an open session are shown to others once, until they close the last window', async () => {
  const watching = await listen({ as: admin, session: sessionId })
  await expect.poll(() => watching.last()?.present).toEqual([])
  const one = await listen({ session: sessionId })
  const two = await listen({ address: there.address, session: sessionId })
  await expect
    .poll(() => watching.last()?.present)
    .toEqual([{ sessionId, userId: coachUserId, name: 'anna coach' }])
  await expect.poll(() => names(one.last())).toHaveLength(1)
  await one.close()
  await two.close()
  await expect.poll(() => watching.last()?.present).toEqual([])
  await watching.close()
  await expect.poll(() => db.selectFrom('presence').selectAll().execute()).toEqual([])
})

test('an impersonating administrator is shown with their own name', async () => {
  const asCoach = await impersonate(coachUserId)
  const watching = await listen()
  await listen({ as: asCoach, session: sessionId })
  await expect.poll(() => watching.last()?.present[0]?.userId).toBe(tested.systemUserId)
})

test('a session of another client does not count as open in this plan', async () => {
  const other = await makeSession(db, { clientId: await makeClient(db), sessionDefinitionId })
  const listener = await listen({ session: other })
  await expect.poll(() => listener.news().length).toBe(1)
  expect(await db.selectFrom('presence').selectAll().execute()).toEqual([])
})

test('presence of a killed process expires, and that of a running one does not', async () => {
  const gone = {
    id: newId(),
    sessionId,
    userId: coachUserId,
    seenAt: new Date(Date.now() - 60_000).toISOString(),
  }
  await db.insertInto('presence').values(gone).execute()
  const watching = await listen({ as: admin })
  await expect.poll(() => watching.last()?.present).toEqual([])
  await listen({ address: beating.address, session: sessionId })
  await expect.poll(() => names(watching.last())).toEqual(['anna coach'])
  const seen = () =>
    db.selectFrom('presence').select('seenAt').where('id', '<>', gone.id).executeTakeFirstOrThrow()
  const { seenAt } = await seen()
  await expect.poll(async () => (await seen()).seenAt).not.toBe(seenAt)
  await db.deleteFrom('presence').execute()
})

test('a client receives changes of their plan, but neither sessions nor presence', async () => {
  clientId = tested.clientId
  sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  await makeRow(db, 'transcription', { sessionId })
  await listen({ session: sessionId })
  const listener = await listen({ as: await signIn(emails.client), session: sessionId })
  await expect.poll(() => listener.news().length).toBeGreaterThan(0)
  expect(listener.last()).toEqual({ state: expect.any(String), underWay: [], present: [] })
  const state = listener.last()?.state
  await db.insertInto('assignment').values(assignment()).execute()
  await expect.poll(() => listener.last()?.state).not.toBe(state)
})

test('a coach who loses the client receives nothing more', async () => {
  const listener = await listen({ address: beating.address })
  await updateRow(db, 'client', clientId, { coachId: tested.otherCoachId })
  await listener.ended
  expect((await listen()).status).toBe(404)
})

test('users who may not read the plan receive nothing', async () => {
  expect((await listen({ as: await signIn(emails.otherCoach) })).status).toBe(404)
  expect((await listen({ as: await signIn(emails.client) })).status).toBe(404)
  expect((await listen({ as: await signIn(emails.org) })).status).toBe(403)
  expect((await listen({ as: '' })).status).toBe(401)
})
