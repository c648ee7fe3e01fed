import { z } from 'zod'
import { language } from '#contract/transcription-hints.ts'
import { operationName } from './answers.ts'

const range = z.object({ start: z.number(), end: z.number() })

/** What is to be transcribed, stored beside the audio: another process may poll the job. */
export const plan = z.object({
  chunks: z
    .array(
      range.extend({
        /** The object with its audio. */
        audio: z.string(),
        /** Undefined until it has begun. */
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
