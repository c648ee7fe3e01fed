import { z } from 'zod'
import { rowId } from '../bounds.ts'

export const valueQuote = z.object({
  text: z.string(),
  /** What it is a reason for; null for values without reasons. */
  reason: z.string().nullable(),
  /** A reason against a risk. */
  isProtective: z.boolean(),
  /** The turn of the conversation, counted from 1, and its speaker; null if it was not found. */
  place: z
    .object({
      turn: z.number().int(),
      speaker: z.string().nullable(),
      isClients: z.boolean(),
      /** Seconds from the start of the recording; null without one, or where no word was recognized. */
      time: z.object({ start: z.number(), end: z.number() }).nullable(),
    })
    .nullable(),
})
export type ValueQuote = z.infer<typeof valueQuote>

export const valueDecision = z.enum(['confirmed', 'corrected', 'rejected'])
export type ValueDecision = z.infer<typeof valueDecision>

/** How an analysis found a value, and the decision on it. */
export const foundBy = z.object({
  sessionId: rowId(),
  machineValue: z.number(),
  decision: valueDecision.nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** The quotes that it is based on; staff only. */
  quotes: z.array(valueQuote),
  /** The client has withdrawn consent to analysis since. */
  isWithdrawnSince: z.boolean(),
})

export type FoundBy = z.infer<typeof foundBy>
