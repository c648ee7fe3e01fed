import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { parseTurns } from '#contract/rules/conversation-turns.ts'
import { findDisagreements } from '#contract/rules/disagreements.ts'
import { quotesIn } from '#contract/rules/find-quote.ts'
import type { ScoreSource } from '#contract/plans/plan-values.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { listRequestedMetrics } from '../features/analysis/evidence/requested-metrics.queries.ts'
import { localDiskId } from '../test/make.ts'
import { readConfig } from '../platform/config/config.ts'
import { formatConversation } from '../features/analysis/built-in/conversation.ts'
import { readNumbers } from '../features/analysis/numbers/read-numbers.ts'
import { formatRawText } from '../providers/transcript/transcript-text.ts'
import { localTranscriber } from '../providers/transcription/local/local.ts'
import { ensureModels } from '../providers/transcription/local/models.ts'
import { localDisk } from '../providers/storage/local-disk.ts'
import { withWeek } from '../features/sessions/session-rows.ts'
import { cutSound } from '../test/cut-sound.ts'
import { cloneDatabase } from '../test/database.ts'
import { openDb } from '../platform/db/db.ts'
import { ensureDefaults } from '../platform/db/defaults.ts'
import { makeDemoData } from './demo.ts'
import { clients, demoAccounts } from './people.ts'

const cloned = await cloneDatabase(inject('database'))
const folder = mkdtempSync(path.join(tmpdir(), 'demo-test-'))
const storage = { id: localDiskId, provider: 'local_disk', adapter: localDisk(folder) }
const { db } = openDb(cloned.url, (error) => {
  throw error
})
const now = new Date('2026-11-21T12:00:00Z')
// Twice at once, as with two processes that start at the same time.
await Promise.all([ensureDefaults(db), ensureDefaults(db)])
const first = { db, storage, now, timeZone: 'UTC' }
await Promise.all([makeDemoData(first), makeDemoData(first)])
afterAll(async () => {
  await db.destroy()
  await cloned.drop()
  rmSync(folder, { recursive: true })
})

test('every printed account exists, and no email address occurs twice', async () => {
  const emails = (await db.selectFrom('user').select('email').execute()).map((it) => it.email)
  expect(new Set(emails).size).toBe(emails.length)
  for (const { email } of demoAccounts) expect(emails).toContain(email)
  expect(clients).toHaveLength(40)
})

test('defaults are created once', async () => {
  expect(await db.selectFrom('template').select('type').execute()).toHaveLength(4)
  expect(await db.selectFrom('sessionDefinition').select('id').execute()).toHaveLength(4)
})

test('deleted defaults do not come back with the next start', async () => {
  const other = await cloneDatabase(inject('database'))
  const { db: there } = openDb(other.url, () => {})
  await ensureDefaults(there)
  await there.deleteFrom('assignmentDefinition').execute()
  await there.deleteFrom('metricCategory').execute()
  await ensureDefaults(there)
  expect(await there.selectFrom('assignmentDefinition').select('id').execute()).toEqual([])
  expect(await there.selectFrom('metricDefinition').select('id').execute()).toEqual([])
  await there.destroy()
  await other.drop()
})

test('the first organization has exactly the sample figures', async () => {
  const organization = await db
    .selectFrom('organization')
    .selectAll()
    .where('name', '=', 'Nordlys Design')
    .executeTakeFirstOrThrow()
  const registered = await db
    .selectFrom('client')
    .select('id')
    .where('organizationId', '=', organization.id)
    .execute()
  expect(registered).toHaveLength(13)
  // Clients count from their first session on.
  const met = await db
    .selectFrom('session')
    .select('clientId')
    .distinct()
    .where('sessionDate', '<', now.toISOString())
    .where('archivedAt', 'is', null)
    .where(
      'clientId',
      'in',
      registered.map(({ id }) => id),
    )
    .execute()
  expect(met).toHaveLength(11)
  expect(organization).toMatchObject({
    eligibleHeadcount: 25,
    monthlyPricePerEmployee: 200,
    pricePerSession: 325,
    currency: 'DKK',
  })
})

test('the demo client has a finished session and then one without a recording', async () => {
  const sessions = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('user', 'user.id', 'client.userId')
    .leftJoin('recording', 'recording.sessionId', 'session.id')
    .select([
      'session.completedAt',
      'recording.storageKey',
      'transcribedTextScripted',
      'segments',
      'sessionDate',
    ])
    .where('user.email', '=', 'client@demo.maylab.test')
    .where('sessionDate', '<', now.toISOString())
    .orderBy('sessionDate')
    .execute()
  const [finished, waiting] = sessions.slice(-2)
  expect(await storage.adapter.size(finished?.storageKey ?? '')).toBeGreaterThan(100_000)
  expect(finished?.transcribedTextScripted).toContain('Coach:')
  expect(waiting).toMatchObject({ storageKey: null, completedAt: null, segments: null })
})

test('the demo client has open and completed questionnaires, one differing from the coach', async () => {
  const ofSarah = db
    .selectFrom('client')
    .innerJoin('user', 'user.id', 'client.userId')
    .select('client.id')
    .where('user.email', '=', 'client@demo.maylab.test')
  const assessments = await db
    .selectFrom('rankedAssessment')
    .select([sql<number>`week_number`.as('weekNumber'), sql<number>`risk_score`.as('riskScore')])
    .select([sql<number>`rank`.as('rank'), sql<ScoreSource>`source`.as('source')])
    .where('clientId', '=', ofSarah)
    .execute()
  expect(findDisagreements(assessments)).toMatchObject([
    { questionnaire: 66.67, other: { source: 'person' } },
  ])
  const questionnaires = await db
    .selectFrom('questionnaire')
    .innerJoin('instrumentVersion', 'instrumentVersion.id', 'questionnaire.instrumentVersionId')
    .select(['key', 'score', 'completedAt'])
    .where('clientId', '=', ofSarah)
    .orderBy('questionnaire.completedAt')
    .execute()
  expect(questionnaires.map(({ key, score }) => [key, score])).toEqual([
    ['phq-9', 14],
    ['phq-9', 8],
    ['cbi-personal', 66.67],
    ['phq-9', 5],
    ['gad-7', null],
  ])
  expect(questionnaires.at(-1)?.completedAt).toBeNull()
})

describe('the numbers said in the finished session', () => {
  const media = (name: string) =>
    fileURLToPath(new URL(`./media/coaching-session.${name}`, import.meta.url))
  const values = async (text: string) => {
    const { id } = await db
      .selectFrom('sessionDefinition')
      .select('id')
      .where('name', '=', 'Weekly coaching')
      .executeTakeFirstOrThrow()
    return readNumbers(text, await listRequestedMetrics(db, id)).values.map(({ key, value }) => [
      key,
      value,
    ])
  }
  const expected = [
    ['stress_level', 70],
    ['energy', 30],
  ]

  test('are found in the shipped conversation and transcript', async () => {
    expect(await values(readFileSync(media('txt'), 'utf8'))).toEqual(expected)
    const segments = JSON.parse(readFileSync(media('json'), 'utf8')) as Segment[]
    expect(await values(formatConversation(formatRawText(segments)))).toEqual(expected)
  })

  test(
    'are not misread from a new transcription of the recording',
    { timeout: 600_000 },
    async () => {
      const { modelsDir } = readConfig(process.env)
      await ensureModels(modelsDir)
      // Both questions and their answers.
      const sound = await cutSound(media('webm'), { start: 31.9, end: 41.3 }, folder)
      const { transcript } = await localTranscriber({ modelsDir }).begin(sound, {
        signal: new AbortController().signal,
        onProgress: () => {},
      })
      const text = formatRawText(transcript.segments)
      expect(text).toContain('energy')
      // Transcription is not deterministic: a question may be missing.
      expect(expected).toEqual(expect.arrayContaining(await values(formatConversation(text))))
    },
  )
})

test('every value has an author, or quotes that its transcript contains', async () => {
  const values = await db
    .selectFrom('metricValue')
    .leftJoin('session', 'session.id', 'metricValue.sessionId')
    .leftJoin('analysisValue', 'analysisValue.id', 'metricValue.analysisValueId')
    .select(['metricValue.source', 'metricValue.authorId', 'analysisValue.quotes', 'segments'])
    .select('transcribedTextScripted as conversation')
    .execute()
  expect(values.length).toBeGreaterThan(1000)
  const isFound = ({ conversation, segments, quotes }: (typeof values)[number]) => {
    const texts = (quotes ?? []) as { text: string }[]
    const find = quotesIn(parseTurns(conversation ?? '').map((it) => ({ ...it, isClient: true })))
    return segments !== null && texts.length > 0 && texts.every(({ text }) => find(text))
  }
  expect(
    values.filter((it) => (it.source === 'manual' ? it.authorId === null : !isFound(it))),
  ).toEqual([])
  const scores = await db
    .selectFrom('burnoutAssessment')
    .select(['source', 'authorId', 'reason', 'questionnaireId'])
    .execute()
  expect(
    scores.filter((it) => it.questionnaireId === null && (!it.authorId || !it.reason)),
  ).toEqual([])
})

test('there are clients without a coach, and recordings at every step', async () => {
  const unassigned = await db
    .selectFrom('client')
    .select('id')
    .where('coachId', 'is', null)
    .execute()
  expect(unassigned.length).toBeGreaterThan(2)
  const recorded = await db
    .selectFrom('recording')
    .innerJoin('session', 'session.id', 'recording.sessionId')
    .select(['transcribedTextRaw', 'transcribedTextScripted'])
    .execute()
  expect(
    recorded
      .map((it) => `${it.transcribedTextRaw !== null} ${it.transcribedTextScripted !== null}`)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual(['false false', 'true false', 'true true', 'true true'])
})

test.each([
  ['Europe/Copenhagen', '2026-04-01T21:30:00Z'],
  ['Pacific/Auckland', '2026-10-05T11:30:00Z'],
  ['America/Los_Angeles', '2027-01-01T06:15:00Z'],
])('in %s at %s all sessions and assessments are in a week of their plan', async (timeZone, at) => {
  const other = await cloneDatabase(inject('database'))
  const { db: there } = openDb(other.url, () => {})
  await ensureDefaults(there)
  await makeDemoData({ db: there, storage, now: new Date(at), timeZone })
  const begun = await there
    .selectFrom('client')
    .innerJoin('session', 'session.clientId', 'client.id')
    .select(['client.createdAt as clientCreatedAt', 'sessionDate'])
    .execute()
  const sessions = begun.map(withWeek(timeZone))
  expect(sessions.length).toBeGreaterThan(300)
  expect(Math.min(...sessions.map((it) => it.weekNumber))).toBe(1)
  const figures = await there
    .selectFrom('client')
    .innerJoin('burnoutAssessment as figure', 'figure.clientId', 'client.id')
    .select(['client.createdAt as clientCreatedAt', 'figure.createdAt as sessionDate'])
    .select('figure.weekNumber as stated')
    .execute()
  expect(figures.map(withWeek(timeZone)).filter((it) => it.stated !== it.weekNumber)).toEqual([])
  await there.destroy()
  await other.drop()
})
