import { z } from 'zod'

/** Whether clients move and book sessions themselves. */
export const clientBooking = z.enum(['off', 'ask', 'direct'])
export const clientBookingLabel: Record<z.infer<typeof clientBooking>, string> = {
  off: 'No, only staff',
  ask: 'Yes, and the coach accepts',
  direct: 'Yes, at once',
}

const hourMs = 3_600_000

/** Whether less than the notice is left until a session, exact to the second. */
export const isWithinNotice = (startsAt: string, noticeHours: number, now: Date) =>
  Date.parse(startsAt) - Math.floor(now.getTime() / 1000) * 1000 < noticeHours * hourMs

type Movable = {
  sessionDate: string
  movesByClient: number
  now: Date
  noticeHours: number
  clientMoves: number
}

/** Why a client cannot move a session; undefined if it is allowed. */
export function clientMoveError({ sessionDate, movesByClient, now, ...limits }: Movable) {
  if (isWithinNotice(sessionDate, limits.noticeHours, now))
    return `It starts in less than ${limits.noticeHours} hours, so it can only be cancelled.`
  if (movesByClient >= limits.clientMoves)
    return movesByClient === 0
      ? 'Sessions can only be moved by your coach.'
      : `You have moved it ${movesByClient === 1 ? 'once' : `${movesByClient} times`}. Your coach can move it again.`
  return undefined
}
