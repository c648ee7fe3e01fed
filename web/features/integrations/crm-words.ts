import type { CrmState, CrmSync } from '#contract/crm.ts'
import { formatCount } from '#web/lib/numbers.ts'

/** How many the CRM knows. */
export const inAll = ({ linked, failed }: Pick<CrmState, 'linked' | 'failed'>) =>
  linked === 0 && failed === 0
    ? 'None has been sent yet. What changes is sent each hour.'
    : `${formatCount(linked)} ${linked === 1 ? 'is' : 'are'} there. What changes is sent each hour.`

export function endedInWords({ sent, failed }: Pick<CrmSync, 'sent' | 'failed'>) {
  if (sent === 0 && failed === 0) return 'nothing had changed'
  return failed === 0
    ? `${formatCount(sent)} sent`
    : `${formatCount(sent)} sent, ${formatCount(failed)} refused`
}

/** From 0 to 1. */
export const shareOf = ({ done, total }: Pick<CrmSync, 'done' | 'total'>) =>
  total > 0 ? Math.min(1, done / total) : 0
