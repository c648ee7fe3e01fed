import { z } from 'zod'
import { paragraph, rowId } from './bounds.ts'
import { riskLevel } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { foundBy } from './found-values.ts'
import { manualRisk, scoreSource, weekNumber, weekNumberInQuery } from './plan-values.ts'
import { planReaders, staff } from './roles.ts'
import { rowVersion } from './row-version.ts'

const id = z.object({ id: rowId() })

export const assessmentForm = z.object({
  weekNumber,
  riskScore: z
    .number({ error: 'Risk score is required' })
    .min(0, 'The score must lie between 0 and 100.')
    .max(100, 'The score must lie between 0 and 100.'),
  reason: paragraph(2000).min(1, 'Reason is required'),
})

export const addAssessment = endpoint('POST /api/clients/{id}/burnout-assessments', {
  access: staff,
  changes: ['client'],
  once: true,
  summary: "Assess a client's burnout risk for a week, with the reason",
  params: id,
  body: assessmentForm,
  response: id,
})

export const removeAssessment = endpoint(
  'DELETE /api/clients/{id}/burnout-assessments/{assessmentId}',
  {
    access: staff,
    changes: ['client'],
    summary: 'Take back a burnout assessment that a person entered; it stays in the history',
    params: z.object({ id: rowId(), assessmentId: rowId() }),
    refuses: ['conflict'],
    response: z.object({ ok: z.literal(true) }),
  },
)

export const assessmentHistory = endpoint('GET /api/clients/{id}/burnout-assessments', {
  access: planReaders,
  shows: ['client', 'session'],
  summary:
    'The burnout assessments of a week, for staff those taken back too, the one that counts first',
  params: id,
  query: z.object({ weekNumber: weekNumberInQuery }),
  response: z.array(
    z.object({
      id: rowId(),
      riskScore: z.number(),
      source: scoreSource,
      /** The one that it came from. */
      questionnaire: z.string().nullable(),
      /** For those who may change the plan. */
      reason: z.string().nullable(),
      author: z.string().nullable(),
      at: z.string(),
      /** How it was found, where an analysis found it. */
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
  summary:
    "Set a client's level of risk by hand, with the reason, or let it follow the score again",
  params: id,
  body: z.object({
    /** Null: from the score. */
    level: riskLevel.nullable(),
    reason: paragraph(2000).min(1, 'Reason is required'),
    version: rowVersion.optional(),
  }),
  response: manualRisk,
})

/** Levels that were set by hand which are told at most. */
export const maxRiskLevels = 100

export const listRiskLevels = endpoint('GET /api/clients/{id}/risk-levels', {
  access: staff,
  shows: ['client'],
  summary:
    "What a client's level of risk was set to by hand, the newest first: who did it, when and why",
  params: id,
  response: z.array(
    z.object({
      id: rowId(),
      /** Null: it was left to the score. */
      level: riskLevel.nullable(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      at: z.string(),
    }),
  ),
})
