import { z } from 'zod'
import { sessionMinutes, sessionType } from '#contract/definitions/session-definition.ts'
import { joinAddress, meetingPlace } from '#contract/rules/join-address.ts'
import { tooFarAhead } from '#contract/rules/weeks.ts'

export const scheduleFields = z.object({
  scheduledDate: z.string().min(1, 'Date is required'),
  scheduledTime: z.string().min(1, 'Time is required'),
  durationMinutes: sessionMinutes,
  sessionType,
  joinAddress,
  place: meetingPlace,
})
type When = Pick<z.infer<typeof scheduleFields>, 'scheduledDate' | 'scheduledTime'>

/** Reports an invalid time at the date, once all parts are filled in. */
export const requireValidTime =
  (faultAt: (at: Date) => string | undefined) =>
  ({ scheduledDate, scheduledTime }: When, context: z.RefinementCtx<When>) => {
    if (!scheduledDate || !scheduledTime) return
    const at = new Date(`${scheduledDate}T${scheduledTime}`)
    // Such as a year of more than four digits.
    const fault = Number.isNaN(at.getTime()) ? tooFarAhead : faultAt(at)
    if (fault) context.addIssue({ code: 'custom', path: ['scheduledDate'], message: fault })
  }
