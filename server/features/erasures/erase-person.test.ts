import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { extract } from 'tar'
import { describe, expect, onTestFinished, test } from 'vitest'
import { erasureApp } from '../../test/erasure-app.ts'
import { getRow } from '../../test/make.ts'
import type { PlantedPerson } from '../../test/plant-person.ts'
import { plantWords, tablesWith, textColumns, withoutPeople } from '../../test/plant-words.ts'
import { eventColumns } from '../analytics/edition/edition.ts'
import { createBackup } from '../backups/create-backup.ts'

const app = await erasureApp()
const { db, deps, databaseUrl, services, errors, plant, run, requestErasure } = app
const { certificateOf, filesWith } = app

/** Files of a backup made now that have a word or id of the person. */
async function backupWith({ word, clientId, sessionIds, recordingId }: PlantedPerson) {
  const folder = mkdtempSync(path.join(tmpdir(), 'maylab-dump-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'backup.tar')
  await createBackup({ ...deps, databaseUrl }, file, { withSecretKey: false })
  await extract({ file, cwd: folder })
  const texts = [word, clientId, recordingId, ...sessionIds]
  return globSync('{database,recordings}/**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((it) => {
      const bytes = readFileSync(it)
      const content = it.endsWith('.gz') ? gunzipSync(bytes) : bytes
      return texts.some((text) => it.includes(text) || content.includes(text))
    })
}

test('every table with texts has planted words, or is listed as having no text about a client', async () => {
  const person = await plant('kvistedal')
  await plantWords(db, person)
  const planted = await tablesWith(db, 'kvistedal')
  const tables = new Set((await textColumns(db)).map(({ table }) => table))
  // Their texts are hashes, codes, or ids of others.
  const fixed = [
    'coach_calendar',
    'coach_hours',
    'person_export',
    'discarded_file',
    'edition',
    'erasure',
    'external_copy',
    'metric_value',
    'pending_job',
    'reminder',
    'upload_part',
  ]
  expect(
    [...tables].filter((it) => ![...planted, ...withoutPeople, ...fixed].includes(it)),
  ).toEqual([])
  expect(planted.filter((it) => withoutPeople.includes(it))).toEqual([])
  await requestErasure(person.clientId)
  await run()
})

/** What each person adds to the figures. */
async function listCounted() {
  const { rows } = await sql<{ people: Record<string, Record<string, unknown>> }>`
    select people from edition`.execute(db)
  return new Map(Object.entries(rows[0]?.people ?? {}))
}

describe('an erased person', () => {
  test('is found in no table, file or storage, and others stay', async () => {
    const person = await plant('qvorpentine')
    const other = await plant('zelbrandish')
    expect(await plantWords(db, person)).toBeGreaterThan(60)
    await plantWords(db, other)
    const before = await tablesWith(db, other.word)
    const filesBefore = filesWith(other.word)
    expect(filesWith(person.word)).toHaveLength(5)
    const forgotten: string[] = []
    services.forget = async (id) => void forgotten.push(id)
    const id = await requestErasure(person.clientId)
    await run()
    expect(await getRow(db, 'erasure', id)).toMatchObject({
      ...{ status: 'done', problem: null, clientId: null, progress: null },
    })
    expect(await tablesWith(db, person.word)).toEqual([])
    for (const it of [person.clientId, person.memberId, person.userId, person.recordingId])
      expect([it, await tablesWith(db, it), filesWith(it)]).toEqual([it, [], []])
    for (const it of person.sessionIds) expect(await tablesWith(db, it)).toEqual([])
    expect(filesWith(person.word)).toEqual([])
    expect(forgotten.join()).toContain(person.word)
    expect(await backupWith(person)).toEqual([])
    expect(await backupWith(other)).not.toEqual([])
    expect(await tablesWith(db, other.word)).toEqual(before)
    expect(filesWith(other.word)).toEqual(filesBefore)
    expect(errors).toEqual([])
  })

  test('leaves actions and times in the audit log, and counts without a name in figures', async () => {
    const person = await plant('mirkelstrand')
    const [opened = '', signedIn = ''] = person.entries
    const before = await getRow(db, 'auditEntry', opened)
    const countedBefore = await listCounted()
    await requestErasure(person.clientId)
    await run()
    const details = { isErased: true }
    expect(await getRow(db, 'auditEntry', opened)).toEqual({
      ...before,
      ...{ clientId: null, rowId: null, sessionId: null, sessionDate: null, details },
    })
    expect(await getRow(db, 'auditEntry', signedIn)).toMatchObject({
      ...{ action: 'signed-in', userId: null, address: null, details },
    })
    const counted = await listCounted()
    expect(counted.size).toBe(countedBefore.size)
    expect(counted.keys()).not.toContain(person.clientId)
    const unnamed = [...counted].filter(([id]) => !countedBefore.has(id))
    expect(unnamed).toHaveLength(1)
    for (const [, { sessions, ...events }] of unnamed) {
      expect(sessions).toBe(3)
      for (const column of eventColumns) expect(events[column]).toMatch(/^[\da-f]{8}-/)
    }
    expect(await getRow(db, 'execution', person.executionId)).toMatchObject({
      ...{ sessionId: null, contextId: null, mentionedSessions: [], inputData: null },
    })
  })

  test('has a certificate with counts and hashes but no personal data', async () => {
    const person = await plant('ordevillas')
    const id = await requestErasure(person.clientId)
    await run()
    const certificate = await certificateOf(id)
    expect(certificate).toMatchObject({
      ...{ people: 2, requestedBy: 'sys admin', confirmedBy: 'may admin' },
      keptAccount: null,
      services: [
        { service: 'openai', purposes: ['Transcription'], toDo: expect.any(String) },
        {
          ...{ service: 'Outbox', purposes: ['messages'], toDo: null },
          deleted: 'what it stored about the address or phone number',
        },
      ],
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
})
