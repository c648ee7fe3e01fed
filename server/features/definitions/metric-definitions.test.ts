import { describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { auditEntries, makeMetric } from '../../test/make.ts'
import { type Definition, definitionCalls } from '../../test/definitions.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'

const made = await testApp()
const { db, clientId } = made
const { coach, pathOf, list, send, create, put, move, formOf, plan, categoryId } =
  await definitionCalls(made)

describe('a metric', () => {
  const kind = 'metricDefinition'

  test('is manual with a range from 0 to 100 by default, and has the name of its category', async () => {
    expect(await create(kind, formOf[kind]())).toMatchObject({
      ...{
        dataSource: 'manual',
        lowest: 0,
        highest: 100,
        unit: null,
        isMoreBetter: null,
        words: [],
      },
      ...{ category: { name: 'Wellbeing', displayOrder: 1 }, categoryPosition: 1 },
    })
    const full = {
      ...{ dataSource: 'device', unit: 'hours', lowest: -5, highest: 12, isMoreBetter: false },
    }
    const row = await create(kind, { ...formOf[kind](), ...full })
    expect(row).toMatchObject(full)
    expect((await put(kind, row.id, { unit: '', label: 'Screens' })).json()).toMatchObject({
      ...{ ...full, unit: null, label: 'Screens' },
    })
  })

  test('has unique words that can be replaced, with a new version', async () => {
    const row = await create(kind, {
      ...formOf[kind](),
      words: [' Slept', 'slept', 'rest at night'],
    })
    expect(row).toMatchObject({ words: ['Slept', 'rest at night'], version: 1 })
    const relabelled = (await put(kind, row.id, { label: 'Nights', version: 1 })).json<Definition>()
    expect(relabelled).toMatchObject({ words: ['Slept', 'rest at night'], version: 2 })
    const answers = await Promise.all(
      [['dozed'], []].map((words) => put(kind, row.id, { words, version: 2 })),
    )
    expect(listStatusCodes(answers)).toEqual([200, 409])
    expect((await put(kind, row.id, { words: [] })).json()).toMatchObject({ words: [] })
    const entries = await auditEntries(db, { rowId: row.id, action: 'definition-changed' }, [
      'details',
    ])
    expect(entries.at(-1)?.details).toEqual({ changed: 'words' })
  })

  test('requires a valid range', async () => {
    const answer = await send('POST', pathOf(kind), { ...formOf[kind](), lowest: 100 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<ErrorBody>().fields).toEqual({
      highest: 'The highest value must be above the lowest',
    })
  })

  test('requires a unique key, even for concurrent requests', async () => {
    const form = formOf[kind]()
    const answers = await Promise.all([0, 1].map(() => send('POST', pathOf(kind), form)))
    expect(listStatusCodes(answers)).toEqual([200, 409])
    const refused = answers.find((it) => it.statusCode === 409)?.json<ErrorBody>()
    expect(refused?.fields).toEqual({ key: 'Another metric has this key' })
  })

  test('cannot change its key once it has or had a value', async () => {
    const row = await create(kind, formOf[kind]())
    const renamed = (await put(kind, row.id, { key: 'calmness' })).json<Definition>()
    expect(renamed).toMatchObject({ key: 'calmness', hasValues: false })
    const note = (numericValue: number | null) =>
      send(
        'PUT',
        `/api/clients/${clientId}/metric-values`,
        { values: [{ metricDefinitionId: row.id, weekNumber: 1, numericValue }] },
        coach,
      )
    expect((await note(50)).statusCode).toBe(200)
    for (const values of ['there', 'taken away']) {
      if (values === 'taken away') expect((await note(null)).statusCode).toBe(200)
      expect((await list(kind))[0]).toMatchObject({ hasValues: true })
      const answer = await put(kind, row.id, { key: 'rest' })
      expect([values, answer.statusCode]).toEqual([values, 409])
      expect(answer.json<ErrorBody>().fields).toEqual({
        key: 'The key cannot change because this metric has values.',
      })
    }
    const same = await put(kind, row.id, { key: 'calmness', label: 'Calmness' })
    expect(same.statusCode).toBe(200)
  })

  test('moves to the end of another category without leaving a gap', async () => {
    const other = await create('metricCategory', { name: 'Work' })
    const [a, b, c] = [
      await create(kind, formOf[kind]()),
      await create(kind, formOf[kind]()),
      await create(kind, { ...formOf[kind](), categoryId: other.id }),
    ]
    expect((await put(kind, a.id, { categoryId: other.id })).json()).toMatchObject({
      ...{ categoryPosition: 2, category: { name: 'Work', displayOrder: 2 } },
    })
    expect((await list(kind)).map((it) => [it.id, it['categoryPosition']])).toEqual([
      [b.id, 1],
      [c.id, 1],
      [a.id, 2],
    ])
    await move('metricCategory', other.id, { direction: 'up' })
    expect((await list(kind)).map(({ id }) => id)).toEqual([c.id, a.id, b.id])
  })

  test('changes the plan at once: order, label and colours', async () => {
    const first = await makeMetric(db, {
      key: 'first',
      categoryId: categoryId(),
      dataSource: 'manual',
    })
    const second = await create(kind, { ...formOf[kind](), isMoreBetter: false, highest: 10 })
    const before = await plan()
    expect(before.metricDefinitions.map(({ id }) => id)).toEqual([first, second.id])
    await move(kind, second.id, { direction: 'up' })
    await put(kind, second.id, { label: 'Screen time' })
    const after = await plan()
    expect(after.metricDefinitions).toMatchObject([
      { id: second.id, label: 'Screen time', isMoreBetter: false, lowest: 0, highest: 10 },
      { id: first },
    ])
    expect(after.state).not.toBe(before.state)
  })
})

test('session metrics of one type have different keys, those of two types may have the same', async () => {
  const other = await create('sessionDefinition', { name: 'Intake' })
  const form = formOf.sessionMetric()
  await create('sessionMetric', form)
  await create('sessionMetric', { ...form, sessionTypeId: other.id })
  const answer = await send('POST', pathOf('sessionMetric'), form)
  expect(answer.json<ErrorBody>().fields).toEqual({
    key: 'Another metric of this session type has this key',
  })
  expect((await list('sessionMetric')).map((it) => it['position'])).toEqual([1, 1])
})
