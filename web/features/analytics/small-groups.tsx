import { durationStep, longestDuration } from '#contract/analytics.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { NotShown } from '#web/ui/not-shown.tsx'

/** '12+' for 12 or more, as the contract counts in steps. */
export const formatAtLeast = (number: number) => `${formatCount(number)}+`

/** '30–45 min' of the quarter of an hour that begins with 30. */
export const formatDurationRange = (minutes: number) =>
  minutes >= longestDuration
    ? `${formatAtLeast(minutes)} min`
    : `${minutes}–${minutes + durationStep} min`

type HiddenMonths = { assessed: number | null; shownMonths: number; minimumGroup: number }

/** Instead of a chart in which few of the six months, or none, would have a band to show. */
export const explainHiddenMonths = ({ assessed, shownMonths, minimumGroup }: HiddenMonths) => {
  if (assessed === null)
    return `Not shown yet: fewer than ${minimumGroup} people have an assessment.`
  const shown = shownMonths === 0 ? 'not shown for any' : `shown for only ${shownMonths}`
  return `${formatAtLeast(assessed)} people have an assessment. Their distribution is ${shown} of these months, because at least ${minimumGroup} people must be known to be in the same band.`
}

/** Why figures are rounded or missing, for the person who reads the others. */
export const explainRounding = (minimumGroup: number) =>
  `So that nobody can be recognized, people are counted in steps of ${minimumGroup} (${formatAtLeast(2 * minimumGroup)} means ${2 * minimumGroup} or more), and a dash stands where a figure would tell about fewer than ${minimumGroup} people. Figures change once a day at most, when at least ${minimumGroup} people have something new.`

type FigureOrDashProps = { value: number | null; format: (value: number) => string }

/** A figure, or a dash where it would tell about too few people. */
export const FigureOrDash = ({ value, format }: FigureOrDashProps) =>
  value === null ? <NotShown /> : format(value)
