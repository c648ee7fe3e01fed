import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { riskLevel } from '../clients/clients.ts'
import { csvQuery } from '../csv.ts'
import { endpoint } from '../endpoint.ts'
import { staff, planReaders } from '../roles.ts'
import { rowVersion } from '../row-version.ts'
import { foundBy } from '../analysis/found-values.ts'

/** Sources of a metric value (docs/product.md, "Metric values"). */
export const dataSource = z.enum(['transcription', 'document_upload', 'manual', 'device'])
export type DataSource = z.infer<typeof dataSource>

/** A metric of the plan, also without values. */
export const planMetric = z.object({
  id: rowId(),
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  category: z.object({ id: rowId(), name: z.string() }),
  dataSource,
  /** Range of its values; 0 to 100 by default. */
  lowest: z.number(),
  highest: z.number(),
  /** Null: derived from the label (docs/product.md, "Value colors"). */
  isMoreBetter: z.boolean().nullable(),
})
export type PlanMetric = z.infer<typeof planMetric>

/** Sources of a risk score. */
export const scoreSource = z.enum(['questionnaire', 'person', 'model'])
export type ScoreSource = z.infer<typeof scoreSource>

/** Review status of an analysis value. `inferred`: not confirmed, and no number was mentioned. */
export const valueCheck = z.enum(['not-confirmed', 'inferred', 'confirmed', 'corrected'])
export type ValueCheck = z.infer<typeof valueCheck>
export const isConfirmed = (check: ValueCheck | null | undefined) =>
  check === 'confirmed' || check === 'corrected'
export const checkLabel: Record<ValueCheck, string> = {
  'not-confirmed': 'not confirmed',
  inferred: 'inferred',
  confirmed: 'confirmed',
  corrected: 'corrected',
}

export const weekNumber = z.number().int().min(-10_000).max(10_000)
/** As a query parameter. */
export const weekNumberInQuery = z.preprocess(
  (text) => (text === '' ? undefined : text),
  z.coerce.number().int().min(-10_000).max(10_000),
)

/** A metric in one week; version 0 expects an empty cell, without a version any value is replaced. */
const cell = z.object({
  metricDefinitionId: rowId(),
  weekNumber,
  /** Null clears it. */
  numericValue: z.number().min(-1_000_000_000).max(1_000_000_000).nullable(),
  version: z.number().int().min(0).max(2_147_483_647).optional(),
})
export type CellChange = z.infer<typeof cell>

/** Maximum number of cells in one request. */
export const maxCells = 250

/** Key of a cell in the `fields` of an error. */
export const cellName = ({
  metricDefinitionId,
  weekNumber: week,
}: Pick<CellChange, 'metricDefinitionId' | 'weekNumber'>) => `${metricDefinitionId}:${week}`

export const writeMetricValues = endpoint('PUT /api/clients/{id}/metric-values', {
  access: staff,
  changes: ['client'],
  summary:
    'Enter, change or clear values of manual metrics, all or none; fails if one was changed since it was read',
  params: idOnly,
  body: z.object({ values: z.array(cell).min(1).max(maxCells) }),
  errorCodes: ['stale', 'unprocessable'],
  response: z.object({
    values: z.array(
      z.object({
        /** Null if cleared. */
        id: rowId().nullable(),
        metricDefinitionId: rowId(),
        weekNumber: z.number().int(),
        numericValue: z.number().nullable(),
        /** 0 if cleared. */
        version: z.number().int(),
      }),
    ),
  }),
})

/**
 * The manual risk level; null if calculated. Reason, author and time are those of the last change, including a reset.
 * For clients everything but the version is null.
 */
export const manualRisk = z.object({
  level: riskLevel.nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  version: rowVersion,
})
export type ManualRisk = z.infer<typeof manualRisk>

export const exportPlan = endpoint('GET /api/clients/{id}/plan.csv', {
  access: staff,
  opens: ['plan-exported'],
  shows: ['client', 'session'],
  summary:
    'The plan as CSV (RFC 4180): its sessions, home assignments, metrics, burnout assessments and answered questionnaires',
  params: idOnly,
  query: z.object(csvQuery),
  wire: { answers: { 200: { says: 'The file', type: 'text/csv' } } },
  response: 'bytes',
})

export const metricValueHistory = endpoint('GET /api/clients/{id}/metric-values/history', {
  access: planReaders,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['client', 'session'],
  summary:
    'Values of a metric in a week with their sources; for staff also earlier ones, newest first',
  params: idOnly,
  query: z.object({
    metricDefinitionId: rowId(),
    weekNumber: weekNumberInQuery,
  }),
  response: z.array(
    z.object({
      key: z.string(),
      at: z.string(),
      /** Null if cleared. */
      numericValue: z.number().nullable(),
      source: dataSource,
      /** Who entered or cleared it. */
      author: z.string().nullable(),
      session: z.object({ name: z.string(), date: z.string() }).nullable(),
      /** How an analysis found it; null for other sources. */
      found: foundBy.nullable(),
      /** False for earlier values. */
      isPresent: z.boolean(),
    }),
  ),
})
export type ValueHistory = z.infer<typeof metricValueHistory.response>
