import { z } from 'zod'
import { weekRanges } from '#contract/rules/weeks.ts'

/** The query of a plan's URL: visible weeks, and the open session with its tab or those of a week and type. */
export const planAddress = z.object({
  weeks: z.preprocess((text) => (text === 'all' ? text : Number(text)), z.literal(weekRanges)),
  week: z.coerce.number().int().min(1).max(10_000),
  type: z.uuid(),
  session: z.uuid(),
  tab: z.enum(['overview', 'recording', 'transcripts', 'values', 'brief']),
  /** Start and end in seconds of the part of the recording to play. */
  play: z.string().max(40),
})
export type DrawerTab = z.output<typeof planAddress.shape.tab>
