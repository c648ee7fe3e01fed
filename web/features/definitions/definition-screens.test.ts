import { describe, expect, test } from 'vitest'
import {
  type DefinitionKind,
  definitionKindNames,
  definitionKinds,
  type DefinitionRow,
} from '#contract/definitions/definitions.ts'
import { definitionScreens, type DefinitionScreen } from './definition-screens.tsx'

const id = '01930000-0000-7000-8000-000000000001'
const parentId = '01930000-0000-7000-8000-000000000002'
const row = { id, version: 1, createdAt: '2026-03-04T10:00:00Z' }
const type = { ...row, name: 'Weekly', description: 'Every week', displayOrder: 1 }

/** One of each kind, with a value in every field. */
const rows: { [K in DefinitionKind]: DefinitionRow<K> } = {
  metricCategory: { ...row, name: 'Wellbeing', displayOrder: 1 },
  metricDefinition: {
    ...{ ...row, key: 'sleep_quality', label: 'Sleep', categoryId: parentId, categoryPosition: 1 },
    category: { name: 'Wellbeing', displayOrder: 1 },
    ...{ dataSource: 'device', unit: 'hours', lowest: 1, highest: 12, isMoreBetter: true },
    ...{ words: ['slumber'], hasValues: false },
  },
  sessionMetric: { ...row, key: 'focus', label: 'Focus', sessionTypeId: parentId, position: 1 },
  sessionDefinition: { ...type, durationMinutes: 90, sessionType: 'physical' },
  assignmentDefinition: type,
}

/** Rendered below the fields. */
const below: Partial<Record<DefinitionKind, string[]>> = { metricDefinition: ['words'] }

describe.each(definitionKindNames)('%s', (name) => {
  const kind = definitionScreens[name] as unknown as DefinitionScreen<'metricCategory'>
  const held = rows[name] as DefinitionRow<'metricCategory'>
  const formKeys = Object.keys(definitionKinds[name].form.shape)

  test('has a form field for each value, for an existing and a new row', () => {
    for (const it of [held, undefined]) {
      const fields = kind.fields(it, []).map((field) => field.name)
      expect([...fields, ...(below[name] ?? [])].toSorted()).toEqual(
        Object.keys(kind.valuesOf(it)).toSorted(),
      )
    }
  })

  test('submits unchanged values if nothing was edited', () => {
    const whole = Object.fromEntries(
      formKeys.map((key) => [key, (held as Record<string, unknown>)[key]]),
    )
    expect(kind.schema.parse(kind.valuesOf(held))).toEqual(whole)
  })

  const { under } = kind
  if (under)
    test('is named in the warning before its parent is deleted', () => {
      expect(formKeys).toContain(under.field)
      const { many } = definitionKinds[name]
      expect(definitionScreens[under.kind].cascade).toContain(many.split(' ').at(-1))
    })
})
