import { z } from 'zod'
import { tooFar } from '#contract/weeks.ts'

/** Day and time of a session. */
export const when = z.object({
  scheduledDate: z.string().min(1, 'Date is required'),
  scheduledTime: z.string().min(1, 'Time is required'),
})
type When = z.infer<typeof when>

/** Why there can be no session at that moment stands beside its day; while a part is missing, only that is said. */
export const possible =
  (faultAt: (at: Date) => string | undefined) =>
  ({ scheduledDate, scheduledTime }: When, context: z.RefinementCtx<When>) => {
    if (!scheduledDate || !scheduledTime) return
    const at = new Date(`${scheduledDate}T${scheduledTime}`)
    // A year of more than four digits.
    const fault = Number.isNaN(at.getTime()) ? tooFar : faultAt(at)
    if (fault) context.addIssue({ code: 'custom', path: ['scheduledDate'], message: fault })
  }
