import { z } from 'zod'

/** That the client does not want what is said to be analysed: null where nobody said so. */
export const analysisRefusal = z
  .object({
    at: z.string(),
    /** Null where that account is gone. */
    by: z.string().nullable(),
  })
  .nullable()
export type AnalysisRefusal = z.infer<typeof analysisRefusal>
