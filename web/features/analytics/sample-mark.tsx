import { FlaskConical } from 'lucide-react'
import type { OrganizationAnalytics } from '#contract/analytics/analytics.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Marks a section with made-up figures. */
export const SampleMark = () => (
  <Badge tone="purple" icon={FlaskConical}>
    Sample data
  </Badge>
)

export const SampleBanner = ({
  counted,
  minCounted,
}: Pick<OrganizationAnalytics, 'counted' | 'minCounted'>) => (
  <Banner tone="purple" icon={FlaskConical}>
    <strong className="font-semibold">
      Sample data.{' '}
      {counted === null
        ? `Fewer than ${formatCount(minCounted)} people are counted.`
        : `${formatCount(counted)} of ${formatCount(minCounted)} people are counted.`}
    </strong>{' '}
    These figures are made up. Real ones appear once {formatCount(minCounted)} employees have had
    their first session and agreed to be counted.
  </Banner>
)
