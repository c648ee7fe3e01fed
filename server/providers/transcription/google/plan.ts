import { z } from 'zod'
import { language } from '#contract/transcription-hints.ts'
import { operationName } from './answers.ts'

const stretch = z.object({ start: z.number(), end: z.number() })

/** What is to be heard of a recording, kept beside its sound: whoever asks for the text has nothing else. */
export const plan = z.object({
  pieces: z
    .array(
      stretch.extend({
        /** Its sound in the bucket. */
        sound: z.string(),
        /** Where it is being heard; none before it was begun. */
        operation: operationName.optional(),
        tries: z.number(),
      }),
    )
    .max(100),
  turns: z.array(stretch.extend({ speaker: z.number() })),
  isUncertain: z.boolean(),
  duration: z.number(),
  peak: z.number(),
  language: language.optional(),
  terms: z.array(z.string()).optional(),
  stated: z.object({ duration: z.number(), isCutOff: z.boolean() }).optional(),
})
export type Plan = z.infer<typeof plan>
