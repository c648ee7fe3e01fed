import { FlaskConical } from 'lucide-react'
import type { OrganizationAnalytics } from '#contract/analytics.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Stands at every section whose figures are made up. */
export const SampleMark = () => (
  <Badge tone="purple" icon={FlaskConical}>
    Sample data
  </Badge>
)

/** Says once what the marks mean, and how far it is to real figures. */
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
    These figures are made up. Yours take their place when {formatCount(leastRegistered)} employees
    have registered with the onboarding link and had their first session.
  </Banner>
)
