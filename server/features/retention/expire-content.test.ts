import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { RetainedKind } from '#contract/retention/retention.ts'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { makeRecording } from '../../test/make-recording.ts'
import {
  auditEntries,
  daysFromNow,
  localDiskId,
  makeRow,
  makeSession,
  getRow,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { applyRetention } from './apply-retention.ts'

const { db, deps, storage, call, signIn, emails, clientId, sessionDefinitionId } = await testApp()
const coach = await signIn(emails.coach)
const job = {
  signal: new AbortController().signal,
  onError: (error: Error) => {
    throw error
  },
}

/** A session with a recording and a transcript, and an execution with its words. */
async function talk(days: number) {
  const id = await makeSession(db, {
    ...{ clientId, sessionDefinitionId, sessionDate: daysFromNow(days) },
    ...{ transcribedTextRaw: 'Hello.', transcribedTextScripted: 'Client: Hello.' },
  })
  const recordingId = await makeRecording(deps, id)
  await db
    .updateTable('recording')
    .set({ createdAt: daysFromNow(days) })
    .where('id', '=', recordingId)
    .execute()
  await makeRow(db, 'newTranscript', {
    ...{ sessionId: id, recordingId, segments: '[]', warnings: [] },
  })
  const executionId = await makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'x', isSuccess: true, executionTimeMs: 1 },
    ...{ sessionId: id, contextId: clientId, inputData: JSON.stringify({ said: 'Hello.' }) },
  })
  return { id, recordingId, executionId }
}
const setDays = (kind: RetainedKind, days: number | null) =>
  db.updateTable('retention').set({ days }).where('kind', '=', kind).execute()
const open = async (id: string) =>
  (await call({ url: `/api/sessions/${id}?transcripts=omit` }, coach)).json<SessionDetail>()
const keep = (id: string, isKept: boolean) =>
  call({ method: 'PUT', url: `/api/sessions/${id}?transcripts=omit`, payload: { isKept } }, coach)
const deletions = async (rowId: string) =>
  (await auditEntries(db, { rowId }, ['action', 'userId']))
    .filter(({ action }) => action.endsWith('-deleted'))
    .map(({ action, userId }) => [action, userId])

test('an expired recording is deleted with all its files, and its session says when', async () => {
  const [old, young] = [await talk(-31), await talk(-29)]
  // As after a move, which leaves the old file for a while.
  const copyKey = `${old.recordingId}-1`
  const file = path.join(deps.config.dataDir, copyKey)
  writeFileSync(file, 'a recording')
  await storage.put(copyKey, file, 'video/mp4', { sessionId: old.id })
  await makeRow(db, 'discardedFile', {
    ...{ integrationId: localDiskId, storageKey: copyKey, keepUntil: daysFromNow(1) },
  })
  await setDays('recording', 30)
  await applyRetention(deps, job)
  await setDays('recording', null)
  expect(await storage.size(old.recordingId)).toBeUndefined()
  expect(await storage.size(copyKey)).toBeUndefined()
  expect(await storage.size(young.recordingId)).toBe(11)
  expect(await open(old.id)).toMatchObject({
    ...{ recording: null, hasRawTranscript: true, transcriptDeletedAt: null },
    recordingDeletedAt: expect.any(String) as string,
  })
  expect(await open(young.id)).toMatchObject({ recordingDeletedAt: null })
  expect(await deletions(old.id)).toEqual([['recording-deleted', null]])
})

test('an expired transcript is deleted with the conversation, and everywhere its words were stored', async () => {
  const [old, young] = [await talk(-31), await talk(-29)]
  await setDays('transcript', 30)
  await applyRetention(deps, job)
  await setDays('transcript', null)
  expect(await open(old.id)).toMatchObject({
    ...{ hasRawTranscript: false, hasConversation: false, hasNewTranscript: false },
    transcriptDeletedAt: expect.any(String) as string,
  })
  expect(await getRow(db, 'execution', old.executionId)).toMatchObject({ inputData: null })
  expect(await open(young.id)).toMatchObject({
    ...{ hasRawTranscript: true, transcriptDeletedAt: null },
    hasNewTranscript: true,
  })
  expect(await deletions(old.id)).toEqual([['transcript-deleted', null]])
})

test('nothing of a kept session expires, until it is released', async () => {
  const { id } = await talk(-31)
  expect((await keep(id, true)).json<SessionDetail>().isKept).toBe(true)
  await keep(id, true)
  for (const kind of ['recording', 'transcript'] as const) await setDays(kind, 30)
  await applyRetention(deps, job)
  expect(await open(id)).toMatchObject({ recordingDeletedAt: null, hasRawTranscript: true })
  await keep(id, false)
  await applyRetention(deps, job)
  expect(await open(id)).toMatchObject({ recording: null, hasRawTranscript: false })
  for (const kind of ['recording', 'transcript'] as const) await setDays(kind, null)
  const marks = (await auditEntries(db, { rowId: id }, ['action'])).map(({ action }) => action)
  expect(marks.filter((it) => /kept|released/.test(it))).toEqual([
    'session-kept',
    'session-released',
  ])
})

test('a kept session also protects its brief, and runs and briefs that include its words', async () => {
  const [kept, later, other] = [await talk(-40), await talk(-39), await talk(-38)]
  await keep(kept.id, true)
  const old = { executedAt: daysFromNow(-31), madeAt: daysFromNow(-31) }
  const run = (sessionId: string, mentionedSessions: string[]) =>
    makeRow(db, 'execution', {
      ...{ templateType: 'session_preparation', templateName: 'x', isSuccess: true },
      ...{ executionTimeMs: 1, executedAt: old.executedAt, sessionId, mentionedSessions },
    })
  const brief = (sessionId: string, mentionedSessions: string[]) =>
    makeRow(db, 'sessionBrief', {
      ...{ status: 'done', content: '{}', madeAt: old.madeAt, sessionId, mentionedSessions },
    })
  const saved = [
    ...[await run(kept.id, []), await run(later.id, [other.id, kept.id])],
    ...[await brief(kept.id, []), await brief(later.id, [other.id, kept.id])],
  ]
  const gone = [await run(other.id, [later.id]), await brief(other.id, [later.id])]
  const ids = async () => {
    const runs = await db.selectFrom('execution').select('id').execute()
    const briefs = await db.selectFrom('sessionBrief').select('id').execute()
    return [...runs, ...briefs].map(({ id }) => id)
  }
  for (const kind of ['execution', 'session_brief'] as const) await setDays(kind, 30)
  await applyRetention(deps, job)
  expect(await ids()).toEqual(expect.arrayContaining(saved))
  for (const id of gone) expect(await ids()).not.toContain(id)
  await keep(kept.id, false)
  await applyRetention(deps, job)
  for (const id of saved) expect(await ids()).not.toContain(id)
  for (const kind of ['execution', 'session_brief'] as const) await setDays(kind, 365)
})
