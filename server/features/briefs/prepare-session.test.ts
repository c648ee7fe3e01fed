import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { Rejected, Unavailable } from '../../platform/jobs/errors.ts'
import { briefCalls, calm } from '../../test/briefs.ts'
import { secondsUntil } from '../../test/run-queued-jobs.ts'
import { updateRow } from '../../test/make.ts'
import { decideConsents } from '../../test/decide-consents.ts'

const { app, at, ...rest } = await briefCalls()
const { db, deps, call } = app
const { model, prompts, coach } = rest
const { work, read, made, executions, analysed, noted } = rest

const getBrief = () =>
  db
    .selectFrom('sessionBrief')
    .select('id')
    .where('sessionId', '=', at.next)
    .executeTakeFirstOrThrow()

describe('a client who withdraws consent to analysis', () => {
  const refused = { analysis: false, outside_analysis: false }
  const withdraw = () => decideConsents(call, at.clientId, refused, { cookie: coach })

  test('has a brief from their data only, without a model', async () => {
    model.isConnected = true
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

  test('no longer has a brief with quotes, even if it is being written', async () => {
    model.isConnected = true
    await analysed()
    await made()
    await withdraw()
    expect(await read()).toMatchObject({ status: 'none', content: null })
    await work()
    expect(prompts).toEqual([])
    expect(await db.selectFrom('sessionBrief').selectAll().execute()).toEqual([])
  })

  test('stops a running request, and its answer is discarded', async () => {
    model.isConnected = true
    await made()
    model.answer = async (_, signal) => {
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
    model.isConnected = true
  })

  test('is rule-based at first, and later has a text, with an execution in the log', async () => {
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

  test('is rule-based while words must stay on this machine', async () => {
    model.isOutside = true
    const of = { name: 'wordsStayHere', value: 'true' }
    await db.insertInto('setting').values(of).execute()
    expect(await made()).toMatchObject({ status: 'done', text: null })
    await work()
    expect(prompts).toEqual([])
    await db.deleteFrom('setting').where('name', '=', of.name).execute()
    await made()
    await work()
    expect(prompts).toHaveLength(1)
  })

  test('marks what is neither in the plan nor in a transcript', async () => {
    const text = 'Her stress was 99 last week, she said “I want to end it all”.'
    model.answer = async () => ({ text, tokensUsed: 1 })
    await made()
    await work()
    model.answer = calm
    const { unsupported } = await read()
    expect(unsupported.map(({ from, to }) => text.slice(from, to))).toEqual([
      '99',
      '“I want to end it all”',
    ])
  })

  test('remains rule-based if the model refuses, with the reason', async () => {
    model.answer = () => Promise.reject(new Rejected('refused', 'There is no money left.'))
    await made()
    await work()
    const brief = await read()
    expect(brief).toMatchObject({ status: 'failed', text: null })
    expect(brief.sentence).toContain('There is no money left.')
    expect(brief.content?.isWithoutWords).toBe(false)
    model.answer = calm
    await made()
    await work()
    expect(await read()).toMatchObject({ status: 'done', sentence: null, text: 'A calm text.' })
  })

  test('honours Retry-After of the model', async () => {
    model.answer = () => Promise.reject(new Unavailable('It is away.', { waitMs: 600_000 }))
    await made()
    await work()
    expect(await secondsUntil(app, 'prepare-session', await getBrief())).toBeGreaterThan(500)
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
    await db.updateTable('sessionBrief').set({ status: 'waiting', executionId: null }).execute()
    await deps.queue.add(db, 'prepare-session', await getBrief())
    await work()
    expect(prompts).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'done', text: 'A calm text.' })
  })
})

describe('promises and questions of a session', () => {
  const word = 'I would say an eight.'
  const isAnywhere = async () => {
    const { rows } = await sql<{ found: boolean }>`select
      exists (select from session_brief as it where session_id = ${at.next} and to_jsonb(it)::text like ${`%${word}%`})
      or exists (select from execution as it where session_id = ${at.next} and to_jsonb(it)::text like ${`%${word}%`})
      as found`.execute(db)
    return rows[0]?.found
  }

  test.each([
    ['is deleted', () => call({ method: 'DELETE', url: `/api/sessions/${at.last}` }, coach)],
    [
      'loses its conversation',
      () => updateRow(db, 'session', at.last, { transcribedTextScripted: null }),
    ],
  ])('are erased from briefs and executions when that session %s', async (_, go) => {
    model.isConnected = true
    await analysed()
    await made()
    await work()
    expect(await isAnywhere()).toBe(true)
    await go()
    expect(await isAnywhere()).toBe(false)
    expect(await read()).toMatchObject({ status: 'none' })
  })
})

test('without an active prompt a brief is rule-based, even if a model is connected', async () => {
  model.isConnected = true
  // An installation from before templates had to be active.
  await sql`alter table template disable trigger user`.execute(db)
  await db.updateTable('template').set({ isActive: false }).execute()
  expect(await made()).toMatchObject({ status: 'done', text: null })
})
