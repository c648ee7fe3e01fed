export type Figure = {
  name: string
  /** The largest value that is good enough, or the smallest one. */
  goal: { max: number } | { min: number }
  value: number
  unit: string
}

/** Prints a measured figure beside its goal, and sends it to `npm run bench`. */
export function report(figure: Figure) {
  console.log(`${figure.name}: ${shown(figure)}, goal ${goalOf(figure)}`)
  process.send?.(figure)
}

export const shown = ({ value, unit }: Pick<Figure, 'value' | 'unit'>) =>
  `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`.trim()

export const goalOf = ({ goal, unit }: Pick<Figure, 'goal' | 'unit'>) =>
  'max' in goal ? `≤ ${goal.max} ${unit}`.trim() : `≥ ${goal.min} ${unit}`.trim()

/** One or less is good enough. */
export const ratioOf = ({ goal, value }: Figure) =>
  'max' in goal ? value / goal.max : goal.min / value

/** `share` of the values are at most this. */
export function quantile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
