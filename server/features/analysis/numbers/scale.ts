/** The lowest and highest number of a scale. */
export type Scale = { low: number; high: number }

const scaleEndsFromZero: ReadonlySet<number> = new Set([5, 6, 7, 8, 10, 20, 100])
const scaleEndsFromOne: ReadonlySet<number> = new Set([5, 7, 10])

/** "Zero to ten" is a scale; "seven to eight" and "ten to one" are not. */
export const findScale = (low: number, high: number): Scale | undefined =>
  (low === 0 && scaleEndsFromZero.has(high)) || (low === 1 && scaleEndsFromOne.has(high))
    ? { low, high }
    : undefined

/** "Out of ten" is zero to ten. */
export const scaleFromZero = (high: number): Scale | undefined =>
  Number.isInteger(high) && high >= 3 && high <= 100 ? { low: 0, high } : undefined

/**
 * The position of a number in a metric's range, 0 to 1 (docs/product.md, "Spoken numbers"): v/N for zero to N and
 * one to ten, linear for one to five and one to seven. Undefined for a number outside of the scale.
 */
export function toShare(value: number, { low, high }: Scale) {
  if (value < low || value > high) return undefined
  return high === 10 ? value / high : (value - low) / (high - low)
}

export type Range = { lowest: number; highest: number }
/** The value at a position in a range, rounded to a thousandth of the range. */
export function toValue(share: number, { lowest, highest }: Range) {
  const value = lowest + (Math.round(share * 1000) / 1000) * (highest - lowest)
  return Math.min(highest, Math.max(lowest, Number(value.toPrecision(12))))
}

/** Scales to try when nobody mentions one. */
const plausibleScales: readonly Scale[] = [
  { low: 0, high: 10 },
  { low: 0, high: 100 },
  { low: 1, high: 5 },
  { low: 1, high: 7 },
]

/** The values that a number could stand for in a range. */
export const possibleValues = (number: number, scale: Scale | undefined, range: Range) =>
  (scale ? [scale] : plausibleScales).flatMap((it) => {
    const share = toShare(number, it)
    return share === undefined ? [] : toValue(share, range)
  })
