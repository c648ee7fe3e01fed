import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type DefinitionKind,
  definitionKindNames,
  definitionKinds,
  maxDefinitions,
} from '#contract/definitions/definitions.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../test/make.ts'
import { type Definition, definitionCalls } from '../../test/definitions.ts'
import { listStatusCodes, testApp } from '../../test/test-app.ts'
import { getTableName } from './definitions.service.ts'
import { getKind } from './kinds.ts'

const made = await testApp()
const { db } = made
const { pathOf, list, send, create, put, move, formOf, remove } = await definitionCalls(made)

const placesOf = async (kind: DefinitionKind) =>
  (await list(kind)).map((it) => it[getKind(kind).positionColumn])
const each = definitionKindNames.map((kind) => [kind] as const)

describe.each(each)('%s', (kind) => {
  test('is added at the end and changed, and returns the stored values', async () => {
    const before = await list(kind)
    const form = formOf[kind]()
    const row = await create(kind, form)
    expect(row).toMatchObject(form)
    expect((await list(kind)).map(({ id }) => id)).toEqual([...before.map(({ id }) => id), row.id])
    const named = getKind(kind).nameColumn
    const answer = await put(kind, row.id, { [named]: 'Another', version: row.version })
    expect(answer.json()).toMatchObject({ ...form, [named]: 'Another', version: row.version + 1 })
    expect(await list(kind)).toContainEqual(answer.json())
  })

  test('rejects the second of two concurrent changes', async () => {
    const row = await create(kind, formOf[kind]())
    const named = getKind(kind).nameColumn
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => put(kind, row.id, { [named]: name, version: row.version })),
    )
    expect(listStatusCodes(answers)).toEqual([200, 409])
    const late = answers.find((it) => it.statusCode === 409)
    expect(late?.json()).toMatchObject({ code: 'stale' })
  })

  test('detects a change of each field', async () => {
    const { rows } = await sql<{ changes: string }>`
      select pg_get_triggerdef(oid) as changes from pg_trigger
      where tgname = ${`${getTableName(kind)}_version`}`.execute(db)
    // Column names as in SQL.
    const changed = rows[0]?.changes.replaceAll('_', '').toLowerCase() ?? ''
    const columns = Object.values(getKind(kind).columns)
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
      (await move(kind, id, body)).json<Definition[]>().map((it) => it.id)
    expect(await moved(a, { direction: 'up' })).toEqual(all)
    expect(await moved(a, { direction: 'down' })).toEqual([b, a, ...others])
    expect(await moved(b, { direction: 'down', steps: 500 })).toEqual([a, ...others, b])
    expect(await moved(b, { direction: 'down' })).toEqual([a, ...others, b])
    expect(await moved(b, { direction: 'up', steps: all.length - 1 })).toEqual([b, a, ...others])
  })

  test('has its changes in the audit log', async () => {
    const { id } = await create(kind, formOf[kind]())
    await create(kind, formOf[kind]())
    await put(kind, id, { [getKind(kind).nameColumn]: 'Another' })
    await move(kind, id, { direction: 'down' })
    await remove(kind, id)
    const entries = await auditEntries(db, { rowId: id }, ['action', 'userId', 'details'])
    expect(entries.map(({ action }) => action)).toEqual([
      ...['definition-created', 'definition-changed', 'definition-moved', 'definition-deleted'],
    ])
    expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([made.systemUserId]))
    expect(JSON.stringify(entries)).not.toContain('Another')
  })
})

const childKinds = definitionKindNames.flatMap((kind) => {
  const { under } = getKind(kind)
  return under ? [[kind, under] as const] : []
})

describe.each(childKinds)('%s, which belongs to another kind,', (kind, under) => {
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
test.each(wrong)('%s with %j is rejected at %s: %s', async (kind, change, field, sentence) => {
  const answer = await send('POST', pathOf(kind), { ...formOf[kind](), ...change })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<ErrorBody>().fields?.[field]).toBe(sentence)
})
