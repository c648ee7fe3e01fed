import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { valueDecision, valueQuote } from './found-values.ts'
import type { TemplateType } from '../prompts/prompts.ts'
import { staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/** Steps of the analysis of a session; each runs on its own. */
export const analysisTypes = [
  'metric_extraction',
  'burnout_assessment',
] as const satisfies readonly TemplateType[]
export type AnalysisType = (typeof analysisTypes)[number]
export const isAnalysis = (type: TemplateType): type is AnalysisType =>
  (analysisTypes as readonly TemplateType[]).includes(type)

/** `impossible`: the active AI provider does not support it, which is not a failure. */
export const stepStatus = z.enum([
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
  'impossible',
])
export type StepStatus = z.infer<typeof stepStatus>
export const isStepInProgress = (status: StepStatus) => status === 'waiting' || status === 'running'

const step = z.object({
  type: z.enum(analysisTypes),
  status: stepStatus,
  /** Why it failed or is impossible. */
  sentence: z.string().nullable(),
  askedAt: z.string(),
  /** It is about the current version of the conversation. */
  isCurrentVersion: z.boolean(),
  /** The template version and the provider that answered. */
  template: z.object({ name: z.string(), versionNumber: z.number().int().nullable() }).nullable(),
  provider: z.string().nullable(),
})
export type AnalysisStep = z.infer<typeof step>

/** Why a value does not count. */
export const valueFault = z.enum([
  'not-asked',
  'twice',
  'out-of-range',
  'no-quote',
  'not-found',
  'too-short',
  'not-clients',
  'not-heard',
  'changed',
  'contradicted',
  'instruction',
  'no-reason',
  'far',
])
export type ValueFault = z.infer<typeof valueFault>

export const faultText: Record<ValueFault, string> = {
  'not-asked': 'This metric was not asked for.',
  twice: 'The answer holds several values of this metric.',
  'out-of-range': 'The value lies outside the range of the metric.',
  'no-quote': 'No words were quoted for it.',
  'not-found': 'One of its quotes is not in the conversation.',
  'too-short': 'The client said only a word or two of the quote.',
  'not-clients': 'Its quote is not in the words of the client.',
  'not-heard': 'One of its quotes is in the conversation but was not heard in the recording.',
  changed: 'A word in the quote differs from the recording, or a number was not heard clearly.',
  contradicted: 'The words around the quote hold a number that is not this value.',
  instruction: 'The quote is an instruction to the AI, not an answer.',
  'no-reason': 'No quoted reason speaks of a strain.',
  far: 'No number was mentioned, and the value is far from the last ones.',
}

/** Faults of values that wait: a person who has checked them may confirm them. */
const waiting: readonly ValueFault[] = ['changed', 'no-reason', 'far']
export const isConfirmable = (fault: ValueFault | null) => fault === null || waiting.includes(fault)

export const analysisValue = z.object({
  id: rowId(),
  type: z.enum(analysisTypes),
  key: z.string(),
  label: z.string(),
  unit: z.string().nullable(),
  lowest: z.number(),
  highest: z.number(),
  isMoreBetter: z.boolean().nullable(),
  /** It appears in the plan if it counts; otherwise only with the session. */
  isInPlan: z.boolean(),
  machineValue: z.number(),
  /** The effective value; null where none counts. */
  value: z.number().nullable(),
  /** Null: the client's own words are evidence. */
  fault: valueFault.nullable(),
  /** The quotes contain no number: the model inferred it. */
  isInferred: z.boolean(),
  /** Last editor of the text, where its numbers differ from the raw transcript. */
  changedBy: z.string().nullable(),
  quotes: z.array(valueQuote),
  /** Null: not decided yet. */
  decision: valueDecision.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Found in the current version of the conversation. */
  isCurrentVersion: z.boolean(),
  version: rowVersion,
})
export type AnalysisValue = z.infer<typeof analysisValue>

export const sessionAnalysis = z.object({
  /** Steps of the latest analysis; empty without one. */
  steps: z.array(step),
  values: z.array(analysisValue),
  /** Speakers of the conversation but the coach, if their labels do not say who the client is. */
  speakers: z.array(z.string()),
  /** The one of them that a person chose. */
  clientSpeaker: z.string().nullable(),
})
export type SessionAnalysis = z.infer<typeof sessionAnalysis>

export const getAnalysis = endpoint('GET /api/sessions/{id}/analysis', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['session', 'definition'],
  summary: 'Values found in a session, with their quotes, and the progress of the analysis',
  // Workers and colleagues may change it, and its quotes should not stay in the cache.
  freshness: 'while-shown',
  params: idOnly,
  response: sessionAnalysis,
})

export const analyseSession = endpoint('POST /api/sessions/{id}/analyse', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  changes: ['session'],
  summary:
    'Analyze a session: find metrics and burnout risk in its conversation; decisions by people are kept',
  params: idOnly,
  /** Only these steps, to retry a failed one. */
  body: z.object({ types: z.array(z.enum(analysisTypes)).min(1).max(2).optional() }).nullish(),
  errorCodes: ['conflict', 'no-consent'],
  response: sessionAnalysis,
})

export const cancelAnalysis = endpoint('POST /api/sessions/{id}/cancel-analysis', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  changes: ['session'],
  summary: 'Stop a running analysis; values found so far are kept',
  params: idOnly,
  errorCodes: ['conflict'],
  response: sessionAnalysis,
})

const valueBound = 1_000_000_000

export const decideValue = endpoint('PUT /api/analysis-values/{id}/decision', {
  access: staff,
  opens: ['transcript-opened'],
  changes: ['session', 'client'],
  summary: 'Confirm, correct or reject a value found by an analysis; null undoes the decision',
  params: idOnly,
  body: z
    .object({
      decision: valueDecision.nullable(),
      /** The corrected value. */
      value: z.number().min(-valueBound).max(valueBound).optional(),
      version: rowVersion.optional(),
    })
    .refine(({ decision, value }) => decision !== 'corrected' || value !== undefined, {
      error: 'A correction needs a value',
      path: ['value'],
    }),
  errorCodes: ['conflict', 'unprocessable'],
  response: analysisValue,
})
