import type { CrmState, CrmSync } from '#contract/crm/crm.ts'
import { formatCount } from '#web/lib/numbers.ts'

export const formatLinkedCount = ({ linked, failed }: Pick<CrmState, 'linked' | 'failed'>) =>
  linked === 0 && failed === 0
    ? 'None sent yet. Changes are sent every hour.'
    : `${formatCount(linked)} in the CRM. Changes are sent every hour.`

export function formatSyncResult({ sent, failed }: Pick<CrmSync, 'sent' | 'failed'>) {
  if (sent === 0 && failed === 0) return 'no changes'
  return failed === 0
    ? `${formatCount(sent)} sent`
    : `${formatCount(sent)} sent, ${formatCount(failed)} rejected`
}

/** From 0 to 1. */
export const syncProgress = ({ done, total }: Pick<CrmSync, 'done' | 'total'>) =>
  total > 0 ? Math.min(1, done / total) : 0
