/** From where to where somebody is asked to choose. */
export type Scale = { low: number; high: number }

const mostOfZero = 100
/** What one may count up to from one. */
const highsOfOne: ReadonlySet<number> = new Set([5, 7, 10])
const highsOfZero: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 20, 100])

/** "Zero to ten" is a scale, "seven to eight" is none, and neither is "ten to one". */
export const isScale = (low: number, high: number) =>
  (low === 0 && highsOfZero.has(high)) || (low === 1 && highsOfOne.has(high))

/** "Out of ten": from zero. */
export const outOf = (high: number): Scale | undefined =>
  Number.isInteger(high) && high >= 3 && high <= mostOfZero ? { low: 0, high } : undefined

/**
 * Which share of a metric's range a number is (product decisions, section 9): from zero to N it is v of N, from one to ten
 * ten times as much in per cent, from one to five or seven linear. Undefined for one that the scale does not have.
 */
export function shareOf(value: number, { low, high }: Scale) {
  if (value < low || value > high) return undefined
  return high === 10 ? value / high : (value - low) / (high - low)
}

/** A share of a range, to a thousandth of it. */
export const valueOf = (share: number, { lowest, highest }: { lowest: number; highest: number }) =>
  Math.min(
    highest,
    Math.max(
      lowest,
      Number((lowest + (Math.round(share * 1000) / 1000) * (highest - lowest)).toPrecision(12)),
    ),
  )
