import { z } from 'zod'
import { sessionMinutes, sessionType } from '#contract/session-definition.ts'
import { tooFarAhead } from '#contract/weeks.ts'

/** When and for how long a session takes place, and where. */
export const when = z.object({
  scheduledDate: z.string().min(1, 'Date is required'),
  scheduledTime: z.string().min(1, 'Time is required'),
  durationMinutes: sessionMinutes,
  sessionType,
})
type When = Pick<z.infer<typeof when>, 'scheduledDate' | 'scheduledTime'>

/** Why there can be no session at that moment stands beside its day; while a part is missing, only that is said. */
export const possible =
  (faultAt: (at: Date) => string | undefined) =>
  ({ scheduledDate, scheduledTime }: When, context: z.RefinementCtx<When>) => {
    if (!scheduledDate || !scheduledTime) return
    const at = new Date(`${scheduledDate}T${scheduledTime}`)
    // A year of more than four digits.
    const fault = Number.isNaN(at.getTime()) ? tooFarAhead : faultAt(at)
    if (fault) context.addIssue({ code: 'custom', path: ['scheduledDate'], message: fault })
  }
