import type { ReactNode } from 'react'
import { z } from 'zod'
import {
  type DefinitionForm,
  type DefinitionKind,
  definitionKinds,
  type DefinitionRow,
  rangeError,
} from '#contract/definitions/definitions.ts'
import { type DataSource, dataSource } from '#contract/plans/plan-values.ts'
import {
  defaultSessionMinutes,
  sessionTypeLabel,
} from '#contract/definitions/session-definition.ts'
import type { FieldEntry } from '#web/form/field-table.tsx'
import type { SelectOption } from '#web/ui/select.tsx'
import { MetricKeywords } from './metric-keywords.tsx'

/** Form values before the schema turns them into what is sent. */
type Fields = Record<string, string | number | readonly string[] | undefined>

export type DefinitionScreen<K extends DefinitionKind> = {
  title: string
  description: string
  /** As in "Add Session Type". */
  one: string
  /** The hint of an empty list. */
  empty: string
  /** What is deleted with it (docs/product.md, "Definitions"). */
  cascade: string
  nameOf: (row: DefinitionRow<K>) => string
  details: (row: DefinitionRow<K>) => ReactNode
  /** The parent kind, by which rows are grouped. */
  under?: {
    kind: 'metricCategory' | 'sessionDefinition'
    field: string
    of: (row: DefinitionRow<K>) => string
  }
  /** Also transforms the fields into what is sent. */
  schema: z.ZodType<DefinitionForm<K>, Fields>
  /** The fields of a row, or of a new one. */
  valuesOf: (row: DefinitionRow<K> | undefined) => Fields

  fields: (
    row: DefinitionRow<K> | undefined,
    parents: readonly SelectOption[],
  ) => readonly FieldEntry[]
  /** Below the fields; `others` are the other definitions of the kind. */
  more?: (row: DefinitionRow<K> | undefined, others: readonly DefinitionRow<K>[]) => ReactNode
}

const sourceLabel: Record<DataSource, string> = {
  manual: 'Manual',
  transcription: 'Transcription',
  document_upload: 'Document upload',
  device: 'Device',
}

const betterLabel = {
  label: 'Based on the label',
  more: 'More is better',
  less: 'Less is better',
}
type Better = keyof typeof betterLabel
const toBetter = (isMoreBetter: boolean | null | undefined): Better =>
  isMoreBetter == null ? 'label' : isMoreBetter ? 'more' : 'less'

const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const keyField = (reason?: string): FieldEntry => ({
  kind: 'text',
  name: 'key',
  label: 'Key',
  isRequired: true,
  hint: reason ?? 'Lowercase letters and underscores, such as sleep_quality',
  readOnly: reason !== undefined,
})
const labelField: FieldEntry = { kind: 'text', name: 'label', label: 'Label', isRequired: true }
const parentField = (
  name: string,
  label: string,
  options: readonly SelectOption[],
): FieldEntry => ({ kind: 'select', name, label, isRequired: true, options })

const number = (error: string) => z.number({ error }).min(-1_000_000_000).max(1_000_000_000)

const metricSchema = definitionKinds.metricDefinition.form
  .omit({ isMoreBetter: true })
  .extend({
    lowest: number('Lowest value is required'),
    highest: number('Highest value is required'),
    better: z.enum(['label', 'more', 'less']),
  })
  .superRefine((fields, context) => {
    const message = rangeError(fields)
    if (message) context.addIssue({ code: 'custom', path: ['highest'], message })
  })
  .transform(({ better, ...fields }) => ({
    ...fields,
    isMoreBetter: better === 'label' ? null : better === 'more',
  }))

const typeFields: readonly FieldEntry[] = [
  { kind: 'text', name: 'name', label: 'Name', isRequired: true },
  { kind: 'area', name: 'description', label: 'Description' },
]

const typeKind = (title: string, one: string) => ({
  title,
  one,
  nameOf: (row: DefinitionRow<'assignmentDefinition'>) => row.name,
  details: (row: DefinitionRow<'assignmentDefinition'>) => row.description,
  valuesOf: (row: DefinitionRow<'assignmentDefinition'> | undefined) => ({
    name: row?.name ?? '',
    description: row?.description ?? '',
  }),
  fields: (): readonly FieldEntry[] => typeFields,
})

export const definitionScreens: { [K in DefinitionKind]: DefinitionScreen<K> } = {
  metricCategory: {
    title: 'Metric Categories',
    one: 'Category',
    description: 'In the order shown in plans.',
    empty: 'Add a category before adding metrics.',
    cascade: 'Deleting a category also deletes its metrics.',
    nameOf: ({ name }) => name,
    details: () => null,
    schema: definitionKinds.metricCategory.form as z.ZodType<
      DefinitionForm<'metricCategory'>,
      Fields
    >,
    valuesOf: (row) => ({ name: row?.name ?? '' }),
    fields: () => [{ kind: 'text', name: 'name', label: 'Name', isRequired: true }],
  },
  metricDefinition: {
    title: 'Metrics',
    one: 'Metric',
    description: 'Grouped by category. Each metric is a row in every plan.',
    empty: 'Each metric is a row in every plan.',
    cascade: 'Deleting a metric also deletes its values in every plan.',
    nameOf: ({ label }) => label,
    details: ({ key, dataSource: source, unit, lowest, highest, isMoreBetter, words }) =>
      [
        key,
        sourceLabel[source],
        `${lowest} to ${highest}${unit ? ` ${unit}` : ''}`,
        isMoreBetter !== null && betterLabel[toBetter(isMoreBetter)].toLowerCase(),
        words.length > 0 && `keywords: ${words.join(', ')}`,
      ]
        .filter(Boolean)
        .join(' · '),
    under: { kind: 'metricCategory', field: 'categoryId', of: (row) => row.categoryId },
    schema: metricSchema as unknown as z.ZodType<DefinitionForm<'metricDefinition'>, Fields>,
    valuesOf: (row) => ({
      key: row?.key ?? '',
      label: row?.label ?? '',
      categoryId: row?.categoryId ?? '',
      dataSource: row?.dataSource ?? 'manual',
      unit: row?.unit ?? '',
      lowest: row?.lowest ?? 0,
      highest: row?.highest ?? 100,
      better: toBetter(row?.isMoreBetter),
      words: row?.words ?? [],
    }),
    fields: (row, parents) => [
      keyField(row?.hasValues ? 'Values use this key, so it cannot be changed.' : undefined),
      labelField,
      parentField('categoryId', 'Category', parents),
      {
        kind: 'select',
        name: 'dataSource',
        label: 'Data Source',
        options: dataSource.options
          .toReversed()
          .map((value) => ({ value, label: sourceLabel[value] })),
      },
      { kind: 'number', name: 'lowest', label: 'Lowest Value', isRequired: true, step: 'any' },
      { kind: 'number', name: 'highest', label: 'Highest Value', isRequired: true, step: 'any' },
      { kind: 'text', name: 'unit', label: 'Unit', hint: 'Such as points or hours' },
      {
        kind: 'select',
        name: 'better',
        label: 'Which Way Is Better',
        hint: 'Based on the label, less stress, anxiety and depression is better, and more of anything else',
        options: toOptions(betterLabel),
      },
    ],
    more: (row, others) => (
      <div className="col-span-full min-h-31.5">
        <MetricKeywords metric={row} others={others} />
      </div>
    ),
  },
  sessionMetric: {
    title: 'Session Metrics',
    one: 'Session Metric',
    description: 'Grouped by session type and rated in each session of that type.',
    empty: 'Session metrics are rated in each session of their type.',
    cascade: 'Nothing else is deleted with it.',
    nameOf: ({ label }) => label,
    details: ({ key }) => key,
    under: { kind: 'sessionDefinition', field: 'sessionTypeId', of: (row) => row.sessionTypeId },
    schema: definitionKinds.sessionMetric.form as z.ZodType<
      DefinitionForm<'sessionMetric'>,
      Fields
    >,
    valuesOf: (row) => ({
      key: row?.key ?? '',
      label: row?.label ?? '',
      sessionTypeId: row?.sessionTypeId ?? '',
    }),
    fields: (_row, parents) => [
      keyField(),
      labelField,
      parentField('sessionTypeId', 'Session Type', parents),
    ],
  },
  sessionDefinition: {
    ...typeKind('Session Types', 'Session Type'),
    description: 'In the order shown in plans.',
    empty: 'Add a session type before scheduling sessions.',
    cascade: 'Deleting a session type deletes its sessions and metrics.',
    details: ({ description, durationMinutes, sessionType: type }) =>
      [`${durationMinutes} minutes`, sessionTypeLabel[type].toLowerCase(), description]
        .filter(Boolean)
        .join(' · '),
    schema: definitionKinds.sessionDefinition.form as z.ZodType<
      DefinitionForm<'sessionDefinition'>,
      Fields
    >,
    valuesOf: (row) => ({
      name: row?.name ?? '',
      description: row?.description ?? '',
      durationMinutes: row?.durationMinutes ?? defaultSessionMinutes,
      sessionType: row?.sessionType ?? 'digital',
    }),
    fields: () => [
      ...typeFields,
      {
        kind: 'number',
        name: 'durationMinutes',
        label: 'Duration (minutes)',
        isRequired: true,
        min: 5,
        step: 5,
      },
      {
        kind: 'select',
        name: 'sessionType',
        label: 'Digital or physical',
        options: toOptions(sessionTypeLabel),
      },
    ],
  },
  assignmentDefinition: {
    ...typeKind('Assignment Types', 'Assignment Type'),
    description: 'In the order shown in plans.',
    empty: 'Add an assignment type before assigning home assignments.',
    cascade: 'Deleting an assignment type deletes its assignments.',
    schema: definitionKinds.assignmentDefinition.form as z.ZodType<
      DefinitionForm<'assignmentDefinition'>,
      Fields
    >,
  },
}

/** "Failed to delete session type" */
export const formatFailure = (
  verb: 'create' | 'update' | 'delete' | 'reorder',
  kind: DefinitionKind,
) => `Failed to ${verb} ${definitionKinds[kind][verb === 'reorder' ? 'many' : 'one']}`
