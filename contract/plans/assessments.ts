import { z } from 'zod'
import { idOnly, paragraph, rowId } from '../bounds.ts'
import { riskLevel } from '../clients/clients.ts'
import { endpoint } from '../endpoint.ts'
import { foundBy } from '../analysis/found-values.ts'
import { manualRisk, scoreSource, weekNumber, weekNumberInQuery } from './plan-values.ts'
import { planReaders, staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

export const assessmentForm = z.object({
  weekNumber,
  riskScore: z
    .number({ error: 'Risk score is required' })
    .min(0, 'The score must be between 0 and 100.')
    .max(100, 'The score must be between 0 and 100.'),
  reason: paragraph(2000).min(1, 'Reason is required'),
})

export const addAssessment = endpoint('POST /api/clients/{id}/burnout-assessments', {
  access: staff,
  changes: ['client'],
  isIdempotent: true,
  summary: 'Record a burnout assessment of a client for a week, with a reason',
  params: idOnly,
  body: assessmentForm,
  response: idOnly,
})

export const removeAssessment = endpoint(
  'DELETE /api/clients/{id}/burnout-assessments/{assessmentId}',
  {
    access: staff,
    changes: ['client'],
    summary: 'Undo a burnout assessment that a person entered; it stays in the history',
    params: z.object({ id: rowId(), assessmentId: rowId() }),
    errorCodes: ['conflict'],
    response: z.object({ ok: z.literal(true) }),
  },
)

export const assessmentHistory = endpoint('GET /api/clients/{id}/burnout-assessments', {
  access: planReaders,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['client', 'session'],
  summary: 'The burnout assessments of a week, the effective one first; staff also see undone ones',
  params: idOnly,
  query: z.object({ weekNumber: weekNumberInQuery }),
  response: z.array(
    z.object({
      id: rowId(),
      riskScore: z.number(),
      source: scoreSource,
      /** From 1; the first counts. Null for undone ones. */
      rank: z.number().int().nullable(),
      /** Short title of the questionnaire that it was scored from. */
      questionnaire: z.string().nullable(),
      /** Null for those who may only read the plan. */
      reason: z.string().nullable(),
      author: z.string().nullable(),
      at: z.string(),
      /** How an analysis found it; null for other sources. */
      found: foundBy.nullable(),
      removedAt: z.string().nullable(),
      removedBy: z.string().nullable(),
    }),
  ),
})
export type AssessmentHistory = z.infer<typeof assessmentHistory.response>

export const setRiskLevel = endpoint('PUT /api/clients/{id}/risk-level', {
  access: staff,
  changes: ['client'],
  summary: "Set a client's risk level manually, with a reason, or reset it to the calculated level",
  params: idOnly,
  body: z.object({
    /** Null resets it to the calculated level. */
    level: riskLevel.nullable(),
    reason: paragraph(2000).min(1, 'Reason is required'),
    version: rowVersion.optional(),
  }),
  response: manualRisk,
})

/** Maximum length of the history of manual risk levels. */
export const maxRiskLevels = 100

export const listRiskLevels = endpoint('GET /api/clients/{id}/risk-levels', {
  access: staff,
  opens: ['plan-opened'],
  shows: ['client'],
  summary: "Manual changes of a client's risk level, newest first: who, when and why",
  params: idOnly,
  response: z.array(
    z.object({
      id: rowId(),
      /** Null: reset to the calculated level. */
      level: riskLevel.nullable(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      at: z.string(),
    }),
  ),
})
