export type Month = { month: string; end: string }

/** Six calendar months in UTC, the last is the one of `now`. Each ends when the next begins. */
export const sixMonths = (now: Date): Month[] =>
  Array.from({ length: 6 }, (_, index) => {
    const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 5 + index)
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 4 + index)
    return {
      month: new Date(begin).toISOString().slice(0, 7),
      end: new Date(end).toISOString(),
    }
  })
