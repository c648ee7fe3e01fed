import { FlaskConical } from 'lucide-react'
import type { OrganizationAnalytics } from '#contract/analytics/analytics.ts'
import { formatAtLeast } from '#contract/analytics/figure-words.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { SuppressedFigure } from '#web/ui/suppressed-figure.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'

type HiddenMonths = { assessed: number | null; shownMonths: number; minimumGroup: number }

/** Replaces a chart that would show few of the six months. */
export const explainHiddenMonths = ({ assessed, shownMonths, minimumGroup }: HiddenMonths) => {
  if (assessed === null)
    return `Not shown yet: fewer than ${minimumGroup} people have an assessment.`
  const shown = shownMonths === 0 ? 'No month has' : `Only ${shownMonths} of these months have`
  return `${formatAtLeast(assessed)} people have an assessment. ${shown} at least ${minimumGroup} people at the same risk level.`
}

export const explainRounding = (minimumGroup: number) =>
  `To protect privacy, people are counted in steps of ${minimumGroup} (${formatAtLeast(2 * minimumGroup)} means ${2 * minimumGroup} or more), and figures about fewer than ${minimumGroup} people are shown as a dash. Figures are updated at most once a day, when there is new data about at least ${minimumGroup} people.`

type FigureOrDashProps = { value: number | null; format: (value: number) => string }

export const FigureOrDash = ({ value, format }: FigureOrDashProps) =>
  value === null ? <SuppressedFigure /> : format(value)

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
