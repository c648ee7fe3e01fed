import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type DefinitionKind,
  definitionKindNames,
  definitionKinds,
  maxDefinitions,
} from '#contract/definitions.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries, makeMetric } from '../../test/make.ts'
import { testApp } from '../../test/test-app.ts'
import { tableOf } from './definitions.service.ts'
import { kindOf } from './kinds.ts'

const { db, call, signIn, emails, clientId, ...made } = await testApp()
const cookies = {
  system: await signIn(emails.system),
  admin: await signIn(emails.admin),
  coach: await signIn(emails.coach),
}
type Row = { id: string; version: number } & Record<string, unknown>

const pathOf = (kind: DefinitionKind) => definitionKinds[kind].list.path
const list = async (kind: DefinitionKind, cookie = cookies.system) =>
  (await call({ url: pathOf(kind) }, cookie)).json<Row[]>()
const send = (
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  cookie = cookies.system,
) => call({ method, url, ...(payload && { payload }) }, cookie)
const create = async (kind: DefinitionKind, form: object) => {
  const answer = await send('POST', pathOf(kind), form)
  expect(answer.statusCode).toBe(200)
  return answer.json<Row>()
}
const put = (kind: DefinitionKind, id: string, form: object) =>
  send('PUT', `${pathOf(kind)}/${id}`, form)
const move = (kind: DefinitionKind, id: string, body: object) =>
  send('POST', `${pathOf(kind)}/${id}/move`, body)

/** Every kind is empty except the session type of `makePeople`. */
let categoryId = ''
beforeEach(async () => {
  for (const table of ['metricCategory', 'sessionMetric', 'assignmentDefinition'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('sessionDefinition').where('id', '<>', made.sessionDefinitionId).execute()
  categoryId = (await create('metricCategory', { name: 'Wellbeing' })).id
})

let count = 0
/** The n-th pair of letters: keys contain no digits. */
const letters = (n: number) => String.fromCodePoint(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))
const formOf: Record<DefinitionKind, () => Record<string, unknown>> = {
  metricCategory: () => ({ name: `Category ${++count}` }),
  metricDefinition: () => ({ key: `metric_${letters(++count)}`, label: 'Calm', categoryId }),
  sessionMetric: () => ({
    ...{ key: `metric_${letters(++count)}`, label: 'Trust' },
    sessionTypeId: made.sessionDefinitionId,
  }),
  sessionDefinition: () => ({ name: `Type ${++count}`, description: 'What it is for' }),
  assignmentDefinition: () => ({ name: `Type ${++count}` }),
}
const placesOf = async (kind: DefinitionKind) =>
  (await list(kind)).map((it) => it[kindOf(kind).positionColumn])
const each = definitionKindNames.map((kind) => [kind] as const)

describe.each(each)('%s', (kind) => {
  test('is added at the end and changed, and returns the stored values', async () => {
    const before = await list(kind)
    const form = formOf[kind]()
    const row = await create(kind, form)
    expect(row).toMatchObject(form)
    expect((await list(kind)).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), row.id])
    const named = kindOf(kind).nameColumn
    const answer = await put(kind, row.id, { [named]: 'Another', version: row.version })
    expect(answer.json()).toMatchObject({ ...form, [named]: 'Another', version: row.version + 1 })
    expect(await list(kind)).toContainEqual(answer.json())
  })

  test('rejects the second of two concurrent changes', async () => {
    const row = await create(kind, formOf[kind]())
    const named = kindOf(kind).nameColumn
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => put(kind, row.id, { [named]: name, version: row.version })),
    )
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const late = answers.find((it) => it.statusCode === 409)
    expect(late?.json()).toMatchObject({ code: 'stale' })
  })

  test('detects a change of each field', async () => {
    const { rows } = await sql<{ changes: string }>`
      select pg_get_triggerdef(oid) as changes from pg_trigger
      where tgname = ${`${tableOf(kind)}_version`}`.execute(db)
    // Column names as in SQL.
    const changed = rows[0]?.changes.replaceAll('_', '').toLowerCase() ?? ''
    const columns = Object.values(kindOf(kind).columns)
    const missing = columns.filter((it) => !changed.match(`\\bold\\.${it.toLowerCase()}\\b`))
    expect(missing).toEqual([])
  })

  test('has distinct, consecutive positions after twenty concurrent moves', async () => {
    for (let n = 0; n < 7; n++) await create(kind, formOf[kind]())
    const ids = (await list(kind)).map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        move(kind, ids[(n * 3) % ids.length] ?? '', {
          direction: n % 2 ? 'up' : 'down',
          steps: 1 + (n % 3),
        }),
      ),
    )
    expect(answers.map((it) => it.statusCode)).toEqual(Array(20).fill(200))
    expect((await list(kind)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(await placesOf(kind)).toEqual(ids.map((_, place) => place + 1))
  })

  test('moves by one or several places, at most to the ends', async () => {
    for (let n = 0; n < 4; n++) await create(kind, formOf[kind]())
    const all = (await list(kind)).map(({ id }) => id)
    const [a = '', b = '', ...others] = all
    const moved = async (id: string, body: object) =>
      (await move(kind, id, body)).json<Row[]>().map((it) => it.id)
    expect(await moved(a, { direction: 'up' })).toEqual(all)
    expect(await moved(a, { direction: 'down' })).toEqual([b, a, ...others])
    expect(await moved(b, { direction: 'down', steps: 500 })).toEqual([a, ...others, b])
    expect(await moved(b, { direction: 'down' })).toEqual([a, ...others, b])
    expect(await moved(b, { direction: 'up', steps: all.length - 1 })).toEqual([b, a, ...others])
  })

  test('has its changes in the audit log', async () => {
    const { id } = await create(kind, formOf[kind]())
    await create(kind, formOf[kind]())
    await put(kind, id, { [kindOf(kind).nameColumn]: 'Another' })
    await move(kind, id, { direction: 'down' })
    await send('DELETE', `${pathOf(kind)}/${id}`)
    const entries = await auditEntries(db, { rowId: id }, ['action', 'userId', 'details'])
    expect(entries.map(({ action }) => action)).toEqual([
      ...['definition-created', 'definition-changed', 'definition-moved', 'definition-deleted'],
    ])
    expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([made.systemUserId]))
    expect(JSON.stringify(entries)).not.toContain('Another')
  })
})

const standing = definitionKindNames.flatMap((kind) => {
  const { under } = kindOf(kind)
  return under ? [[kind, under] as const] : []
})

describe.each(standing)('%s, which stands under another kind,', (kind, under) => {
  test('requires an existing parent', async () => {
    const answer = await send('POST', pathOf(kind), { ...formOf[kind](), [under.field]: newId() })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<ErrorBody>().fields).toEqual({ [under.field]: under.missing })
    expect(under.missing).toContain(definitionKinds[under.kind].one.split(' ').at(-1))
  })

  test('is listed with its siblings in order', async () => {
    const parents = [
      await create(under.kind, formOf[under.kind]()),
      await create(under.kind, formOf[under.kind]()),
    ]
    for (const at of [1, 0, 1, 0])
      await create(kind, { ...formOf[kind](), [under.field]: parents[at]?.id })
    const order = (await list(under.kind)).map(({ id }) => id)
    const places = (await list(kind)).map((it) => order.indexOf(String(it[under.field])))
    expect(places).toHaveLength(4)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })
})

test('the number per kind is limited', async () => {
  const rows = Array.from({ length: maxDefinitions }, (_, n) => ({
    ...{ id: newId(), name: `Type ${n}`, displayOrder: n + 1 },
  }))
  await db.insertInto('assignmentDefinition').values(rows).execute()
  const answer = await send('POST', pathOf('assignmentDefinition'), { name: 'One more' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json<ErrorBody>().error).toBe('There are already 500 assignment types.')
})

const wrong: [DefinitionKind, object, string, string][] = [
  ['metricCategory', { name: ' ' }, 'name', 'Category name is required'],
  ['metricDefinition', { key: '' }, 'key', 'Key is required'],
  ...['Mood', 'mood1', 'mood-x', 'stimmung ä'].map(
    (key): [DefinitionKind, object, string, string] => [
      'metricDefinition',
      { key },
      'key',
      'Key must be lowercase with underscores only',
    ],
  ),
  ['metricDefinition', { label: '' }, 'label', 'Label is required'],
  ['metricDefinition', { categoryId: '' }, 'categoryId', 'Category is required'],
  ['metricDefinition', { categoryId: undefined }, 'categoryId', 'Category is required'],
  ['metricDefinition', { words: ['12'] }, 'words.0', 'A word needs a letter'],
  ['metricDefinition', { words: 'slept' }, 'words', 'This must be a list.'],
  ['sessionMetric', { key: '' }, 'key', 'Key is required'],
  ['sessionMetric', { key: 'A' }, 'key', 'Key must be lowercase with underscores only'],
  ['sessionMetric', { label: '' }, 'label', 'Label is required'],
  ['sessionMetric', { sessionTypeId: '' }, 'sessionTypeId', 'Session type is required'],
  ['sessionDefinition', { name: '' }, 'name', 'Session type name is required'],
  ['assignmentDefinition', { name: '' }, 'name', 'Assignment type name is required'],
]
test.each(wrong)('%s with %j says of %s: %s', async (kind, change, field, sentence) => {
  const answer = await send('POST', pathOf(kind), { ...formOf[kind](), ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields?.[field]).toBe(sentence)
})

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
    const relabelled = (await put(kind, row.id, { label: 'Nights', version: 1 })).json<Row>()
    expect(relabelled).toMatchObject({ words: ['Slept', 'rest at night'], version: 2 })
    const answers = await Promise.all(
      [['dozed'], []].map((words) => put(kind, row.id, { words, version: 2 })),
    )
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
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

  test('requires a unique key, also for concurrent requests', async () => {
    const form = formOf[kind]()
    const answers = await Promise.all([0, 1].map(() => send('POST', pathOf(kind), form)))
    expect(answers.map((it) => it.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const refused = answers.find((it) => it.statusCode === 409)?.json<ErrorBody>()
    expect(refused?.fields).toEqual({ key: 'Another metric has this key' })
  })

  test('cannot change its key once it has or had a value', async () => {
    const row = await create(kind, formOf[kind]())
    const renamed = (await put(kind, row.id, { key: 'calmness' })).json<Row>()
    expect(renamed).toMatchObject({ key: 'calmness', hasValues: false })
    const note = (numericValue: number | null) =>
      send(
        'PUT',
        `/api/clients/${clientId}/metric-values`,
        { values: [{ metricDefinitionId: row.id, weekNumber: 1, numericValue }] },
        cookies.coach,
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
    const first = await makeMetric(db, { key: 'first', categoryId, dataSource: 'manual' })
    const second = await create(kind, { ...formOf[kind](), isMoreBetter: false, highest: 10 })
    const plan = async () =>
      (
        await call({ url: `/api/clients/${clientId}/sessions-and-metrics` }, cookies.coach)
      ).json<SessionsAndMetrics>()
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
