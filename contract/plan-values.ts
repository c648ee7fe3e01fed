import { z } from 'zod'
import { rowId } from './bounds.ts'
import { riskLevel } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { staff } from './roles.ts'
import { rowVersion } from './row-version.ts'

/** Specification part 2, section 9. */
export const dataSource = z.enum(['transcription', 'document_upload', 'manual', 'device'])
export type DataSource = z.infer<typeof dataSource>

/** A metric of the plan with what its row shows, also where nothing was measured yet. */
export const planMetric = z.object({
  id: rowId(),
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  category: z.object({ id: rowId(), name: z.string() }),
  dataSource,
  /** What a value of it may be: 0 to 100, unless the definition says otherwise. */
  lowest: z.number(),
  highest: z.number(),
  /** Null: the words of its label decide (specification part 2, section 5). */
  isMoreBetter: z.boolean().nullable(),
})
export type PlanMetric = z.infer<typeof planMetric>

/** Who or what a risk score came from: the first of these that a week has counts (product decisions, section 9). */
export const scoreSource = z.enum(['questionnaire', 'person', 'model'])
export type ScoreSource = z.infer<typeof scoreSource>

/** What a person said of a value that an analysis found and that counts. `inferred`: not confirmed, and no number was said. */
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
/** The same where every value is text. */
export const weekNumberInQuery = z.preprocess(
  (text) => (text === '' ? undefined : text),
  z.coerce.number().int().min(-10_000).max(10_000),
)

/** A week of one metric as somebody read it: version 0 where nothing was in it, none where that does not matter. */
const cell = z.object({
  metricDefinitionId: rowId(),
  weekNumber,
  /** Null clears it. */
  numericValue: z.number().min(-1_000_000_000).max(1_000_000_000).nullable(),
  version: z.number().int().min(0).max(2_147_483_647).optional(),
})
export type CellChange = z.infer<typeof cell>

/** Cells that one call changes at most: a column of every metric and a year of one have far fewer. */
export const maxCells = 250

/** How a refusal names a cell in its `fields`. */
export const cellName = ({
  metricDefinitionId,
  weekNumber: week,
}: Pick<CellChange, 'metricDefinitionId' | 'weekNumber'>) => `${metricDefinitionId}:${week}`

const id = z.object({ id: rowId() })

export const writeMetricValues = endpoint('PUT /api/clients/{id}/metric-values', {
  access: staff,
  changes: ['client'],
  summary:
    'Note, change or clear values of manual metrics, all or none; refused where one was changed since it was read',
  params: id,
  body: z.object({ values: z.array(cell).min(1).max(maxCells) }),
  refuses: ['stale', 'unprocessable'],
  response: z.object({
    values: z.array(
      z.object({
        /** Null where it was cleared. */
        id: rowId().nullable(),
        metricDefinitionId: rowId(),
        weekNumber: z.number().int(),
        numericValue: z.number().nullable(),
        /** 0 where it was cleared. */
        version: z.number().int(),
      }),
    ),
  }),
})

/**
 * The level of risk as it was set by hand: null where it comes from the score. Why, by whom and when is that of the last
 * change, also of the one by which it follows the score again. All but the version is null for clients.
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
  shows: ['client', 'session'],
  summary:
    'The plan as CSV (RFC 4180): its sessions, home assignments, metrics, burnout assessments and answered questionnaires',
  params: id,
  wire: { answers: { 200: { says: 'The file', type: 'text/csv' } } },
  response: 'bytes',
})
