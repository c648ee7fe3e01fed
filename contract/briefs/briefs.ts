import { z } from 'zod'
import { idOnly, rowId } from '../bounds.ts'
import { riskLevel } from '../clients/clients.ts'
import { endpoint } from '../endpoint.ts'
import { scoreSource, valueCheck } from '../plans/plan-values.ts'
import { staff } from '../roles.ts'
import type { SessionStatus } from '../sessions/sessions.ts'

/** Exact words of a session, and their place. */
export const briefQuote = z.object({
  text: z.string(),
  session: z.object({ id: rowId(), name: z.string(), date: z.string() }),
  /** The turn of the conversation, counted from 1, and its speaker. */
  turn: z.number().int(),
  speaker: z.string().nullable(),
  /** Seconds of the recording; null without one, or where the words were not recognized. */
  time: z.object({ start: z.number(), end: z.number() }).nullable(),
})
export type BriefQuote = z.infer<typeof briefQuote>

const inWeek = z.object({ value: z.number(), week: z.number().int() })

/** The latest value, and that of the last earlier week with a value. */
export const briefMetric = inWeek.extend({
  label: z.string(),
  unit: z.string().nullable(),
  before: inWeek.nullable(),
  /** For analysis values; missing in briefs from before this field existed. */
  check: valueCheck.nullish(),
})
export type BriefMetric = z.infer<typeof briefMetric>

const due = z.object({
  kind: z.enum(['assignment', 'questionnaire']),
  name: z.string(),
  /** A calendar day, YYYY-MM-DD. */
  dueDate: z.string().nullable(),
  isOverdue: z.boolean(),
})
export type BriefDue = z.infer<typeof due>

const promise = z.object({
  by: z.enum(['client', 'coach']),
  text: z.string(),
  /** From the coach to the client, of a home assignment. */
  note: z.string().nullable(),
  /** For home assignments; null for quotes. */
  isDone: z.boolean().nullable(),
  quote: briefQuote.nullable(),
})
export type BriefPromise = z.infer<typeof promise>

const sourcedValue = z.object({ source: scoreSource, value: z.number() })
/** Two sources that disagree on one week. */
const disagreement = z.object({
  week: z.number().int(),
  label: z.string(),
  one: sourcedValue,
  other: sourcedValue,
})
export type BriefDisagreement = z.infer<typeof disagreement>

/** Content of a brief, derived by rules from the plan and its sessions. */
export const briefContent = z.object({
  said: z.array(briefQuote.extend({ about: z.string() })),
  metrics: z.array(briefMetric),
  burnout: briefMetric.extend({ source: scoreSource }).nullable(),
  risk: riskLevel.nullable(),
  due: z.array(due),
  promised: z.array(promise),
  questions: z.array(briefQuote),
  disagreements: z.array(disagreement),
  /** There is no consent to analysis: nothing in it is from the conversations. */
  isWithoutWords: z.boolean(),
})
export type BriefContent = z.infer<typeof briefContent>

/** A range of characters; `to` is exclusive. */
export const textSpan = z.object({ from: z.number().int(), to: z.number().int() })
export type TextSpan = z.infer<typeof textSpan>

const briefNote = z.object({
  text: z.string(),
  /** Date of the session that it is about; null: about the client. */
  sessionDate: z.string().nullable(),
})

export const sessionBrief = z.object({
  /** `making`: queued, or waiting for the model. */
  status: z.enum(['none', 'making', 'done', 'failed']),
  content: briefContent.nullable(),
  /** Summary by a language model, where one is connected. */
  text: z.string().nullable(),
  /** Numbers and quotes of the text that are not in the plan or the transcripts. */
  unsupported: z.array(textSpan),
  /** Name of the model that wrote the text, or of its provider; null where there is no text. */
  model: z.string().nullable(),
  /** Why a requested text is missing. */
  sentence: z.string().nullable(),
  madeAt: z.string().nullable(),
  /** Null: made automatically, or the account was deleted. */
  madeBy: z.string().nullable(),
  /** With the private notes of whoever made it: nobody else gets them, or the text. */
  includesNotes: z.boolean(),
  notes: z.array(briefNote),
  /** The data behind it has changed since. */
  isStale: z.boolean(),
})
export type SessionBrief = z.infer<typeof sessionBrief>

/** Sessions that were held or archived need no preparation. */
export const canPrepare = (it: { status: SessionStatus; hasConversation: boolean }) =>
  it.status === 'scheduled' || (it.status === 'open' && !it.hasConversation)

export const getBrief = endpoint('GET /api/sessions/{id}/brief', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  shows: ['session', 'client', 'questionnaire'],
  summary: 'The brief of an upcoming session, and whether the plan has changed since',
  // It contains what was said.
  freshness: 'while-shown',
  params: idOnly,
  response: sessionBrief,
})

export const prepareSession = endpoint('POST /api/sessions/{id}/brief', {
  access: staff,
  opens: ['plan-opened', 'transcript-opened'],
  changes: ['session'],
  summary:
    'Prepare a session: what was said last, what moved, is due, was promised, is open or disagrees; made anew where there is one',
  params: idOnly,
  /** `include`: with the private notes of the coach who asks, in person, also for a model that writes the text. */
  query: z.object({ notes: z.enum(['include', 'omit']).default('omit') }),
  errorCodes: ['conflict', 'not-allowed'],
  response: sessionBrief,
})
