const dayMs = 24 * 3600 * 1000

export const daysBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * dayMs).toISOString()

/** The instant `days` from now (negative: ago), at an hour of that day in UTC. */
export function dayAt(now: Date, days: number, hour: number) {
  const day = new Date(now.getTime() + days * dayMs)
  day.setUTCHours(hour, 0, 0, 0)
  return day
}

/** Repeatable numbers between 0 and 1, so that the demo looks the same on every machine. */
export function numbers(seed: number) {
  let state = (seed * 2_654_435_761 + 1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
