import { addDays, calendarDay, dayMs } from '#contract/calendar.ts'
import { instantOn } from '#contract/clock.ts'

/** The moment up to which the demo's people have lived, and where they live. */
export type Moment = { now: Date; timeZone: string }

export const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * dayMs).toISOString()

/** The instant at which the clock shows that hour, `days` from now (negative: ago). */
export const dayAt = ({ now, timeZone }: Moment, days: number, hour: number) =>
  instantOn(addDays(calendarDay(now, timeZone), days), hour * 60, timeZone)

/** Repeatable numbers between 0 and 1, so that the demo looks the same on every machine. */
export function numbers(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
