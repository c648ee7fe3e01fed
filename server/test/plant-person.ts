import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { eventColumns } from '../features/analytics/edition/edition.ts'
import { newId } from '../platform/ids.ts'
import type { Storage } from '../providers/storage/storage.ts'
import { makeStagingFolder, stagingFile } from '../features/recordings/uploads/staging.ts'
import {
  localDiskId,
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRecordingRow,
  makeRow,
  makeSession,
  makeUser,
  daysFromNow,
} from './make.ts'
import type { testApp } from './test-app.ts'

type Planting = Pick<
  Awaited<ReturnType<typeof testApp>>,
  'db' | 'deps' | 'storage' | 'coachId' | 'coachUserId' | 'sessionDefinitionId' | 'organizationId'
>
/** A storage outside. `sessionId`: one with consent. */
type Remote = { id: string; storage: Storage; sessionId: string }

export type PlantedPerson = Awaited<ReturnType<typeof plantPerson>>

/** A person with a family member, and rows in every table that can hold their words. */
export async function plantPerson(
  { db, deps, storage, coachId, coachUserId, sessionDefinitionId, organizationId }: Planting,
  word: string,
  remote?: Remote,
) {
  const { config } = deps
  const { id: transcriptionId } = await deps.providers.active('transcription')
  const email = `${word}@example.com`
  const userId = await makeUser(db, { email, roles: ['client_user'], organizationId })
  const clientId = await makeClient(db, { userId, coachId, organizationId })
  const memberId = newId()
  await db
    .insertInto('client')
    .values({ id: memberId, guardianId: clientId, firstName: word, lastName: word, coachId })
    .execute()
  const sessionIds = [
    await makeSession(db, { clientId, sessionDefinitionId }),
    await makeSession(db, { clientId: memberId, sessionDefinitionId }),
  ]
  const [sessionId = '', memberSessionId = ''] = sessionIds
  const recordingId = newId()
  const file = path.join(config.dataDir, `planted-${word}`)
  writeFileSync(file, word)
  const stored = { local: `${recordingId}-1`, old: recordingId, stray: `${recordingId}-9` }
  await storage.put(stored.local, file, 'video/mp4', { sessionId })
  // A file of its own: the local disk links it.
  rmSync(file)
  writeFileSync(file, word)
  await storage.put(`${stored.local}.jpg`, file, 'image/jpeg', { sessionId })
  if (remote) {
    await remote.storage.put(stored.old, file, 'video/mp4', { sessionId: remote.sessionId })
    await remote.storage.put(stored.stray, file, 'video/mp4', { sessionId: remote.sessionId })
    // As after a move.
    await makeRow(db, 'discardedFile', {
      ...{ integrationId: remote.id, storageKey: stored.old },
      keepUntil: new Date(Date.now() + 3_600_000).toISOString(),
    })
  }
  rmSync(file)
  await makeRecordingRow(db, sessionId, {
    ...{ id: recordingId, storageKey: stored.local, posterKey: `${stored.local}.jpg` },
  })
  const moveId = await makeRow(db, 'recordingsMove', { integrationId: localDiskId, status: 'done' })
  await db
    .insertInto('recordingMoveFailure')
    .values({ recordingId, moveId, error: '', nextTryAt: new Date().toISOString() })
    .execute()
  const upload = { userId: coachUserId, fileName: '', sizeBytes: 1 }
  const uploadId = await makeRow(db, 'upload', { ...upload, sessionId: memberSessionId })
  makeStagingFolder(config)
  writeFileSync(stagingFile(config, uploadId), word)
  await makeRow(db, 'transcription', {
    ...{ sessionId, integrationId: transcriptionId, externalId: `job-${word}` },
  })
  await makeRow(db, 'transcriptDraft', {
    ...{ sessionId, userId: coachUserId, segments: '[]', transcriptVersion: 1 },
  })
  await makeRow(db, 'newTranscript', { sessionId, recordingId, segments: '[]', warnings: [] })
  await db.insertInto('feedback').values({ sessionId, rating: 4 }).execute()
  await makeRow(db, 'sessionRequest', {
    ...{ clientId, coachId, sessionDefinitionId, durationMinutes: 50, held: '{}' },
    ...{ startsAt: daysFromNow(9), lapsesAt: daysFromNow(2), words: '' },
  })
  const executionId = await makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'x', isSuccess: true, executionTimeMs: 1 },
    ...{ sessionId, contextId: clientId, mentionedSessions: sessionIds },
  })
  await makeRow(db, 'automaticRun', {
    ...{ sessionId, templateType: 'metric_extraction', conversationVersion: 1, executionId },
  })
  await makeRow(db, 'sessionBrief', { sessionId, content: '{}', status: 'done' })
  const noteId = await makeRow(db, 'note', { authorId: coachUserId, clientId, sessionId, text: '' })
  await makeRow(db, 'noteVersion', { noteId, text: word, savedAt: new Date().toISOString() })
  await makeRow(db, 'analysisValue', {
    ...{ sessionId, templateType: 'metric_extraction', key: 'calm', executionId },
    ...{ conversationVersion: 1, machineValue: 5 },
  })
  const instrumentVersionId = await makeRow(db, 'instrumentVersion', {
    ...{ key: 'kind', fingerprint: newId(), content: '{}' },
  })
  const questionnaireId = await makeRow(db, 'questionnaire', { clientId, instrumentVersionId })
  const acknowledged = { acknowledgedAt: new Date().toISOString(), note: 'x' }
  await makeRow(db, 'safetyMark', { clientId, questionnaireId, ...acknowledged })
  const lines = JSON.stringify([{ text: word, start: 1 }])
  await makeRow(db, 'safetyMark', { clientId, sessionId, lines, ...acknowledged })
  const assignmentId = await makeRow(db, 'assignment', {
    ...{ clientId: memberId, assignmentDefinitionId: await makeAssignmentType(db), weekNumber: 1 },
  })
  const metricDefinitionId = await makeMetric(db, { key: `m${newId().slice(-8)}` })
  const value = { clientId, metricDefinitionId, weekNumber: 1, numericValue: 5 }
  await makeRow(db, 'metricValue', value)
  await sql`update metric_value set numeric_value = 6 where client_id = ${clientId}`.execute(db)
  const assessment = { clientId, weekNumber: 1, riskScore: 50 }
  await makeRow(db, 'burnoutAssessment', assessment)
  await makeRow(db, 'burnoutAssessmentHistory', {
    ...assessment,
    ...{ source: 'person', createdAt: new Date().toISOString() },
  })
  await makeRow(db, 'clientRiskLevel', { clientId, setAt: new Date().toISOString() })
  await db.insertInto('notification').values({ userId, phone: '+4512345678' }).execute()
  await db
    .insertInto('calendarFeed')
    .values({ userId, secretHash: newId(), title: 'own', ownTitle: word })
    .execute()
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  await makeRow(db, 'login', { userId, tokenHash: newId(), expiresAt })
  await makeRow(db, 'emailChange', { userId, email: `new.${email}`, tokenHash: newId(), expiresAt })
  await makeRow(db, 'passkey', { userId, name: '', credentialId: newId(), publicKey: '' })
  await makeRow(db, 'totp', { userId, secret: '' })
  await makeRow(db, 'recoveryCode', { userId, codeHash: '' })
  await makeRow(db, 'pendingLogin', { userId, tokenHash: newId(), isRemembered: false, expiresAt })
  await makeRow(db, 'trustedBrowser', { userId, browserHash: '', expiresAt })
  const identity = { issuer: 'https://id.example.com', subject: word, userId }
  await db.insertInto('externalIdentity').values(identity).execute()
  await makeRow(db, 'passwordReset', { userId, tokenHash: newId(), expiresAt })
  await db
    .insertInto('idempotentRequest')
    .values({ keyHash: newId(), userId: coachUserId, digest: '', createdId: sessionId })
    .execute()
  const message = { recipient: '', subject: '', body: '', short: '', kind: 'sessionReminder' }
  await makeRow(db, 'message', { ...message, userId, language: 'en' })
  const messageId = await makeRow(db, 'message', {
    ...message,
    userId: coachUserId,
    language: 'en',
  })
  const about = { about: 'assignment', rowId: assignmentId, version: 1, step: 'ahead' }
  await makeRow(db, 'reminder', { ...about, userId: coachUserId, at: expiresAt })
  await makeRow(db, 'knownSession', {
    ...{ sessionId, userId: coachUserId, sessionDate: expiresAt },
    ...{ durationMinutes: 50, dateVersion: 1 },
  })
  const entries = [
    await makeRow(db, 'auditEntry', {
      ...{ action: 'transcript-opened', userId: coachUserId, clientId },
      ...{ tableName: 'session', rowId: sessionId },
    }),
    await makeRow(db, 'auditEntry', { action: 'signed-in', userId, address: word }),
  ]
  await makeRow(db, 'egress', {
    provider: 'openai',
    host: 'x',
    purpose: 'Transcription',
    ...{ sessionId, clientId, sessionDate: new Date().toISOString() },
  })
  const webhookId = await makeRow(db, 'webhook', { url: 'x', events: [], secret: '' })
  await makeRow(db, 'webhookDelivery', { webhookId, event: 'x', data: '{}' })
  await sql`insert into edition (organization_id, made_at, enrolled, active, sessions, months, people)
    values (${organizationId}, now(), 12, 6, 6, '{}', '{}') on conflict do nothing`.execute(db)
  await sql`update edition set people = people || jsonb_build_object(${clientId}::text,
    jsonb_build_object('sessions', 3) || (
      select jsonb_object_agg(field, ${new Date().toISOString()}::text) from unnest(${eventColumns}::text[]) as field))`.execute(
    db,
  )
  const ids = {
    clientId,
    memberId,
    userId,
    sessionIds,
    recordingId,
    uploadId,
    messageId,
    executionId,
  }
  return { word, email, stored, entries, webhookId, ...ids }
}
