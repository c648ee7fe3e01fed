import { type RawBuilder, sql, type SqlBool } from 'kysely'
import {
  type DefinitionForm,
  type DefinitionKind,
  rangeError,
} from '#contract/definitions/definitions.ts'
import { AppError } from '../../platform/errors.ts'

type Columns<K extends DefinitionKind> = Record<keyof DefinitionForm<K>, string>

/** Database mapping of a kind of definition; the table has the kind's name. */
export type Kind<Fields = Record<string, string>> = {
  /** The column of each field of its form. */
  columns: Fields
  /** Columns besides id and version; `it` is the row. */
  select: RawBuilder<unknown>
  from: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
  /** The column of its position. */
  positionColumn: string
  /** Its parent, with which it is deleted; positions count within the parent. */
  under?: { kind: DefinitionKind; field: string; missing: string }
  nameColumn: 'name' | 'label'
  /** When and why the key cannot change. */
  keyLock?: { where: RawBuilder<SqlBool>; sentence: string }
  /** Messages of constraints that a form may violate. */
  constraintErrors?: Record<string, { field: string; sentence: string; code?: 'unprocessable' }>
}

/** Plans have or had values of this metric. */
const hasValues = sql<SqlBool>`(
  exists (select from metric_value where metric_definition_id = it.id)
  or exists (select from metric_value_history where metric_definition_id = it.id))`

const typeKind = {
  columns: { name: 'name', description: 'description' },
  select: sql`it.name, it.description, it.display_order`,
  orderBy: sql`it.display_order, it.id`,
  positionColumn: 'displayOrder',
  nameColumn: 'name',
} as const

export const kinds: { [K in DefinitionKind]: Kind<Columns<K>> } = {
  metricCategory: {
    columns: { name: 'name' },
    select: sql`it.name, it.display_order`,
    from: sql`metric_category as it`,
    orderBy: sql`it.display_order, it.id`,
    positionColumn: 'displayOrder',
    nameColumn: 'name',
  },
  metricDefinition: {
    columns: {
      key: 'key',
      label: 'label',
      categoryId: 'categoryId',
      dataSource: 'dataSource',
      unit: 'unit',
      lowest: 'lowest',
      highest: 'highest',
      isMoreBetter: 'isMoreBetter',
      words: 'words',
    },
    select: sql`it.key, it.label, it.category_id, it.category_position, it.data_source, it.unit, it.lowest, it.highest,
      it.is_more_better, it.words, ${hasValues} as has_values,
      jsonb_build_object('name', category.name, 'displayOrder', category.display_order) as category`,
    from: sql`metric_definition as it join metric_category as category on category.id = it.category_id`,
    orderBy: sql`category.display_order, category.id, it.category_position, it.id`,
    positionColumn: 'categoryPosition',
    under: {
      kind: 'metricCategory',
      field: 'categoryId',
      missing: 'This category no longer exists.',
    },
    nameColumn: 'label',
    keyLock: {
      where: hasValues,
      sentence: 'The key cannot change because this metric has values.',
    },
    constraintErrors: {
      metric_definition_key_key: { field: 'key', sentence: 'Another metric has this key' },
      metric_definition_range: {
        field: 'highest',
        sentence: rangeError({ lowest: 0, highest: 0 }) ?? '',
        code: 'unprocessable',
      },
    },
  },
  sessionMetric: {
    columns: { key: 'key', label: 'label', sessionTypeId: 'sessionDefinitionId' },
    select: sql`it.key, it.label, it.session_definition_id as session_type_id, it.position`,
    from: sql`session_metric as it join session_definition as type on type.id = it.session_definition_id`,
    orderBy: sql`type.display_order, type.id, it.position, it.id`,
    positionColumn: 'position',
    under: {
      kind: 'sessionDefinition',
      field: 'sessionTypeId',
      missing: 'This session type no longer exists.',
    },
    nameColumn: 'label',
    constraintErrors: {
      session_metric_key_key: {
        field: 'key',
        sentence: 'Another metric of this session type has this key',
      },
    },
  },
  sessionDefinition: {
    ...typeKind,
    columns: {
      ...typeKind.columns,
      durationMinutes: 'durationMinutes',
      sessionType: 'sessionType',
    },
    select: sql`it.name, it.description, it.display_order, it.duration_minutes, it.session_type`,
    from: sql`session_definition as it`,
  },
  assignmentDefinition: { ...typeKind, from: sql`assignment_definition as it` },
}

export const getKind = (kind: DefinitionKind): Kind => kinds[kind]

export const childKinds = (parent: DefinitionKind) =>
  (Object.keys(kinds) as DefinitionKind[]).filter((it) => kinds[it].under?.kind === parent)

export const fieldError = (
  field: string,
  sentence: string,
  code: 'conflict' | 'unprocessable' = 'conflict',
) => new AppError(code, sentence, { [field]: sentence })
