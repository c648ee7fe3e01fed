import { z } from 'zod'
import { idOnly, rowId, wholeNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { templateType } from './prompts.ts'

/** Characters of an answer that are kept. */
export const maxAnswerCharacters = 10_000

/** `unanswered`: the provider gave no answer, so that nothing can be said of the prompt. */
export const checkOutcome = z.enum(['passed', 'failed', 'unanswered'])
export type CheckOutcome = z.infer<typeof checkOutcome>

export const checkAnswer = z.object({
  outcome: checkOutcome,
  /** What is wrong with it, or why there is none: a sentence each. */
  failures: z.array(z.string()),
  answer: z.string().nullable(),
  executionTimeMs: z.number().int(),
  tokensUsed: z.number().int().nullable(),
  /** It was given in an earlier check of the same text on the same transcript. */
  isEarlier: z.boolean(),
})
export type CheckAnswer = z.infer<typeof checkAnswer>

export const templateCheck = z.object({
  id: rowId(),
  /** Which text of the template ran, and whether it is still the present one. */
  versionNumber: z.number().int(),
  isCurrentVersion: z.boolean(),
  type: templateType,
  /** The template that was active when it began, and the text that it had; null: the same text, or none. */
  against: z
    .object({
      name: z.string().nullable(),
      versionNumber: z.number().int(),
      /** It was the checked template itself, with the text that it had then. */
      isSameTemplate: z.boolean(),
    })
    .nullable(),
  createdAt: z.string(),
  /** Null while it is under way. */
  finishedAt: z.string().nullable(),
  provider: z.string().nullable(),
  /** Answers that are asked for, and those that are there. */
  total: z.number().int(),
  done: z.number().int(),
  transcripts: z.array(
    z.object({
      name: z.string(),
      present: checkAnswer.nullable(),
      /** What the active template's text answers. */
      active: checkAnswer.nullable(),
    }),
  ),
})
export type TemplateCheck = z.infer<typeof templateCheck>

export const startTemplateCheck = endpoint('POST /api/admin/ai-prompt-templates/{id}/check', {
  access: ['system_admin'],
  changes: ['check'],
  summary:
    'Run a text on every golden transcript of its type, and the active text beside it; goes on in the background',
  params: idOnly,
  /** Which text; the present one without it. */
  body: z.object({ number: z.number().int().min(1).max(2_147_483_647).optional() }).nullish(),
  errorCodes: ['conflict'],
  response: templateCheck,
})

export const readTemplateCheck = endpoint('GET /api/admin/ai-prompt-templates/{id}/check', {
  access: ['system_admin'],
  shows: ['check'],
  summary: 'The latest check of a template, or of one text, under way or finished; null: none',
  params: idOnly,
  query: z.object({ number: wholeNumber(1, 2_147_483_647).optional() }),
  response: templateCheck.nullable(),
})
