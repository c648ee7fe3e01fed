/** From where to where somebody is asked to choose. */
export type Scale = { low: number; high: number }

const highsOfZero: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 20, 100])
const highsOfOne: ReadonlySet<number> = new Set([5, 7, 10])

/** "Zero to ten" is a scale; "seven to eight" is none, and neither is "ten to one". */
export const scaleOf = (low: number, high: number): Scale | undefined =>
  (low === 0 && highsOfZero.has(high)) || (low === 1 && highsOfOne.has(high))
    ? { low, high }
    : undefined

/** "Out of ten": from zero. */
export const outOf = (high: number): Scale | undefined =>
  Number.isInteger(high) && high >= 3 && high <= 100 ? { low: 0, high } : undefined

/**
 * Which share of a metric's range a number is (product decisions, section 9): of zero to N, and of one to ten, it is v of N;
 * of one to five or seven it is linear. Undefined for a number that the scale does not have.
 */
export function shareOf(value: number, { low, high }: Scale) {
  if (value < low || value > high) return undefined
  return high === 10 ? value / high : (value - low) / (high - low)
}

/** A share of a range, to a thousandth of it. */
export function valueOf(share: number, { lowest, highest }: { lowest: number; highest: number }) {
  const value = lowest + (Math.round(share * 1000) / 1000) * (highest - lowest)
  return Math.min(highest, Math.max(lowest, Number(value.toPrecision(12))))
}
