import { z } from 'zod'
import { idOnly, instant, line, rowId, wholeNumber } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { templateType } from '../prompts/prompts.ts'
import { rowVersion } from '../row-version.ts'

/** `run`: on a session; `try`: a trial on a session; `replay`: a trial on what an earlier execution sent. */
export const executionKind = z.enum(['run', 'try', 'replay'])
export type ExecutionKind = z.infer<typeof executionKind>

/** Response times (docs/product.md, "AI execution logs"). */
export const slowAboveMs = 1500
export const verySlowAboveMs = 3000

export const executionsPerPage = 20

const data = z.union([z.string(), z.record(z.string(), z.unknown())])

export const execution = z.object({
  id: rowId(),
  executedAt: z.string(),
  templateType,
  templateName: z.string(),
  success: z.boolean(),
  executionTimeMs: z.number().int(),
  sessionId: rowId().nullable(),
  /** Null where the session was deleted. */
  sessionDate: z.string().nullable(),
  clientName: z.string().nullable(),
  /** Id of the client. */
  contextId: z.string().nullable(),
  /** Request and response; null where omitted, missing or deleted with the session. */
  inputData: data.nullable(),
  outputData: data.nullable(),
  errorMessage: z.string().nullable(),
  tokensUsed: z.number().int().nullable(),
  kind: executionKind,
  replayOf: rowId().nullable(),
  templateId: rowId().nullable(),
  /** Number and label of the template version. */
  versionNumber: z.number().int().nullable(),
  version: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  tokensIn: z.number().int().nullable(),
  tokensOut: z.number().int().nullable(),
  /** At the current price of the model; null where price or tokens are unknown. */
  cost: z.number().nullable(),
  currency: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Number of chunks of a long transcript; null: one. */
  chunks: z.number().int().nullable(),
  /** Placeholders without a value. */
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
  opens: ['execution-opened'],
  shows: ['execution'],
  summary: 'List executions, newest first; `data=omit` leaves out requests and responses',
  query: filters.extend({
    page: wholeNumber(1, 1_000_000).default(1),
    limit: wholeNumber(1, 100).default(executionsPerPage),
    /** `include` is audited as opening each. */
    data: z.enum(['include', 'omit']).default('include'),
  }),
  response: z.object({
    logs: z.array(execution),
    totalPages: z.number().int(),
    /** Of all pages. */
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
  opens: ['execution-opened'],
  shows: ['execution', 'session'],
  freshness: 'while-shown',
  summary: 'One execution with request and response; audited',
  params: idOnly,
  response: execution,
})

export const maxBuckets = 60

export const executionBucket = z.object({
  /** Start; it ends where the next one starts. */
  from: z.string(),
  executions: z.number().int(),
  errors: z.number().int(),
  /** Whole milliseconds; null where there was none. */
  avgResponseTime: z.number().int().nullable(),
  /** Executions above `slowAboveMs` and `verySlowAboveMs`. */
  slow: z.number().int(),
  verySlow: z.number().int(),
})
export type ExecutionBucket = z.infer<typeof executionBucket>

export const readExecutionSeries = endpoint('GET /api/admin/ai-prompt-execution-logs/series', {
  access: ['system_admin'],
  shows: ['execution'],
  summary: 'Executions, errors and response times of the filtered period, in at most 60 buckets',
  query: filters,
  response: z.array(executionBucket),
})

export const modelPrice = z.object({
  model: line(100).min(1, 'Model is required'),
  /** Per million tokens. */
  inputPrice: z.number().min(0, 'Enter 0 or more').max(1_000_000),
  outputPrice: z.number().min(0, 'Enter 0 or more').max(1_000_000),
  currency: line(3).regex(/^[A-Z]{3}$/, 'Enter three capital letters, such as USD'),
})
export type ModelPrice = z.infer<typeof modelPrice>

export const maxModelPrices = 100

export const tokensPerPrice = 1_000_000

const modelPrices = z.object({
  prices: z.array(modelPrice),
  /** Of the whole table. */
  version: rowVersion,
})

export const listModelPrices = endpoint('GET /api/admin/model-prices', {
  access: ['system_admin'],
  shows: ['execution'],
  summary: 'Prices of models by name; empty until entered',
  response: modelPrices,
})

export const saveModelPrices = endpoint('PUT /api/admin/model-prices', {
  access: ['system_admin'],
  changes: ['execution'],
  summary: 'Replace the table of model prices',
  body: z.object({
    prices: z
      .array(modelPrice)
      .max(maxModelPrices)
      .refine((all) => new Set(all.map(({ model }) => model)).size === all.length, {
        error: 'Each model can be listed only once.',
      }),
    version: rowVersion.optional(),
  }),
  response: modelPrices,
})
