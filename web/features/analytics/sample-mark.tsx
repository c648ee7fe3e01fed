import { FlaskConical } from 'lucide-react'
import type { OrganizationAnalytics } from '#contract/analytics.ts'
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
  registered,
  minRegistered,
}: Pick<OrganizationAnalytics, 'registered' | 'minRegistered'>) => (
  <Banner tone="purple" icon={FlaskConical}>
    <strong className="font-semibold">
      Sample data.{' '}
      {registered === null
        ? `Fewer than ${formatCount(minRegistered)} registered.`
        : `${formatCount(registered)} of ${formatCount(minRegistered)} registered.`}
    </strong>{' '}
    These figures are made up. Real ones appear once {formatCount(minRegistered)} employees have
    registered and had their first session.
  </Banner>
)
