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
  leastRegistered,
}: Pick<OrganizationAnalytics, 'registered' | 'leastRegistered'>) => (
  <Banner tone="purple" icon={FlaskConical}>
    <strong className="font-semibold">
      Sample data.{' '}
      {registered === null
        ? `Fewer than ${formatCount(leastRegistered)} registered.`
        : `${formatCount(registered)} of ${formatCount(leastRegistered)} registered.`}
    </strong>{' '}
    These figures are made up. Real ones appear once {formatCount(leastRegistered)} employees have
    registered and had their first session.
  </Banner>
)
