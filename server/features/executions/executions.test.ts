import fc from 'fast-check'
import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Reply } from '#contract/endpoint.ts'
import {
  type Execution,
  type ExecutionBucket,
  type listExecutions,
  maxBuckets,
} from '#contract/executions/executions.ts'
import { templateType } from '#contract/prompts/prompts.ts'
import type { Execution as ExecutionRow } from '../../platform/db/schema.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeClient, makeRow, makeSession } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'

type Listed = Reply<typeof listExecutions>

const { db, call, signIn, emails, sessionDefinitionId, coachId, ...made } = await testApp()
const system = await signIn(emails.system)
const path = '/api/admin/ai-prompt-execution-logs'

const get = (query: Record<string, string | number> = {}, cookie = system, at = path) =>
  call({ url: at, query: query as Record<string, string> }, cookie)
const listed = async (query: Record<string, string | number> = {}) => {
  const answer = await get({ data: 'omit', ...query })
  expect(answer.statusCode).toBe(200)
  return answer.json<Listed>()
}
const seriesOf = async (query: Record<string, string> = {}) => {
  const answer = await get(query, system, `${path}/series`)
  expect(answer.statusCode).toBe(200)
  return answer.json<ExecutionBucket[]>()
}

async function make(values: Partial<Insertable<ExecutionRow>> = {}) {
  return makeRow(db, 'execution', {
    ...{ templateType: 'diarization', templateName: 'Conversation', isSuccess: true },
    ...{ executionTimeMs: 900, ...values },
  })
}
async function spoken(word: string) {
  const clientId = await makeClient(db, { coachId })
  const sessionId = await makeSession(db, { clientId, sessionDefinitionId })
  const id = await make({
    ...{ sessionId, contextId: clientId },
    inputData: JSON.stringify({ audioTranscript: word, sessionId }),
    outputData: JSON.stringify({ processedText: word }),
  })
  return { id, sessionId, clientId }
}
const entriesOf = (rowId: string) => auditEntries(db, { rowId })

describe('one execution', () => {
  test('is shown with prompt, answer, version and provider', async () => {
    const templateId = newId()
    const template = { name: 'Talk', type: 'diarization', systemPrompt: 'S', version: 'beta' }
    await makeRow(db, 'template', { ...template, id: templateId, userPromptTemplate: 'U' })
    const text = await db
      .selectFrom('templateVersion')
      .select('id')
      .where('templateId', '=', templateId)
      .executeTakeFirstOrThrow()
    const id = await make({
      ...{ templateId, templateVersionId: text.id, inputData: JSON.stringify({ a: 'hello' }) },
      ...{ outputData: JSON.stringify('plain'), contextId: made.clientId, tokensUsed: 30 },
      ...{ provider: 'local', model: 'small', tokensIn: 10, tokensOut: 20, requestId: 'r-1' },
      chunks: 3,
      ...{ kind: 'try', missing: ['coachBio'] },
    })
    const answer = await get({}, system, `${path}/${id}`)
    expect(answer.json<Execution>()).toEqual({
      ...{ id, executedAt: expect.any(String), templateType: 'diarization' },
      ...{ templateName: 'Conversation', success: true, executionTimeMs: 900, sessionId: null },
      ...{ contextId: made.clientId, inputData: { a: 'hello' }, outputData: 'plain' },
      ...{ errorMessage: null, tokensUsed: 30, kind: 'try', replayOf: null, templateId },
      ...{ versionNumber: 1, version: 'beta', provider: 'local', model: 'small', tokensIn: 10 },
      ...{ tokensOut: 20, cost: null, currency: null, requestId: 'r-1', missing: ['coachBio'] },
      ...{ chunks: 3, sessionDate: null, clientName: null },
    })
  })

  test('is audited once when opened, without content', async () => {
    const { id, clientId } = await spoken('nobody-else-says-this')
    // With the client and date of its session.
    expect((await get({}, system, `${path}/${id}`)).json()).toMatchObject({
      ...{ sessionDate: expect.any(String), clientName: expect.stringMatching(/./) },
    })
    await get({}, system, `${path}/${id}`)
    const entries = await entriesOf(id)
    expect(entries).toMatchObject([
      { action: 'execution-opened', tableName: 'execution', clientId, userId: made.systemUserId },
    ])
    expect(JSON.stringify(entries)).not.toContain('nobody-else')
  })
})

describe('the log', () => {
  test('has transcripts unless they are omitted, and audits them per client', async () => {
    const first = await spoken('one')
    const second = await spoken('two')
    const find = ({ logs }: Listed, id: string) => logs.find((it) => it.id === id)
    const without = await listed({ limit: 100 })
    expect(find(without, first.id)).toMatchObject({ inputData: null, outputData: null })
    expect(await entriesOf(first.id)).toEqual([])
    const whole = (await get({ limit: 100 })).json<Listed>()
    expect(find(whole, first.id)?.outputData).toEqual({ processedText: 'one' })
    for (const { id, clientId } of [first, second])
      expect(await entriesOf(id)).toMatchObject([{ action: 'execution-opened', clientId }])
  })

  test('is empty without matches', async () => {
    const nothing = { from: '1950-01-01T00:00:00Z', to: '1950-02-01T00:00:00Z' }
    expect(await listed(nothing)).toEqual({
      logs: [],
      totalPages: 0,
      stats: { totalExecutions: 0, successCount: 0, errorCount: 0, avgResponseTime: 0 },
    })
    const parts = await seriesOf(nothing)
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.every((it) => it.executions === 0 && it.avgResponseTime === null)).toBe(true)
    expect(await seriesOf({ from: nothing.to, to: nothing.from })).toEqual([])
    expect(await seriesOf({ sessionId: newId() })).toEqual([])
  })
})

describe('every filter', () => {
  const day = Date.parse('2020-05-05T00:00:00Z')
  const minute = 60_000
  const isoAt = (minutes: number) => new Date(day + minutes * minute).toISOString()
  const span = 6 * 24 * 60

  test('applies to pages, statistics and series', async () => {
    const sessions: string[] = []
    for (let it = 0; it < 3; it++)
      sessions.push(await makeSession(db, { clientId: made.clientId, sessionDefinitionId }))
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const rows = Array.from({ length: 400 }, () => ({
      ...{ id: newId(), templateName: 'Any', executedAt: isoAt(random(span)) },
      ...{ templateType: templateType.options[random(4)] ?? 'diarization' },
      ...{ isSuccess: random(5) > 0, executionTimeMs: random(5000) },
      sessionId: sessions[random(6)] ?? null,
    }))
    await db.insertInto('execution').values(rows).execute()
    // Deleted executions are not counted either.
    const gone = rows.splice(0, 50).map(({ id }) => id)
    await db.deleteFrom('execution').where('id', 'in', gone).execute()

    const moment = fc.integer({ min: -60, max: span + 60 })
    const asked = fc.record(
      {
        ...{ templateType: fc.constantFrom(...templateType.options) },
        ...{ status: fc.constantFrom('success', 'error'), sessionId: fc.constantFrom(...sessions) },
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(asked, moment, moment, async (kind, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)].map(isoAt) as [
          string,
          string,
        ]
        const expected = rows
          .filter(
            (it) =>
              it.executedAt >= from &&
              it.executedAt < to &&
              (!kind.templateType || it.templateType === kind.templateType) &&
              (!kind.status || it.isSuccess === (kind.status === 'success')) &&
              (!kind.sessionId || it.sessionId === kind.sessionId),
          )
          .toSorted((a, b) => (a.executedAt + a.id < b.executedAt + b.id ? 1 : -1))
        const query = { ...kind, from, to }
        const errors = expected.filter(({ isSuccess }) => !isSuccess).length
        const ms = expected.reduce((sum, it) => sum + it.executionTimeMs, 0)

        const limit = 7
        const { totalPages, stats } = await listed({ ...query, limit })
        expect(stats).toEqual({
          totalExecutions: expected.length,
          successCount: expected.length - errors,
          errorCount: errors,
          avgResponseTime: expected.length ? Math.round(ms / expected.length) : 0,
        })
        expect(totalPages).toBe(Math.ceil(expected.length / limit))
        for (const page of new Set([1, Math.ceil(totalPages / 2), totalPages, totalPages + 1])) {
          if (page < 1) continue
          const { logs } = await listed({ ...query, limit, page })
          expect(logs.map(({ id }) => id)).toEqual(
            expected.slice((page - 1) * limit, page * limit).map(({ id }) => id),
          )
        }

        const parts = await seriesOf(query)
        expect(parts.length).toBeLessThanOrEqual(maxBuckets)
        const sum = (of: 'executions' | 'errors' | 'slow' | 'verySlow') =>
          parts.reduce((all, part) => all + part[of], 0)
        expect(sum('executions')).toBe(expected.length)
        expect(sum('errors')).toBe(errors)
        expect(sum('slow')).toBe(expected.filter((it) => it.executionTimeMs > 1500).length)
        expect(sum('verySlow')).toBe(expected.filter((it) => it.executionTimeMs > 3000).length)
        for (const [index, part] of parts.entries()) {
          const ends = parts[index + 1]?.from ?? to
          const inIt = expected.filter((it) => it.executedAt >= part.from && it.executedAt < ends)
          expect(part.executions).toBe(inIt.length)
        }
      }),
      { numRuns: 25 },
    )
  })

  test('without a period the series is from the first match until now', async () => {
    const sessionId = await makeSession(db, { clientId: made.clientId, sessionDefinitionId })
    await make({ sessionId, executedAt: isoAt(30) })
    await make({ sessionId })
    const parts = await seriesOf({ sessionId })
    expect(parts[0]?.executions).toBe(1)
    expect(parts.at(-1)?.executions).toBe(1)
    expect(parts.reduce((sum, it) => sum + it.executions, 0)).toBe(2)
    expect(Date.parse(parts[0]?.from ?? '')).toBeLessThanOrEqual(day + 30 * minute)
  })
})
