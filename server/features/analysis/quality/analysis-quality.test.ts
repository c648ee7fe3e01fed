import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AnalysisQuality, QualityVersion } from '#contract/analysis/analysis-quality.ts'
import { type FoundValue, makeAnalyses } from '../../../test/make-analyses.ts'
import { testApp } from '../../../test/test-app.ts'

const made = await testApp()
const { db, call, signIn, emails } = made
const { clients, found } = await makeAnalyses(made)
const system = await signIn(emails.system)

const read = async (query = '') =>
  (
    await call({ method: 'GET', url: `/api/admin/analysis-quality${query}` }, system)
  ).json<AnalysisQuality>()
const only = async (query = ''): Promise<QualityVersion> => {
  const { versions } = await read(query)
  if (!versions[0] || versions.length > 1) throw new Error(`There are ${versions.length} versions.`)
  return versions[0]
}
const byLabel = ({ metrics }: QualityVersion, label: string) =>
  metrics.find((it) => it.label === label)

beforeEach(async () => {
  await db.deleteFrom('analysisValue').execute()
  await db.deleteFrom('analysisSource').execute()
})

describe('the outcome of values', () => {
  test('is counted by version and metric, once per value', async () => {
    const some = await clients(6)
    const states: FoundValue[][] = [
      [{ decision: 'confirmed' }],
      [{ decision: 'confirmed' }],
      [{ decision: 'corrected', to: 60 }],
      [{ decision: 'rejected' }],
      [{ fault: 'no-quote' }],
      [{}, { key: 'sleep_hours', fault: 'out-of-range' }],
    ]
    for (const [index, client] of some.entries()) await found(client, {}, ...(states[index] ?? []))
    const version = await only()
    expect(version).toMatchObject({
      ...{ type: 'metric_extraction', versionNumber: 1, isBuiltIn: false, models: ['made-1'] },
      ...{ before: null, hiddenMetrics: 1 },
    })
    expect(version.metrics.map(({ label }) => label)).toEqual(['Calm'])
    expect(version.metrics[0]?.figures).toMatchObject({
      values: 6,
      states: { confirmed: 2, corrected: 1, rejected: 1, waiting: 1, 'no-quote': 1, twice: 0 },
      confirmed: { of: 4, share: null, compared: null },
      shown: { of: 6, share: null },
      correction: null,
    })
    expect(version.figures?.values).toBe(6)
  })

  test('is unverified without evidence, regardless of the decision', async () => {
    for (const client of await clients(6)) {
      await found(client, {}, { fault: 'not-found', decision: 'rejected' })
      await found(client, {}, { fault: 'not-clients', decision: 'corrected', to: 10 })
    }
    const { figures } = await only()
    expect(figures).toMatchObject({
      states: { 'not-found': 6, 'not-clients': 6, rejected: 0, corrected: 0 },
      confirmed: { of: 0 },
      correction: null,
    })
  })

  test('is that of the last decision', async () => {
    const some = await clients(6)
    for (const client of some) await found(client, {}, { decision: 'rejected' })
    await db.updateTable('analysisValue').set({ decision: 'confirmed' }).execute()
    expect((await only()).figures?.states).toMatchObject({ confirmed: 6, rejected: 0 })
    await db.updateTable('analysisValue').set({ decision: null, decidedAt: null }).execute()
    expect((await only()).figures?.states).toMatchObject({ confirmed: 0, waiting: 6 })
  })

  test('belongs to the version that found the value last', async () => {
    const some = await clients(6)
    for (const client of some) {
      const { sessionId } = await found(client, { text: 1 }, {})
      const { executionId } = await found(client, { text: 2 })
      await db
        .updateTable('analysisValue')
        .set({ executionId })
        .where('sessionId', '=', sessionId)
        .execute()
    }
    expect(await only()).toMatchObject({ versionNumber: 2, figures: { values: 6 } })
  })

  test('keeps its version when executions expire', async () => {
    for (const client of await clients(6)) await found(client, { text: 1 }, {})
    await db.deleteFrom('execution').execute()
    expect(await only()).toMatchObject({ versionNumber: 1, figures: { values: 6 } })
  })

  test('does not include metrics that a model made up', async () => {
    for (const [index, client] of (await clients(6)).entries())
      await found(client, {}, { key: `Ada ${index} Lovelace`, fault: 'not-asked' })
    const answer = await read()
    expect(answer.versions[0]?.metrics).toMatchObject([
      { key: '', label: null, figures: { states: { 'not-asked': 6 } } },
    ])
    expect(JSON.stringify(answer)).not.toContain('Lovelace')
  })
})

test('corrections have a median and quartiles, in the unit and relative to the range', async () => {
  const by = [2, 4, -4, 6, 8]
  for (const [index, client] of (await clients(6)).entries())
    await found(
      client,
      {},
      { key: 'sleep_hours', value: 10, decision: 'corrected', to: 10 + (by[index] ?? 4) },
    )
  const version = await only()
  expect(byLabel(version, 'Sleep')?.figures.correction).toEqual({
    values: 6,
    inUnit: { quarter: 4, median: 4, threeQuarters: 5.5 },
    ofRange: { quarter: 0.2, median: 0.2, threeQuarters: 0.275 },
  })
  expect(version.figures?.correction?.inUnit).toBeNull()
})

describe('small groups', () => {
  test('are hidden, however many values they have', async () => {
    for (const client of await clients(5))
      for (let times = 0; times < 5; times++) await found(client, {}, { decision: 'confirmed' })
    expect(await only()).toMatchObject({ figures: null, metrics: [], hiddenMetrics: 1 })
  })

  test('of a metric cannot be inferred from totals', async () => {
    const some = await clients(6)
    for (const client of some) await found(client, {}, {})
    await found(some[0] ?? '', {}, { key: 'sleep_hours', decision: 'rejected' })
    const version = await only()
    expect(version.figures).toMatchObject({ values: 6, states: { rejected: 0 } })
    expect(version.hiddenMetrics).toBe(1)
    expect((await only('?metric=sleep_hours')).figures).toBeNull()
  })

  test('are combined if they are large enough together', async () => {
    const some = await clients(6)
    for (const client of some.slice(0, 3)) await found(client, {}, { key: 'sleep_hours' })
    for (const client of some.slice(3)) await found(client, {}, {})
    const version = await only()
    expect(version.metrics).toMatchObject([{ key: null, label: null, figures: { values: 6 } }])
    expect(version.hiddenMetrics).toBe(0)
  })

  test('do not show corrections', async () => {
    for (const [index, client] of (await clients(7)).entries())
      await found(
        client,
        {},
        index < 5 ? { decision: 'corrected', to: 70 } : { decision: 'confirmed' },
      )
    expect((await only()).figures).toMatchObject({ states: { corrected: 5 }, correction: null })
  })

  test('have the minimum size from the settings', async () => {
    for (const client of await clients(11)) await found(client, {}, {})
    expect((await only()).figures?.values).toBe(11)
    const set = async (size: number) =>
      sql`insert into setting (name, value) values ('minimumGroup', ${JSON.stringify(size)}::jsonb)
        on conflict (name) do update set value = excluded.value`.execute(db)
    await set(12)
    expect((await read()).minimumGroup).toBe(12)
    expect((await only()).figures).toBeNull()
    await set(6)
  })

  test('ignore deleted clients', async () => {
    const some = await clients(6)
    for (const client of some) await found(client, {}, { decision: 'confirmed' })
    expect((await only()).figures?.values).toBe(6)
    await db
      .deleteFrom('session')
      .where('clientId', '=', some[0] ?? '')
      .execute()
    expect((await only()).figures).toBeNull()
    await db.deleteFrom('session').where('clientId', 'in', some).execute()
    expect(await read()).toMatchObject({ versions: [], choices: { months: null } })
  })
})

describe('a version and its predecessor', () => {
  const decided = async (run: Parameters<typeof found>[1], confirmed: number, others: number) => {
    const some = await clients(6)
    const values = [
      ...Array.from({ length: confirmed }, (): FoundValue => ({ decision: 'confirmed' })),
      ...Array.from({ length: others }, (): FoundValue => ({ decision: 'rejected' })),
    ]
    for (const [index, value] of values.entries()) await found(some[index % 6] ?? '', run, value)
  }
  const comparisons = async (query = '') =>
    (await read(query)).versions.map((it) => [it.versionNumber, it.figures?.confirmed.compared])

  test('differ only if the difference is significant', async () => {
    await decided({ text: 1 }, 22, 2)
    await decided({ text: 2 }, 8, 16)
    expect(await comparisons()).toEqual([
      [2, 'worse'],
      [1, null],
    ])
    const [second] = (await read()).versions
    expect(second).toMatchObject({ before: { versionNumber: 1 }, isActive: true })
    expect(second && byLabel(second, 'Calm')?.figures.confirmed).toMatchObject({
      ...{ of: 24, compared: 'worse' },
    })
  })

  test('the built-in rules are a separate version, whatever the prompt of the template', async () => {
    await decided({ provider: 'built_in', model: null, text: 1 }, 6, 0)
    await decided({ provider: 'built_in', model: null, text: 2 }, 6, 0)
    await decided({ text: 2 }, 6, 0)
    const { versions } = await read()
    expect(versions.map((it) => [it.isBuiltIn, it.versionNumber, it.figures?.values])).toEqual([
      [false, 2, 6],
      [true, null, 12],
    ])
  })
})

describe('filters', () => {
  test('select by month, metric and provider', async () => {
    const some = await clients(6)
    for (const client of some) {
      await found(client, { at: '2026-02-28T23:00:00Z' }, {})
      await found(client, { at: '2026-03-01T01:00:00Z', model: 'made-2' }, { key: 'sleep_hours' })
    }
    const values = async (query: string) =>
      (await read(query)).versions.map((it) => it.figures?.values)
    expect(await values('')).toEqual([12])
    expect(await values('?to=2026-02')).toEqual([6])
    expect(await values('?from=2026-03')).toEqual([6])
    expect(await values('?from=2026-02&to=2026-03')).toEqual([12])
    expect(await values('?metric=sleep_hours')).toEqual([6])
    expect(await values('?provider=openai_compatible&model=made-2')).toEqual([6])
    expect(await values('?provider=anthropic_claude')).toEqual([])
    expect((await read()).choices).toMatchObject({
      months: { first: '2026-02', last: '2026-03' },
      answerers: [
        { provider: 'openai_compatible', model: 'made-1' },
        { provider: 'openai_compatible', model: 'made-2' },
      ],
    })
  })
})
