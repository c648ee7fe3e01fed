import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Certificate } from '#contract/erasures.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { Unavailable } from '../../platform/jobs/errors.ts'
import type { Storage } from '../../providers/storage/storage.ts'
import { awsS3 } from '../../providers/storage/aws-s3.ts'
import {
  localDiskId,
  makeAssignmentType,
  makeClient,
  makeMetric,
  makeRecordingRow,
  makeRow,
  makeSession,
  makeUser,
  rowOf,
} from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { testOutboundClients } from '../../test/test-outbound-clients.ts'
import { s3Service } from '../../test/services/s3.ts'
import { withAdapters } from '../../test/with-adapters.ts'
import { makeStagingFolder, stagingFile } from '../recordings/uploads/staging.ts'
import { erasePerson } from './erase-person.ts'

const made = await testApp((given) =>
  withAdapters(given, {
    transcription: {
      maxConcurrent: 1,
      begin: () => Promise.reject(new Error('not used')),
      forget: (id) => forget(id),
    },
  }),
)
const { db, deps: plain, storage, coachId, coachUserId, sessionDefinitionId, organizationId } = made
const { dataDir } = plain.config
let forget: (externalId: string) => Promise<void> = () => Promise.resolve()

const bucket = path.join(mkdtempSync(path.join(dataDir, '..', 'maylab-s3-')), 's3')
mkdirSync(bucket)
const s3 = await s3Service(bucket)
afterAll(async () => {
  await s3.close()
  rmSync(path.dirname(bucket), { recursive: true, force: true })
})
const { outboundClientFor, sessionId: someSessionId } = await testOutboundClients()
const remote = awsS3({
  outboundClient: await outboundClientFor({
    ...{ type: 'video_storage', provider: 'aws_s3', label: 'AWS S3' },
    addresses: { aws_s3: s3.origin },
  }),
  downloadsDir: path.join(dataDir, 'downloads'),
  settings: { ...s3.settings, endpoint: '' },
})
const remoteId = await makeRow(db, 'integration', { type: 'video_storage', provider: 'aws_s3' })
const withRemote = (local: Storage = storage): Deps => ({
  ...plain,
  providers: {
    ...plain.providers,
    of: async (type, id) =>
      id === remoteId
        ? { id, provider: 'aws_s3', adapter: remote as never }
        : id === localDiskId
          ? { id, provider: 'local_disk', adapter: local as never }
          : plain.providers.of(type, id),
  },
})
const deps = withRemote()
makeStagingFolder(plain.config)
const { id: transcriptionId } = await plain.providers.active('transcription')

/** Texts of these columns are not written by or about a person. */
const ownWords: Record<string, readonly string[]> = {
  execution: [
    'template_type',
    'template_name',
    'kind',
    'provider',
    'model',
    'request_id',
    'missing',
  ],
  egress: ['provider', 'host', 'region', 'purpose', 'consent_purpose'],
  // Of the coach who opened the plan.
  audit_entry: ['action', 'table_name', 'address'],
  edition: ['months', 'people'],
  webhook_delivery: ['status', 'event'],
  // By which files and copies are found.
  recording: ['storage_key', 'poster_key', 'playable_key'],
  discarded_file: ['storage_key'],
  transcription: ['external_id'],
  user: ['email'],
}
/** Tables with texts in which nothing is about a client. */
const withoutPeople = [
  ...[
    'analysis_source',
    'api_token',
    'assignment_definition',
    'consent_text',
    'coach',
    'crm_link',
    'identity_provider',
  ],
  ...['crm_sync', 'definition_deletion', 'golden_transcript', 'instrument_version', 'integration'],
  ...['metric_category', 'metric_definition', 'migration', 'model_price', 'organization'],
  ...[
    'recordings_move',
    'retention',
    'session_definition',
    'session_metric',
    'setting',
    'template',
  ],
  ...['template_check', 'template_check_answer', 'template_version', 'webhook', 'week_recount'],
  // Keyed hashes that expire within hours.
  'rate_limit',
]

type Person = Awaited<ReturnType<typeof plantPerson>>

/** A person with a family member, and rows in every table that can hold their words. */
async function plantPerson(word: string) {
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
  const file = path.join(dataDir, `planted-${word}`)
  writeFileSync(file, word)
  const stored = { local: `${recordingId}-1`, old: recordingId, stray: `${recordingId}-9` }
  await storage.put(stored.local, file, 'video/mp4', { sessionId })
  await storage.put(`${stored.local}.jpg`, file, 'image/jpeg', { sessionId })
  const consented = { sessionId: someSessionId }
  await remote.put(stored.old, file, 'video/mp4', consented)
  await remote.put(stored.stray, file, 'video/mp4', consented)
  rmSync(file)
  await makeRecordingRow(db, sessionId, {
    ...{ id: recordingId, storageKey: stored.local, posterKey: `${stored.local}.jpg` },
  })
  // As after a move.
  await makeRow(db, 'discardedFile', {
    ...{ integrationId: remoteId, storageKey: stored.old },
    keepUntil: new Date(Date.now() + 3_600_000).toISOString(),
  })
  const moveId = await makeRow(db, 'recordingsMove', { integrationId: localDiskId, status: 'done' })
  await db
    .insertInto('recordingMoveFailure')
    .values({ recordingId, moveId, error: '', nextTryAt: new Date().toISOString() })
    .execute()
  const upload = { userId: coachUserId, fileName: '', sizeBytes: 1 }
  const uploadId = await makeRow(db, 'upload', { ...upload, sessionId: memberSessionId })
  writeFileSync(stagingFile(plain.config, uploadId), word)
  await makeRow(db, 'transcription', {
    ...{ sessionId, recordingId, integrationId: transcriptionId, externalId: `job-${word}` },
  })
  await makeRow(db, 'transcriptDraft', {
    ...{ sessionId, userId: coachUserId, segments: '[]', transcriptVersion: 1 },
  })
  const executionId = await makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'x', isSuccess: true, executionTimeMs: 1 },
    ...{ sessionId, contextId: clientId, mentionedSessions: sessionIds },
  })
  await makeRow(db, 'automaticRun', {
    ...{ sessionId, templateType: 'metric_extraction', conversationVersion: 1, executionId },
  })
  await makeRow(db, 'sessionBrief', { sessionId, content: '{}', status: 'done' })
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
    jsonb_build_object('sessions', 3, 'assessment', ${newId()}::text))`.execute(db)
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

/** Writes the word into every text of the rows, beside what has a fixed form. Returns how many columns took it. */
async function plantWords(person: Person) {
  const { word, clientId, memberId, userId, sessionIds, recordingId } = person
  const owned = [clientId, memberId, userId, ...sessionIds, recordingId, ...person.entries]
  const columns = await textColumns()
  let planted = 0
  for (const { table, column, type } of columns) {
    if (withoutPeople.includes(table) || ownWords[table]?.includes(column)) continue
    const value = {
      text: sql`left(${`${word} ${clientId}`}, 200)`,
      jsonb: sql`jsonb_build_object(${word}::text, ${`${word} ${clientId}`}::text)`,
      ARRAY: sql`array[${word}::text]`,
    }[type]
    if (!value) continue
    // Rows that name no one are those that this person's planting has just added.
    const rows = sql`to_jsonb(it)::text ~ any(${[...owned, word, person.webhookId, person.messageId, person.uploadId]}::text[])`
    await sql`update ${sql.table(table)} as it set ${sql.ref(column)} = ${value} where ${rows}`
      .execute(db)
      .then(
        ({ numAffectedRows }) => (planted += Number(numAffectedRows)),
        (error: Error) => expect(error.message).toContain('violates check constraint'),
      )
  }
  return planted
}

async function textColumns() {
  const { rows } = await sql<{ table: string; column: string; type: 'text' | 'jsonb' | 'ARRAY' }>`
    select it.table_name as table, it.column_name as column, it.data_type as type
    from information_schema.columns as it join information_schema.tables as of using (table_schema, table_name)
    where of.table_type = 'BASE TABLE' and table_schema = 'public' and it.is_generated = 'NEVER'
      and (it.data_type in ('text', 'jsonb', 'json', 'character varying') or it.udt_name = '_text')
    order by 1, 2`.execute(db)
  return rows
}

/** Tables with a text in any row. */
async function tablesWith(text: string, inDb: Db = db) {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(
    inDb,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} as it
      where to_jsonb(it)::text ilike ${`%${text}%`} limit 1`.execute(inDb)
    if (rows.length) found.push(name.replaceAll(/public\.|"/g, ''))
  }
  return found
}

/** Files with a text in their name or content, on this machine and in the bucket. */
const filesWith = (text: string) =>
  [dataDir, bucket].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => file.includes(text) || readFileSync(file, 'utf8').includes(text)),
  )

const requestErasure = (clientId: string) =>
  makeRow(db, 'erasure', {
    ...{ clientId, status: 'running', requestedBy: made.systemUserId },
    ...{ confirmedBy: made.adminUserId, confirmedAt: new Date().toISOString() },
    ownConfirmationFrom: new Date().toISOString(),
  })

const errors: Error[] = []
const run = (id: string, given: Deps = deps) =>
  erasePerson(given, id, {
    times: { heartbeatMs: 1_000, leaseMs: 10_000, retryMs: 0 },
    signal: new AbortController().signal,
    onError: (error) => errors.push(error),
  })
const certificateOf = async (id: string) =>
  (await rowOf(db, 'erasure', id)).certificate as unknown as Certificate

test('every table with texts is planted below, or says that it holds none of a client', async () => {
  const person = await plantPerson('kvistedal')
  await plantWords(person)
  const planted = await tablesWith('kvistedal')
  const tables = new Set((await textColumns()).map(({ table }) => table))
  // Its texts are hashes and codes, or ids of others.
  const fixed = [
    'person_export',
    'discarded_file',
    'edition',
    'erasure',
    'external_copy',
    'metric_value',
    'reminder',
    'upload_part',
  ]
  expect(
    [...tables].filter((it) => ![...planted, ...withoutPeople, ...fixed].includes(it)),
  ).toEqual([])
  expect(planted.filter((it) => withoutPeople.includes(it))).toEqual([])
  await run(await requestErasure(person.clientId))
})

describe('an erased person', () => {
  test('is found in no table, file or storage, and others stay', async () => {
    const person = await plantPerson('qvorpentine')
    const other = await plantPerson('zelbrandish')
    expect(await plantWords(person)).toBeGreaterThan(60)
    await plantWords(other)
    const before = await tablesWith(other.word)
    const filesBefore = filesWith(other.word)
    expect(filesWith(person.word)).toHaveLength(5)
    const forgotten: string[] = []
    forget = async (id) => void forgotten.push(id)
    const id = await requestErasure(person.clientId)
    await run(id)
    expect(await rowOf(db, 'erasure', id)).toMatchObject({
      ...{ status: 'done', problem: null, clientId: null, progress: null },
    })
    expect(await tablesWith(person.word)).toEqual([])
    for (const it of [person.clientId, person.memberId, person.userId, person.recordingId])
      expect([it, await tablesWith(it), filesWith(it)]).toEqual([it, [], []])
    for (const it of person.sessionIds) expect(await tablesWith(it)).toEqual([])
    expect(filesWith(person.word)).toEqual([])
    expect(forgotten.join()).toContain(person.word)
    expect(await tablesWith(other.word)).toEqual(before)
    expect(filesWith(other.word)).toEqual(filesBefore)
    expect(errors).toEqual([])
  })

  test('leaves actions and times in the audit log, and counts without a name in figures', async () => {
    const person = await plantPerson('mirkelstrand')
    const [opened = '', signedIn = ''] = person.entries
    const before = await rowOf(db, 'auditEntry', opened)
    await run(await requestErasure(person.clientId))
    const details = { isErased: true }
    expect(await rowOf(db, 'auditEntry', opened)).toEqual({
      ...before,
      ...{ clientId: null, rowId: null, sessionId: null, sessionDate: null, details },
    })
    expect(await rowOf(db, 'auditEntry', signedIn)).toMatchObject({
      ...{ action: 'signed-in', userId: null, address: null, details },
    })
    const { rows } = await sql<{ people: Record<string, { sessions: number }> }>`
      select people from edition`.execute(db)
    expect(Object.values(rows[0]?.people ?? {}).every(({ sessions }) => sessions === 3)).toBe(true)
    expect(await rowOf(db, 'execution', person.executionId)).toMatchObject({
      ...{ sessionId: null, contextId: null, mentionedSessions: [], inputData: null },
    })
  })

  test('has a certificate with counts and hashes but no personal data', async () => {
    const person = await plantPerson('ordevillas')
    const id = await requestErasure(person.clientId)
    await run(id)
    const certificate = await certificateOf(id)
    expect(certificate).toMatchObject({
      ...{ people: 2, requestedBy: 'sys admin', confirmedBy: 'may admin' },
      sentTo: [{ provider: 'openai', purpose: 'Transcription' }],
      externalCopies: [{ provider: 'local', count: 1 }],
    })
    expect(certificate.deletedRows).toEqual(
      expect.arrayContaining([
        ...[
          { what: 'client', count: 2 },
          { what: 'session', count: 2 },
          { what: 'user', count: 1 },
        ],
      ]),
    )
    // SHA-256 of the content.
    const sha256 = new Set(certificate.files.map((it) => it.sha256))
    expect(certificate.files.map(({ storage: at }) => at).toSorted()).toEqual([
      ...['aws_s3', 'aws_s3', 'local_disk', 'local_disk'],
    ])
    expect([...sha256]).toEqual([createHash('sha256').update(person.word).digest('hex')])
    expect(certificate.search.tables).toBeGreaterThan(50)
    expect(JSON.stringify(certificate)).not.toContain(person.word)
  })

  test('is erased completely after an attempt that was killed in the middle', async () => {
    const person = await plantPerson('hollanquist')
    const id = await requestErasure(person.clientId)
    const killed = () => Promise.reject(new Unavailable('The disk is away.'))
    await run(id, withRemote({ ...storage, remove: killed }))
    expect(await rowOf(db, 'erasure', id)).toMatchObject({
      ...{ status: 'running', problem: 'The disk is away.' },
    })
    expect(filesWith(person.word)).not.toEqual([])
    // Added meanwhile by work that was still running.
    await makeRow(db, 'auditEntry', { action: 'plan-opened', clientId: person.clientId })
    await sql`update erasure set leased_until = null`.execute(db)
    await run(id)
    expect(await tablesWith(person.clientId)).toEqual([])
    expect(filesWith(person.word)).toEqual([])
    const { files } = await certificateOf(id)
    expect(files.every(({ sha256 }) => sha256 !== null)).toBe(true)
  })

  test('has no certificate while a service keeps a copy, or the email is found somewhere', async () => {
    const person = await plantPerson('tessaborough')
    const id = await requestErasure(person.clientId)
    forget = () => Promise.reject(new Unavailable('away'))
    await run(id)
    const problemOf = async () => (await rowOf(db, 'erasure', id)).problem
    expect(await problemOf()).toBe('local has not deleted its copy of a transcription yet.')
    forget = () => Promise.resolve()
    await sql`update external_copy set due_at = now()`.execute(db)
    await sql`update organization set description = ${`Ask ${person.email.toUpperCase()}`}`.execute(
      db,
    )
    await run(id)
    expect(await problemOf()).toContain('public.organization.description (1)')
    for (let attempt = 3; attempt <= 8; attempt++) await run(id)
    expect(await rowOf(db, 'erasure', id)).toMatchObject({ status: 'failed', certificate: null })
    await sql`update organization set description = null`.execute(db)
    await sql`update erasure set status = 'running', attempts = 0 where id = ${id}`.execute(db)
    await run(id)
    expect((await rowOf(db, 'erasure', id)).status).toBe('done')
  })
})
