import { beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { daysFromNow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { applyRetention, retainedKinds as everyKind } from './apply-retention.ts'

const { deps, db, coachId, coachUserId, adminUserId, clientId, sessionDefinitionId } =
  await testApp()
const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
const other = await makeSession(db, { clientId, sessionDefinitionId })
const job = {
  signal: new AbortController().signal,
  onError: (error: Error) => {
    throw error
  },
}

/** Content of sessions is in expire-content.test.ts. */
const retainedKinds = everyKind.filter((it) => it !== 'recording' && it !== 'transcript')

const countOf = async (table: (typeof retainedKinds)[number]) => {
  const { rows } = await sql<{ count: string }>`select count(*) from ${sql.table(table)}`.execute(
    db,
  )
  return Number(rows[0]?.count)
}
beforeEach(async () => {
  for (const kind of retainedKinds) await sql`delete from ${sql.table(kind)}`.execute(db)
})

const messages = (days: number, count = 1, status = 'kept') =>
  db
    .insertInto('message')
    .values(
      Array.from({ length: count }, () => ({
        ...{ id: newId(), recipient: 'x', subject: 'x', body: 'x', status },
        ...{ kind: 'invitation', language: 'en', short: 'x' },
        createdAt: daysFromNow(days),
      })),
    )
    .execute()
const entries = (days: number) =>
  db
    .insertInto('auditEntry')
    .values({ id: newId(), action: 'signed-in', createdAt: daysFromNow(days) })
    .execute()
const executions = (days: number) =>
  db
    .insertInto('execution')
    .values({
      ...{ id: newId(), templateType: 'diarization', templateName: 'x', isSuccess: true },
      ...{ executionTimeMs: 1, executedAt: daysFromNow(days) },
    })
    .execute()

const texts = async (days: number) => {
  const id = newId()
  const values = { id, number: 1, version: '1', systemPrompt: 'x', userPromptTemplate: 'x' }
  await db
    .insertInto('templateVersion')
    .values({ ...values, createdAt: daysFromNow(days) })
    .execute()
  return id
}

test('each kind of row has its retention days', async () => {
  const rows = await db.selectFrom('retention').selectAll().execute()
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(everyKind.toSorted())
  expect(Object.fromEntries(rows.map(({ kind, days }) => [kind, days]))).toEqual({
    ...{ login: 0, password_reset: 0, rate_limit: 0, message: 30 },
    ...{ pending_login: 0, trusted_browser: 0, email_change: 0, event_stream: 0 },
    ...{ recording: null, transcript: null },
    ...{ execution: 365, audit_entry: null, plan_change: 1, presence: 1, transcript_draft: 90 },
    ...{
      template_version: 0,
      egress: 365,
      reminder: 30,
      known_session: 30,
      session_brief: 365,
      feedback: 365,
      session_request: 365,
      idempotent_request: 1,
    },
  })
})

test('rows are deleted after their retention days', async () => {
  const login = (expiresAt: string) => {
    const id = newId()
    return { id, tokenHash: id, userId: coachUserId, expiresAt }
  }
  const ends = [login(daysFromNow(1)), login(daysFromNow(-1))]
  await db.insertInto('login').values(ends).execute()
  await db.insertInto('passwordReset').values(ends).execute()
  await db
    .insertInto('eventStream')
    .values(ends.map(({ id, userId, expiresAt }) => ({ id, userId, expiresAt })))
    .execute()
  await db
    .insertInto('pendingLogin')
    .values(ends.map((it) => ({ ...it, isRemembered: false })))
    .execute()
  await db
    .insertInto('trustedBrowser')
    .values(ends.map(({ tokenHash, ...it }) => ({ ...it, browserHash: tokenHash })))
    .execute()
  await db
    .insertInto('emailChange')
    .values(
      ends.map((it, index) => ({
        ...it,
        ...{ email: 'new@example.com', userId: index ? coachUserId : adminUserId },
      })),
    )
    .execute()
  await db
    .insertInto('rateLimit')
    .values([
      { keyHash: 'spent', fullAt: daysFromNow(1) },
      { keyHash: 'whole', fullAt: daysFromNow(-1) },
    ])
    .execute()
  await messages(-29)
  await messages(-31)
  await entries(-4000)
  await executions(-364)
  await executions(-366)
  const ages = [-0.5, -2].map((days) => daysFromNow(days))
  await db
    .insertInto('presence')
    .values(ages.map((seenAt) => ({ id: newId(), sessionId, userId: coachUserId, seenAt })))
    .execute()
  await db
    .insertInto('idempotentRequest')
    .values(
      ages.map((createdAt) => ({
        ...{ keyHash: createdAt, userId: coachUserId, digest: 'x', createdId: newId(), createdAt },
      })),
    )
    .execute()
  await db
    .insertInto('egress')
    .values(
      [-364, -366].map((days) => ({
        ...{ id: newId(), provider: 'x', host: 'x', purpose: 'x' },
        createdAt: daysFromNow(days),
      })),
    )
    .execute()
  const drafts = [coachUserId, adminUserId].map((userId, index) => ({
    ...{ id: newId(), sessionId, userId, segments: '[]', transcriptVersion: 1 },
    savedAt: daysFromNow(index ? -91 : -89),
  }))
  await db.insertInto('transcriptDraft').values(drafts).execute()
  await db
    .insertInto('reminder')
    .values(
      [-29, -31].map((days) => ({
        ...{ id: newId(), about: 'session', rowId: newId(), userId: coachUserId },
        ...{ version: 1, step: 'ahead', at: daysFromNow(days) },
      })),
    )
    .execute()
  await db
    .insertInto('knownSession')
    .values(
      [-29, -31].map((days) => ({
        ...{ sessionId: newId(), userId: coachUserId, sessionDate: daysFromNow(days) },
        ...{ durationMinutes: 50, dateVersion: 1 },
      })),
    )
    .execute()
  const brief = { status: 'done', content: '{}' }
  await db
    .insertInto('sessionBrief')
    .values([
      { ...brief, id: newId(), sessionId, madeAt: daysFromNow(-364) },
      { ...brief, id: newId(), sessionId: other, madeAt: daysFromNow(-366) },
    ])
    .execute()
  await db
    .insertInto('feedback')
    .values([
      { sessionId, rating: 4, givenAt: daysFromNow(-364) },
      { sessionId: other, rating: 4, givenAt: daysFromNow(-366) },
    ])
    .execute()
  await db
    .insertInto('sessionRequest')
    .values(
      [-364, -366].map((days) => ({
        ...{ id: newId(), clientId, coachId, sessionDefinitionId, status: 'declined' },
        ...{ durationMinutes: 50, held: '{}', startsAt: daysFromNow(days + 5) },
        ...{ requestedAt: daysFromNow(days), lapsesAt: daysFromNow(days + 2) },
      })),
    )
    .execute()
  // Open plans are notified that briefs were deleted.
  await db.deleteFrom('planChange').execute()
  await db
    .insertInto('planChange')
    .values(ages.map((createdAt) => ({ createdAt })))
    .execute()
  await texts(-1)
  await texts(1)
  await applyRetention(deps, job)
  // And of the deleted feedback and request.
  for (const kind of retainedKinds)
    expect([kind, await countOf(kind)]).toEqual([kind, kind === 'plan_change' ? 3 : 1])
  expect((await db.selectFrom('rateLimit').select('keyHash').execute())[0]?.keyHash).toBe('spent')
})

test('settings override the default days, and invalid ones are ignored', async () => {
  const setTo = (kind: string, value: unknown) =>
    db
      .insertInto('setting')
      .values({ name: `retention.${kind}`, value: JSON.stringify(value) })
      .execute()
  await setTo('audit_entry', 100)
  await setTo('execution', 1)
  await setTo('message', null)
  await setTo('presence', null)
  for (const days of [-99, -101]) {
    await entries(days)
    await executions(days)
    await messages(days)
  }
  await db
    .insertInto('presence')
    .values({ id: newId(), sessionId, userId: coachUserId, seenAt: daysFromNow(-2) })
    .execute()
  await applyRetention(deps, job)
  const left = ['audit_entry', 'execution', 'message', 'presence'] as const
  expect(await Promise.all(left.map(countOf))).toEqual([1, 0, 2, 0])
  await db.deleteFrom('setting').execute()
})

test('a waiting message is not deleted', async () => {
  await messages(-31, 1, 'waiting')
  await messages(-31, 1, 'failed')
  await applyRetention(deps, job)
  expect(await countOf('message')).toBe(1)
})

test('a prompt version stays with its template and its executions', async () => {
  const templateId = newId()
  const template = { id: templateId, name: 'Kind', type: 'diarization' }
  await db
    .insertInto('template')
    .values({ ...template, systemPrompt: 'one', userPromptTemplate: 'x' })
    .execute()
  await db.updateTable('template').set({ systemPrompt: 'two' }).execute()
  await db.updateTable('template').set({ systemPrompt: 'three' }).execute()
  const kept = async () => {
    await applyRetention(deps, job)
    const rows = await db.selectFrom('templateVersion').select('systemPrompt').execute()
    return rows.map((it) => it.systemPrompt).toSorted()
  }
  expect(await kept()).toEqual(['one', 'three', 'two'])
  await executions(-1)
  await db
    .updateTable('execution')
    .set((eb) => ({
      templateVersionId: eb
        .selectFrom('templateVersion')
        .select('id')
        .where('systemPrompt', '=', 'two'),
    }))
    .execute()
  await db.deleteFrom('template').where('id', '=', templateId).execute()
  expect(await kept()).toEqual(['two'])
  await db.deleteFrom('execution').execute()
  expect(await kept()).toEqual([])
})
