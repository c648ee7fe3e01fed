import { z } from 'zod'
import { language } from '#contract/transcription-hints.ts'
import { operationName } from './answers.ts'

const range = z.object({ start: z.number(), end: z.number() })

/** A transcription job, stored next to its audio because another process may poll it. */
export const plan = z.object({
  chunks: z
    .array(
      range.extend({
        /** Object name. */
        audio: z.string(),
        /** Undefined until the operation has started. */
        operation: operationName.optional(),
        attempts: z.number(),
      }),
    )
    .max(100),
  turns: z.array(range.extend({ speaker: z.number() })),
  isUncertain: z.boolean(),
  duration: z.number(),
  peak: z.number(),
  language: language.optional(),
  terms: z.array(z.string()).optional(),
  stated: z.object({ duration: z.number(), isCutOff: z.boolean() }).optional(),
})
export type Plan = z.infer<typeof plan>
