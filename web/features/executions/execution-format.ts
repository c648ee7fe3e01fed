import { slowAboveMs, verySlowAboveMs } from '#contract/executions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import type { Tone } from '#web/ui/tone.ts'

/** '1,234 ms' */
export const formatMilliseconds = (ms: number) => `${formatCount(ms)} ms`

/** "Green up to 1500 ms, orange above 1500 ms, red above 3000 ms" (specification part 2, section 2.6), and the same in words. */
export function responseTimeRating(ms: number): { tone: Tone; word: string } {
  if (ms > verySlowAboveMs) return { tone: 'red', word: 'Very slow' }
  if (ms > slowAboveMs) return { tone: 'amber', word: 'Slow' }
  return { tone: 'green', word: 'Fast' }
}

/** The share of successes in whole per cent, 0 without any execution. */
export const successRate = ({
  totalExecutions,
  successCount,
}: {
  totalExecutions: number
  successCount: number
}) => (totalExecutions ? Math.round((100 * successCount) / totalExecutions) : 0)
