import { z } from 'zod'
import { idOnly, rowId, wholeNumber } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { templateType } from './prompts.ts'

/** Maximum stored characters of a response. */
export const maxAnswerCharacters = 10_000

/** `unanswered`: no response from the provider, which says nothing about the prompt. */
export const checkOutcome = z.enum(['passed', 'failed', 'unanswered'])
export type CheckOutcome = z.infer<typeof checkOutcome>

export const checkAnswer = z.object({
  outcome: checkOutcome,
  /** What is wrong with the response, or why there is none; one sentence each. */
  failures: z.array(z.string()),
  answer: z.string().nullable(),
  executionTimeMs: z.number().int(),
  tokensUsed: z.number().int().nullable(),
  /** From an earlier check of the same version on the same transcript. */
  isEarlier: z.boolean(),
})
export type CheckAnswer = z.infer<typeof checkAnswer>

export const templateCheck = z.object({
  id: rowId(),
  /** The checked version, and whether it is still the current one. */
  versionNumber: z.number().int(),
  isCurrentVersion: z.boolean(),
  type: templateType,
  /** Version of the template that was active when the check began; null: the same version, or none. */
  against: z
    .object({
      name: z.string().nullable(),
      versionNumber: z.number().int(),
      /** It was a version of the checked template itself. */
      isSameTemplate: z.boolean(),
    })
    .nullable(),
  createdAt: z.string(),
  /** Null while it is running. */
  finishedAt: z.string().nullable(),
  provider: z.string().nullable(),
  /** Responses in total, and received. */
  total: z.number().int(),
  done: z.number().int(),
  transcripts: z.array(
    z.object({
      name: z.string(),
      present: checkAnswer.nullable(),
      /** Response to the version of the active template. */
      active: checkAnswer.nullable(),
    }),
  ),
})
export type TemplateCheck = z.infer<typeof templateCheck>

export const startTemplateCheck = endpoint('POST /api/admin/ai-prompt-templates/{id}/check', {
  access: ['system_admin'],
  changes: ['check'],
  summary:
    'Check a version on every golden transcript of its type, next to the active version, in the background',
  params: idOnly,
  /** The version to check; default: the current one. */
  body: z.object({ number: z.number().int().min(1).max(2_147_483_647).optional() }).nullish(),
  errorCodes: ['conflict'],
  response: templateCheck,
})

export const readTemplateCheck = endpoint('GET /api/admin/ai-prompt-templates/{id}/check', {
  access: ['system_admin'],
  shows: ['check'],
  summary: 'The latest check of a template or version, running or finished; null if there is none',
  params: idOnly,
  query: z.object({ number: wholeNumber(1, 2_147_483_647).optional() }),
  response: templateCheck.nullable(),
})
