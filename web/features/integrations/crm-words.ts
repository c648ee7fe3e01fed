import type { CrmState, CrmSync } from '#contract/crm.ts'
import { count } from '#web/lib/numbers.ts'

/** How many the CRM knows. */
export const inAll = ({ kept, failed }: Pick<CrmState, 'kept' | 'failed'>) =>
  kept === 0 && failed === 0
    ? 'None has been sent yet. What changes is sent each hour.'
    : `${count(kept)} ${kept === 1 ? 'is' : 'are'} there. What changes is sent each hour.`

export function endedInWords({ sent, failed }: Pick<CrmSync, 'sent' | 'failed'>) {
  if (sent === 0 && failed === 0) return 'nothing had changed'
  return failed === 0 ? `${count(sent)} sent` : `${count(sent)} sent, ${count(failed)} refused`
}

/** From 0 to 1. */
export const shareOf = ({ done, total }: Pick<CrmSync, 'done' | 'total'>) =>
  total > 0 ? Math.min(1, done / total) : 0
