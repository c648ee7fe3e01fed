import { z } from 'zod'
import { rowId } from './bounds.ts'

export const valueQuote = z.object({
  text: z.string(),
  /** What it is a reason for; null for a value that is not reasoned. */
  reason: z.string().nullable(),
  /** A reason against a risk. */
  isProtective: z.boolean(),
  /** Where it stands: the turn of the conversation, counted from 1, and who speaks there. Null: nowhere. */
  place: z
    .object({
      turn: z.number().int(),
      speaker: z.string().nullable(),
      isClients: z.boolean(),
      /** Seconds from the start of the recording; null without one, or where none of it was heard. */
      time: z.object({ start: z.number(), end: z.number() }).nullable(),
    })
    .nullable(),
})
export type ValueQuote = z.infer<typeof valueQuote>

export const valueDecision = z.enum(['confirmed', 'corrected', 'rejected'])
export type ValueDecision = z.infer<typeof valueDecision>

/** How an analysis found a value, and what a person said of it. */
export const foundBy = z.object({
  sessionId: rowId(),
  machineValue: z.number(),
  decision: valueDecision.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** For staff: the words it came from. */
  quotes: z.array(valueQuote),
  /** The client has refused analysis since. */
  isRefusedSince: z.boolean(),
})

export type FoundBy = z.infer<typeof foundBy>
