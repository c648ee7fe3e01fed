import { FlaskConical } from 'lucide-react'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'

/** Stands at every section whose figures are made up. */
export const SampleMark = () => (
  <Badge tone="purple" icon={FlaskConical}>
    Sample data
  </Badge>
)

/** Says once what the marks mean. */
export const SampleBanner = () => (
  <Banner tone="purple" icon={FlaskConical}>
    <strong className="font-semibold">Sample data.</strong> Nobody is registered yet. These figures
    are made up and show what you will see here once employees have registered with the onboarding
    link.
  </Banner>
)
