import { z } from 'zod'
import { line, paragraph, rowId } from './bounds.ts'
import { endpoint, type Noun } from './endpoint.ts'
import { metricWords } from './metric-words.ts'
import { dataSource } from './plan-values.ts'
import { type Role, admins, staff } from './roles.ts'
import { changeOf, rowVersion } from './row-version.ts'
import {
  assignmentDefinition,
  sessionDefinition,
  sessionMinutes,
  sessionType,
} from './session-definition.ts'

/** What a definition takes with it when it is deleted. */
export const cascadeKind = z.enum([
  ...(['metrics', 'values', 'earlierValues', 'sessions', 'recordings', 'assessments'] as const),
  ...(['sessionMetrics', 'assignments'] as const),
])
export type CascadeKind = z.infer<typeof cascadeKind>

/** A deletion with more rows than these goes in the background, and begins only when it could have been undone. */
export const maxDeletedImmediately = 1000
/** Milliseconds in which it can be undone. */
export const undoableMs = 10_000
/** Definitions of a kind: each is listed as a whole, and a plan shows them all. */
export const maxDefinitions = 500

/** A deletion in the background. */
export const definitionDeletion = z.object({
  id: rowId(),
  kind: z.string(),
  /** What is deleted. */
  name: z.string(),
  /** Rows that go with it, and those that are gone. */
  total: z.number().int(),
  done: z.number().int(),
  /** Milliseconds in which it can still be undone; none once it has begun. */
  undoableMs: z.number().int(),
  /** It was given up after several tries: it goes on when somebody says so (`retryDefinitionDeletion`). */
  isFailed: z.boolean(),
  /** It can be taken back: it has not begun, or has failed before anything was gone. */
  isUndoable: z.boolean(),
})
export type DefinitionDeletion = z.infer<typeof definitionDeletion>

const id = z.object({ id: rowId() })
/** What every definition has. */
const row = z.object({ id: rowId(), version: rowVersion })
const editors = ['system_admin'] as const satisfies readonly Role[]
/** A definition stands in every plan and on every session. */
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

/** The endpoints of one kind of definition: all kinds have the same (specification part 2, section 7). */
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
      summary: `All ${many}, in their order`,
      response: z.array(row),
    }),
    create: endpoint(`POST /api/admin/${path}`, {
      access: editors,
      changes,
      once: true,
      summary: `Add ${aOne} after the others`,
      body: form,
      refuses: ['conflict', 'unprocessable'],
      response: row,
    }),
    update: endpoint(`PUT /api/admin/${path}/{id}`, {
      access: editors,
      changes,
      summary: `Change ${aOne}`,
      params: id,
      body: changeOf(form),
      refuses: ['conflict', 'unprocessable'],
      response: row,
    }),
    goesWith: endpoint(`GET /api/admin/${path}/{id}/goes-with`, {
      access: editors,
      shows: ['definition', 'client', 'session'],
      freshness: 'while-shown',
      summary: `What would go with ${aOne}, and how many rows of it`,
      params: id,
      response: z.array(z.object({ what: cascadeKind, count: z.number().int() })),
    }),
    remove: endpoint(`DELETE /api/admin/${path}/{id}`, {
      access: editors,
      changes,
      summary: `Delete ${aOne} with all that belongs to it; many rows go in the background, which can be undone until it begins`,
      params: id,
      response: z.object({ ok: z.literal(true), deletion: definitionDeletion.nullable() }),
    }),
    move: endpoint(`POST /api/admin/${path}/{id}/move`, {
      access: editors,
      changes,
      summary: `Move ${aOne} up or down, by one place or by several; answers the new order`,
      params: id,
      body: z.object({
        direction,
        steps: z.number().int().min(1).max(maxDefinitions).optional(),
      }),
      response: z.array(row),
    }),
  }
}

const name = (error: string) => line(100).min(1, error)
/** Specification part 2, section 5. */
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
  /** What a value of it may be. */
  lowest: z.number(),
  highest: z.number(),
  /** Null: the words of its label decide (specification part 2, section 5). */
  isMoreBetter: z.boolean().nullable(),
  /** What people call it beside its label; none: what shipped for a label like this. */
  words: z.array(z.string()),
  /** Values stand under its key, so that it cannot change. */
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

/** Every kind of definition: a line here, one of the server (`kinds.ts`), one of the web (`kinds.tsx`), and a migration. */
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
      /** Manual, where a new one names none. */
      dataSource: dataSource.optional(),
      unit: line(30).nullish(),
      /** From 0 to 100, where a new one names nothing else. */
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
      /** 50, where a new one names none. */
      durationMinutes: sessionMinutes.optional(),
      /** Digital, where a new one names none. */
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

/** A kind of which one only knows that it is one. */
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
  summary: 'Deletions of definitions that are under way, still to begin, or given up',
  response: z.array(definitionDeletion),
})

export const undoDefinitionDeletion = endpoint('POST /api/admin/definition-deletions/{id}/undo', {
  access: editors,
  changes,
  summary: 'Take back a deletion that has not begun, or failed before anything was gone',
  params: id,
  refuses: ['conflict'],
  response: z.object({ ok: z.literal(true) }),
})

export const retryDefinitionDeletion = endpoint('POST /api/admin/definition-deletions/{id}/retry', {
  access: editors,
  changes,
  summary: 'Go on with a deletion that was given up',
  params: id,
  response: z.object({ ok: z.literal(true) }),
})

/** The range of a metric; nothing where it is one. */
export const rangeError = ({ lowest, highest }: { lowest: number; highest: number }) =>
  lowest < highest ? undefined : 'The highest value must be above the lowest'
