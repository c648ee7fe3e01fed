import type { Execution } from '#contract/executions.ts'
import { providerForm } from '#contract/providers/providers.ts'
import { formatCount } from '#web/lib/numbers.ts'

// What is said of one execution, apart from what its list says: the names of providers come with all of their forms.

export const executionKindLabels = { run: 'Run', try: 'Trial in the editor', replay: 'Replay' }

/** What people call an AI provider; one that is no more goes by its key. */
export const providerName = (key: string | null) =>
  key === null ? null : (providerForm('ai_analysis', key)?.label ?? key)

/** What tokens cost is mostly less than a cent. */
const formatAmount = (cost: number, currency: string) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    maximumSignificantDigits: 3,
  }).format(cost)

/** What an execution cost by the present price of its model; nothing where that is not known. */
export const formatCost = ({ cost, currency }: Pick<Execution, 'cost' | 'currency'>) =>
  cost === null || currency === null ? undefined : formatAmount(cost, currency)

/** '1,360: 921 in, 439 out', as far as that is known. */
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
