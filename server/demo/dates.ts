import { addDays, calendarDay, dayMs, toInstant } from '#contract/rules/calendar.ts'

/** The present of the demo data, and its time zone. */
export type Moment = { now: Date; timeZone: string }

export const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * dayMs).toISOString()

/** The instant `days` from now (negative: ago) at `hour` local time. */
export const dayAt = ({ now, timeZone }: Moment, days: number, hour: number) =>
  toInstant(addDays(calendarDay(now, timeZone), days), hour * 60, timeZone)

/** Repeatable pseudo-random numbers between 0 and 1, so that the demo data is the same on every machine. */
export function numbers(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
