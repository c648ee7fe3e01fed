import { afterEach, describe, expect, test } from 'vitest'
import {
  type CoachingEnd,
  graceDays,
  type RetainedKind,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import { newId } from '../../platform/ids.ts'
import {
  auditEntries,
  daysFromNow,
  makeClient,
  makeRecordingRow,
  makeRow,
  makeSession,
  updateRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { applyRetention } from './apply-retention.ts'

const { deps, db, call, signIn, emails, coachId, sessionDefinitionId } = await testApp()
const coach = await signIn(emails.coach)
const job = {
  signal: new AbortController().signal,
  onError: (error: Error) => {
    throw error
  },
}
const url = (clientId: string) => `/api/clients/${clientId}/coaching-end`
const read = async (clientId: string) =>
  (await call({ url: url(clientId) }, coach)).json<CoachingEnd>()
const set = (clientId: string, isEnded: boolean, cookie = coach) =>
  call({ method: 'POST', url: url(clientId), payload: { isEnded } }, cookie)
const setRule = (kind: RetainedKind, value: unknown) =>
  db
    .insertInto('setting')
    .values({ name: `retention.${kind}`, value: JSON.stringify(value) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute()
afterEach(() => db.deleteFrom('setting').execute())

/** A client with a session of every kind of content that can be kept until the coaching ends. */
async function coached(days = -100) {
  const clientId = await makeClient(db, { coachId })
  return { clientId, ...(await talk(clientId, days)) }
}
async function talk(clientId: string, days: number) {
  const at = daysFromNow(days)
  const sessionId = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, sessionDate: at, transcribedTextRaw: 'Hello.' },
  })
  await makeRecordingRow(db, sessionId, { createdAt: at })
  await makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'x', isSuccess: true, executionTimeMs: 1 },
    ...{ sessionId, contextId: clientId, executedAt: at },
  })
  await makeRow(db, 'sessionBrief', { sessionId, status: 'done', content: '{}', madeAt: at })
  return { sessionId }
}
/** Recordings, transcripts, runs and briefs of a client. */
async function contentOf(clientId: string) {
  const { deletions } = await read(clientId)
  return Object.fromEntries(deletions.map(({ kind, rows }) => [kind, rows]))
}
const kinds = ['recording', 'transcript', 'execution', 'session_brief'] as const
const setRulesUntilCoachingEnds = async () => {
  for (const kind of kinds) await setRule(kind, untilCoachingEnds)
}
const each = (rows: number) => Object.fromEntries(kinds.map((kind) => [kind, rows]))
const endedDaysAgo = (clientId: string, days: number) =>
  updateRow(db, 'client', clientId, { coachingEndedAt: daysFromNow(-days) })

describe('content that is kept until the coaching ends', () => {
  test('is deleted after the grace period, and not before', async () => {
    const [over, inGrace, going] = [await coached(), await coached(), await coached()]
    await endedDaysAgo(over.clientId, graceDays + 1)
    await endedDaysAgo(inGrace.clientId, graceDays - 1)
    await setRulesUntilCoachingEnds()
    await applyRetention(deps, job)
    expect(await contentOf(over.clientId)).toEqual(each(0))
    expect(await contentOf(inGrace.clientId)).toEqual(each(1))
    expect(await contentOf(going.clientId)).toEqual(each(1))
  })

  test('is not deleted under other rules', async () => {
    const { clientId } = await coached()
    await endedDaysAgo(clientId, graceDays + 1)
    await setRule('execution', null)
    await applyRetention(deps, job)
    expect(await contentOf(clientId)).toEqual({})
    await setRulesUntilCoachingEnds()
    expect(await contentOf(clientId)).toEqual(each(1))
  })

  test('also has the grace period if it is added after the end', async () => {
    const { clientId } = await coached()
    await endedDaysAgo(clientId, graceDays + 50)
    await talk(clientId, -1)
    await setRulesUntilCoachingEnds()
    await applyRetention(deps, job)
    expect(await contentOf(clientId)).toEqual(each(1))
    expect((await read(clientId)).deletedAt > daysFromNow(graceDays - 2)).toBe(true)
  })

  test('stays if its session is kept', async () => {
    const { clientId, sessionId } = await coached()
    await endedDaysAgo(clientId, graceDays + 1)
    await updateRow(db, 'session', sessionId, { isKept: true })
    await setRulesUntilCoachingEnds()
    expect(await contentOf(clientId)).toEqual(each(0))
    await applyRetention(deps, job)
    await updateRow(db, 'session', sessionId, { isKept: false })
    expect(await contentOf(clientId)).toEqual(each(1))
  })

  test('is also deleted when the account is deactivated, as is a family member’s', async () => {
    const { clientId } = await coached()
    const memberId = newId()
    await db
      .insertInto('client')
      .values({ id: memberId, guardianId: clientId, firstName: 'Viggo', coachId })
      .execute()
    await talk(memberId, -100)
    await db
      .updateTable('user')
      .set({ deactivatedAt: daysFromNow(-graceDays - 1) })
      .where('id', '=', db.selectFrom('client').select('userId').where('id', '=', clientId))
      .execute()
    expect(await read(memberId)).toMatchObject({ isDeactivated: true })
    await setRulesUntilCoachingEnds()
    await applyRetention(deps, job)
    expect(await contentOf(clientId)).toEqual(each(0))
    expect(await contentOf(memberId)).toEqual(each(0))
  })
})

describe('a coach', () => {
  test('ends the coaching and resumes it, once each even if requested repeatedly', async () => {
    const { clientId } = await coached()
    await setRule('recording', untilCoachingEnds)
    expect(await read(clientId)).toMatchObject({
      ...{ endedAt: null, isDeactivated: false, deletions: [{ kind: 'recording', rows: 1 }] },
    })
    const ended = (await set(clientId, true)).json<CoachingEnd>()
    expect(Date.parse(ended.deletedAt) - Date.parse(ended.endedAt ?? '')).toBe(
      graceDays * 24 * 3600 * 1000,
    )
    expect((await set(clientId, true)).json()).toEqual(ended)
    expect((await set(clientId, false)).json()).toMatchObject({ endedAt: null })
    await set(clientId, false)
    const actions = (await auditEntries(db, { rowId: clientId }, ['action'])).map((it) => it.action)
    expect(actions).toEqual(['coaching-ended', 'coaching-resumed'])
  })

  test('cannot end the coaching of clients of other coaches, and clients cannot end their own', async () => {
    const { clientId } = await coached()
    expect((await set(clientId, true, await signIn(emails.otherCoach))).statusCode).toBe(404)
    expect((await set(clientId, true, await signIn(emails.client))).statusCode).toBe(403)
    expect((await call({ url: url(clientId) }, await signIn(emails.client))).statusCode).toBe(404)
    expect(await read(clientId)).toMatchObject({ endedAt: null })
  })
})

test('the rows that a rule until the end of the coaching would delete are counted in advance', async () => {
  const { clientId } = await coached()
  await endedDaysAgo(clientId, graceDays + 1)
  const system = await signIn(emails.system)
  const count = async (kind: RetainedKind) =>
    (
      await call({ url: `/api/admin/settings/${kind}/removed?rule=${untilCoachingEnds}` }, system)
    ).json<{ rows: number }>().rows
  const before = await count('recording')
  expect(before).toBeGreaterThan(0)
  expect(await count('message')).toBe(0)
  await setRule('recording', untilCoachingEnds)
  await applyRetention(deps, job)
  expect(await count('recording')).toBe(0)
})
