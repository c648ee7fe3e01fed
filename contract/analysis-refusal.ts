import { z } from 'zod'

/** Set if the client has refused analysis; null otherwise. */
export const analysisRefusal = z
  .object({
    at: z.string(),
    /** Null where the account was deleted. */
    by: z.string().nullable(),
  })
  .nullable()
export type AnalysisRefusal = z.infer<typeof analysisRefusal>
