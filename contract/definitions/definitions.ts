import { z } from 'zod'
import { idOnly, line, paragraph, rowId } from '../bounds.ts'
import { endpoint, type Noun } from '../endpoint.ts'
import { metricWords } from './metric-keywords.ts'
import { dataSource } from '../plans/plan-values.ts'
import { type Role, admins, staff } from '../roles.ts'
import { changeBody, rowVersion } from '../row-version.ts'
import {
  assignmentDefinition,
  sessionDefinition,
  sessionMinutes,
  sessionType,
} from './session-definition.ts'

/** Kinds of rows deleted with a definition. */
export const cascadeKind = z.enum([
  ...(['metrics', 'values', 'earlierValues', 'sessions', 'recordings', 'assessments'] as const),
  ...(['sessionMetrics', 'assignments'] as const),
])
export type CascadeKind = z.infer<typeof cascadeKind>

/** Deletions with more dependents run in the background, after a moment to undo them. */
export const maxDeletedImmediately = 1000
/** Milliseconds in which a background deletion can be undone. */
export const undoableMs = 10_000
/** Maximum number of definitions of a kind; lists and plans show all of them. */
export const maxDefinitions = 500

/** A deletion in the background. */
export const definitionDeletion = z.object({
  id: rowId(),
  kind: z.string(),
  name: z.string(),
  /** Dependents, and how many of them are deleted already. */
  total: z.number().int(),
  done: z.number().int(),
  /** Milliseconds left to undo it; 0 once it has begun. */
  undoableMs: z.number().int(),
  /** Failed after several attempts; `retryDefinitionDeletion` resumes it. */
  isFailed: z.boolean(),
  /** It has not begun, or failed before anything was deleted. */
  isUndoable: z.boolean(),
})
export type DefinitionDeletion = z.infer<typeof definitionDeletion>

/** Fields of every definition. */
const row = z.object({ id: rowId(), version: rowVersion })
const editors = ['system_admin'] as const satisfies readonly Role[]
/** Definitions appear in every plan and session. */
const changes = ['definition', 'client', 'session'] as const satisfies readonly Noun[]

const direction = z.enum(['up', 'down'])
export type Direction = z.infer<typeof direction>

type Parts<Row, Form> = {
  /** "session type", "session types" */
  one: string
  many: string
  readers: readonly Role[]
  row: Row
  form: Form
}

/** The endpoints of one kind of definition: all kinds have the same (docs/product.md, "Definitions"). */
function definitionKind<Row extends z.ZodObject, Shape extends z.core.$ZodLooseShape>(
  path: string,
  { one, many, readers, row, form }: Parts<Row, z.ZodObject<Shape>>,
) {
  const aOne = `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`
  return {
    one,
    aOne,
    many,
    form,
    list: endpoint(`GET /api/admin/${path}`, {
      access: readers,
      shows: ['definition'],
      summary: `All ${many}, in order`,
      response: z.array(row),
    }),
    create: endpoint(`POST /api/admin/${path}`, {
      access: editors,
      changes,
      isIdempotent: true,
      summary: `Add ${aOne} at the end`,
      body: form,
      errorCodes: ['conflict', 'unprocessable'],
      response: row,
    }),
    update: endpoint(`PUT /api/admin/${path}/{id}`, {
      access: editors,
      changes,
      summary: `Change ${aOne}`,
      params: idOnly,
      body: changeBody(form),
      errorCodes: ['conflict', 'unprocessable'],
      response: row,
    }),
    getDependents: endpoint(`GET /api/admin/${path}/{id}/dependents`, {
      access: editors,
      shows: ['definition', 'client', 'session'],
      freshness: 'while-shown',
      summary: `What would be deleted with ${aOne}, with numbers of rows`,
      params: idOnly,
      response: z.array(z.object({ what: cascadeKind, count: z.number().int() })),
    }),
    remove: endpoint(`DELETE /api/admin/${path}/{id}`, {
      access: editors,
      changes,
      summary: `Delete ${aOne} and its dependents; many rows are deleted in the background, which can be undone until it begins`,
      params: idOnly,
      response: z.object({ ok: z.literal(true), deletion: definitionDeletion.nullable() }),
    }),
    move: endpoint(`POST /api/admin/${path}/{id}/move`, {
      access: editors,
      changes,
      summary: `Move ${aOne} up or down by one or more places; returns the new order`,
      params: idOnly,
      body: z.object({
        direction,
        steps: z.number().int().min(1).max(maxDefinitions).optional(),
      }),
      response: z.array(row),
    }),
  }
}

const name = (error: string) => line(100).min(1, error)
const key = line(100)
  .min(1, { error: 'Key is required', abort: true })
  .regex(/^[a-z_]+$/, 'Key must be lowercase with underscores only')
const label = name('Label is required')
const bound = z.number().min(-1_000_000_000).max(1_000_000_000)
const place = z.number().int()

export const metricCategory = row.extend({ name: z.string(), displayOrder: place })

export const metricDefinition = row.extend({
  key: z.string(),
  label: z.string(),
  categoryId: rowId(),
  category: z.object({ name: z.string(), displayOrder: place }),
  categoryPosition: place,
  dataSource,
  unit: z.string().nullable(),
  /** Range of its values. */
  lowest: z.number(),
  highest: z.number(),
  /** Null: derived from the label (docs/product.md, "Value colors"). */
  isMoreBetter: z.boolean().nullable(),
  /** Keywords besides the label; empty: the built-in ones for the label. */
  words: z.array(z.string()),
  /** Its key cannot change while it has values. */
  hasValues: z.boolean(),
})

export const sessionMetricDefinition = row.extend({
  key: z.string(),
  label: z.string(),
  sessionTypeId: rowId(),
  position: place,
})

const typeForm = (required: string) =>
  z.object({ name: name(required), description: paragraph(2000).nullish() })

/** Every kind of definition; each also needs an entry in `kinds.ts` (server) and `kinds.tsx` (web), and a migration. */
export const definitionKinds = {
  metricCategory: definitionKind('metric-categories', {
    one: 'metric category',
    many: 'metric categories',
    readers: admins,
    row: metricCategory,
    form: z.object({ name: name('Category name is required') }),
  }),
  metricDefinition: definitionKind('metric-definitions', {
    one: 'metric',
    many: 'metrics',
    readers: staff,
    row: metricDefinition,
    form: z.object({
      key,
      label,
      categoryId: rowId('Category is required'),
      /** Default: manual. */
      dataSource: dataSource.optional(),
      unit: line(30).nullish(),
      /** Default: 0 to 100. */
      lowest: bound.optional(),
      highest: bound.optional(),
      isMoreBetter: z.boolean().nullish(),
      words: metricWords.optional(),
    }),
  }),
  sessionMetric: definitionKind('session-metrics', {
    one: 'session metric',
    many: 'session metrics',
    readers: admins,
    row: sessionMetricDefinition,
    form: z.object({
      key,
      label,
      sessionTypeId: rowId('Session type is required'),
    }),
  }),
  sessionDefinition: definitionKind('session-definitions', {
    one: 'session type',
    many: 'session types',
    readers: staff,
    row: sessionDefinition,
    form: typeForm('Session type name is required').extend({
      /** Default: 50. */
      durationMinutes: sessionMinutes.optional(),
      /** Default: digital. */
      sessionType: sessionType.optional(),
    }),
  }),
  assignmentDefinition: definitionKind('assignment-definitions', {
    one: 'assignment type',
    many: 'assignment types',
    readers: staff,
    row: assignmentDefinition,
    form: typeForm('Assignment type name is required'),
  }),
}

/** Any kind of definition. */
export type AnyDefinitionKind = ReturnType<typeof definitionKind<typeof row, z.core.$ZodLooseShape>>
export type DefinitionKinds = typeof definitionKinds
export type DefinitionKind = keyof DefinitionKinds
export const definitionKindNames = Object.keys(definitionKinds) as DefinitionKind[]
export type DefinitionRow<K extends DefinitionKind> = z.output<
  DefinitionKinds[K]['create']['response']
>
export type DefinitionForm<K extends DefinitionKind> = z.output<DefinitionKinds[K]['form']>

export const listDefinitionDeletions = endpoint('GET /api/admin/definition-deletions', {
  access: editors,
  shows: ['definition'],
  summary: 'Running, pending and failed deletions of definitions',
  response: z.array(definitionDeletion),
})

export const undoDefinitionDeletion = endpoint('POST /api/admin/definition-deletions/{id}/undo', {
  access: editors,
  changes,
  summary: 'Undo a deletion that has not begun, or failed before anything was deleted',
  params: idOnly,
  errorCodes: ['conflict'],
  response: z.object({ ok: z.literal(true) }),
})

export const retryDefinitionDeletion = endpoint('POST /api/admin/definition-deletions/{id}/retry', {
  access: editors,
  changes,
  summary: 'Retry a failed deletion',
  params: idOnly,
  response: z.object({ ok: z.literal(true) }),
})

/** Error of a metric's range; undefined if valid. */
export const rangeError = ({ lowest, highest }: { lowest: number; highest: number }) =>
  lowest < highest ? undefined : 'The highest value must be above the lowest'
