import { z } from 'zod'
import { instant, line, rowId, wholeNumber } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { templateType } from './prompts.ts'
import { rowVersion } from './row-version.ts'

const id = z.object({ id: rowId() })

/** `run`: on a session, as usual; `try`: prompts that need not be saved; `replay`: an earlier one again. */
export const executionKind = z.enum(['run', 'try', 'replay'])
export type ExecutionKind = z.infer<typeof executionKind>

/** Milliseconds above which an answer is slow, and very slow (specification part 2, section 9). */
export const slowAboveMs = 1500
export const verySlowAboveMs = 3000

/** Executions of a page (specification part 2, section 9). */
export const executionsPerPage = 20

const data = z.union([z.string(), z.record(z.string(), z.unknown())])

/** Specification part 2, section 3, and what it was made with. */
export const execution = z.object({
  id: rowId(),
  executedAt: z.string(),
  templateType,
  templateName: z.string(),
  success: z.boolean(),
  executionTimeMs: z.number().int(),
  sessionId: rowId().nullable(),
  /** Of the session, while it is there. */
  sessionDate: z.string().nullable(),
  clientName: z.string().nullable(),
  /** The client. */
  contextId: z.string().nullable(),
  /** What was sent and what came back: null where it is left out, was never there, or went with its session. */
  inputData: data.nullable(),
  outputData: data.nullable(),
  errorMessage: z.string().nullable(),
  tokensUsed: z.number().int().nullable(),
  kind: executionKind,
  replayOf: rowId().nullable(),
  templateId: rowId().nullable(),
  /** Which text of the template ran, and how it was called. */
  textNumber: z.number().int().nullable(),
  version: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  tokensIn: z.number().int().nullable(),
  tokensOut: z.number().int().nullable(),
  /** By the present price of the model; null without one, or without tokens. */
  cost: z.number().nullable(),
  currency: z.string().nullable(),
  requestId: z.string().nullable(),
  /** In how many pieces what was said was worked through; null where it was one. */
  pieces: z.number().int().nullable(),
  /** Placeholders that had no value. */
  missing: z.array(z.string()),
})
export type Execution = z.infer<typeof execution>

const filters = z.object({
  templateType: templateType.optional(),
  status: z.enum(['success', 'error']).optional(),
  from: instant().optional(),
  /** Executions before this instant. */
  to: instant().optional(),
  sessionId: rowId().optional(),
})
export type ExecutionFilters = z.output<typeof filters>

export const listExecutions = endpoint('GET /api/admin/ai-prompt-execution-logs', {
  access: ['system_admin'],
  shows: ['execution'],
  summary: 'Executions, newest first; `data=omit` leaves out what was sent and what came back',
  query: filters.extend({
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, 100).default(executionsPerPage),
    /** With it each of them counts as opened. */
    data: z.enum(['include', 'omit']).default('include'),
  }),
  response: z.object({
    logs: z.array(execution),
    totalPages: z.number().int(),
    /** Of all that match, whichever page is read. */
    stats: z.object({
      totalExecutions: z.number().int(),
      successCount: z.number().int(),
      errorCount: z.number().int(),
      /** Whole milliseconds; 0 where there is none. */
      avgResponseTime: z.number().int(),
    }),
  }),
})
export type ExecutionStats = z.infer<typeof listExecutions.response>['stats']

export const readExecution = endpoint('GET /api/admin/ai-prompt-execution-logs/{id}', {
  access: ['system_admin'],
  shows: ['execution', 'session'],
  // What was said is kept by no copy that nobody looks at.
  freshness: 'while-shown',
  summary: 'One execution with what was sent and what came back; each opening is in the audit log',
  params: id,
  response: execution,
})

/** Parts of a period at most. */
export const mostParts = 60

export const executionPart = z.object({
  /** Where it begins; it ends where the next one does. */
  from: z.string(),
  executions: z.number().int(),
  errors: z.number().int(),
  /** Whole milliseconds; null where there was none. */
  avgResponseTime: z.number().int().nullable(),
  /** How many took longer than `slowAboveMs`, and of these longer than `verySlowAboveMs`. */
  slow: z.number().int(),
  verySlow: z.number().int(),
})
export type ExecutionPart = z.infer<typeof executionPart>

export const readExecutionSeries = endpoint('GET /api/admin/ai-prompt-execution-logs/series', {
  access: ['system_admin'],
  shows: ['execution'],
  summary: 'The filtered period in at most 60 parts: how many ran, failed, and how long they took',
  query: filters,
  response: z.array(executionPart),
})

/** Texts to choose from, at most. */
export const mostReplayTexts = 100

export const replayChoices = z.object({
  /** Texts of templates of the same type: its own first, then the present ones, then the newest. */
  texts: z.array(
    z.object({
      id: rowId(),
      templateName: z.string(),
      number: z.number().int(),
      version: z.string(),
      isOwn: z.boolean(),
      /** It is the present text of the active template. */
      isActive: z.boolean(),
    }),
  ),
  providers: z.array(z.object({ id: rowId(), provider: z.string(), isActive: z.boolean() })),
})
export type ReplayChoices = z.infer<typeof replayChoices>

export const readReplayChoices = endpoint(
  'GET /api/admin/ai-prompt-execution-logs/{id}/replay-choices',
  {
    access: ['system_admin'],
    shows: ['execution', 'template', 'integration'],
    summary: 'With which texts and AI providers an execution can be run again',
    params: id,
    response: replayChoices,
  },
)

export const replayExecution = endpoint('POST /api/admin/ai-prompt-execution-logs/{id}/replay', {
  access: ['system_admin'],
  changes: ['execution'],
  keepsFailures: true,
  summary: 'Run an execution again, with its text, another one, or another provider; both stay',
  params: id,
  body: z.object({
    /** A text of a template of the same type (`listTemplateVersions`); its own where there is none. */
    templateVersionId: rowId().optional(),
    /** Another AI provider of this installation; the active one where there is none. */
    integrationId: rowId().optional(),
  }),
  refuses: ['conflict', 'unprocessable'],
  response: execution,
})

export const modelPrice = z.object({
  model: line(100).min(1, 'Model is required'),
  /** For a million tokens. */
  inputPrice: z.number().min(0, 'A price is 0 or more').max(1_000_000),
  outputPrice: z.number().min(0, 'A price is 0 or more').max(1_000_000),
  currency: line(3).regex(/^[A-Z]{3}$/, 'Three capital letters, such as USD'),
})
export type ModelPrice = z.infer<typeof modelPrice>

export const mostModelPrices = 100

/** Tokens that a price is for. */
export const pricedTokens = 1_000_000

const modelPrices = z.object({
  prices: z.array(modelPrice),
  /** Of the whole table. */
  version: rowVersion,
})

export const listModelPrices = endpoint('GET /api/admin/model-prices', {
  access: ['system_admin'],
  shows: ['execution'],
  summary: 'What models cost, by name; empty until somebody says so',
  response: modelPrices,
})

export const saveModelPrices = endpoint('PUT /api/admin/model-prices', {
  access: ['system_admin'],
  changes: ['execution'],
  summary: 'Say what models cost: the whole table',
  body: z.object({
    prices: z
      .array(modelPrice)
      .max(mostModelPrices)
      .refine((all) => new Set(all.map(({ model }) => model)).size === all.length, {
        error: 'Each model stands in the table once.',
      }),
    version: rowVersion.optional(),
  }),
  response: modelPrices,
})
