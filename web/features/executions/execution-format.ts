import { type Execution, slowAboveMs, verySlowAboveMs } from '#contract/executions/executions.ts'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import { formatCount } from '#web/lib/numbers.ts'
import type { Tone } from '#web/ui/tone.ts'

/** '1,234 ms' */
export const formatMilliseconds = (ms: number) => `${formatCount(ms)} ms`

/** Color of a response time (docs/product.md, "AI execution logs"), and the same in words. */
export function responseTimeRating(ms: number): { tone: Tone; word: string } {
  if (ms > verySlowAboveMs) return { tone: 'red', word: 'Very slow' }
  if (ms > slowAboveMs) return { tone: 'amber', word: 'Slow' }
  return { tone: 'green', word: 'Fast' }
}

/** The success rate in whole percent, 0 without executions. */
export const successRate = ({
  totalExecutions,
  successCount,
}: {
  totalExecutions: number
  successCount: number
}) => (totalExecutions ? Math.round((100 * successCount) / totalExecutions) : 0)

export const executionKindLabels = { run: 'Run', try: 'Trial in the editor', replay: 'Replay' }

/** The name of an AI provider, or its key if it no longer exists. */
export const providerName = (key: string | null) =>
  key === null ? null : (providerForm('ai_analysis', key)?.label ?? key)

/** Most costs are below one cent. */
const formatAmount = (cost: number, currency: string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumSignificantDigits: 3,
  }).format(cost)

/** The cost of an execution by the current price of its model, if known. */
export const formatCost = ({ cost, currency }: Pick<Execution, 'cost' | 'currency'>) =>
  cost === null || currency === null ? undefined : formatAmount(cost, currency)

/** '1,360: 921 in, 439 out' */
export function formatTokens({
  tokensUsed,
  tokensIn,
  tokensOut,
}: Pick<Execution, 'tokensUsed' | 'tokensIn' | 'tokensOut'>) {
  const apart =
    tokensIn === null || tokensOut === null
      ? ''
      : `${formatCount(tokensIn)} in, ${formatCount(tokensOut)} out`
  const whole = tokensUsed === null ? '' : formatCount(tokensUsed)
  return [whole, apart].filter(Boolean).join(': ') || undefined
}

/** 'Version 3 (1.0)' */
export const formatVersion = ({
  version,
  versionNumber,
}: Pick<Execution, 'version' | 'versionNumber'>) =>
  version === null || versionNumber === null ? undefined : `Version ${versionNumber} (${version})`
