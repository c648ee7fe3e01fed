import { z } from 'zod'

const invalidDay = 'A day is required'
const day = z.iso.date({ error: invalidDay, abort: true }).max(10, { error: invalidDay })

/** Calendar days, YYYY-MM-DD, both included. */
export const dayRange = z.object({ firstDay: day, lastDay: day })
export type DayRange = z.infer<typeof dayRange>
