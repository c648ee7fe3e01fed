import type { Change } from '#contract/reliable-change.ts'
import { formatDecimal } from '#web/lib/numbers.ts'

/** "reliably better, 7 points less" */
export function formatChange({ points, isReliable, isBetter }: Change) {
  if (points === 0) return 'unchanged'
  const size = Math.abs(points)
  const amount = `${formatDecimal(size)} ${size === 1 ? 'point' : 'points'} ${points > 0 ? 'more' : 'less'}`
  return isReliable ? `reliably ${isBetter ? 'better' : 'worse'}, ${amount}` : amount
}
