import { durationStep, longestDuration } from '#contract/analytics.ts'
import { count } from '#web/lib/numbers.ts'
import { NotShown } from '#web/ui/not-shown.tsx'

/** '12+' for 12 or more, as the contract counts in steps. */
export const orMore = (number: number) => `${count(number)}+`

/** '30–45 min' of the quarter of an hour that begins with 30. */
export const quarterHour = (minutes: number) =>
  minutes >= longestDuration ? `${orMore(minutes)} min` : `${minutes}–${minutes + durationStep} min`

type Withheld = { assessed: number | null; shownMonths: number; minimumGroup: number }

/** Instead of a chart in which few of the six months, or none, would have a band to show. */
export const whyWithheld = ({ assessed, shownMonths, minimumGroup }: Withheld) => {
  if (assessed === null)
    return `Not shown yet: fewer than ${minimumGroup} people have an assessment.`
  const shown = shownMonths === 0 ? 'not shown for any' : `shown for only ${shownMonths}`
  return `${orMore(assessed)} people have an assessment. Their distribution is ${shown} of these months, because at least ${minimumGroup} people must be known to be in the same band.`
}

/** Why figures are rounded or missing, for the person who reads the others. */
export const whyGuarded = (minimumGroup: number) =>
  `So that nobody can be recognized, people are counted in steps of ${minimumGroup} (${orMore(2 * minimumGroup)} means ${2 * minimumGroup} or more), and a dash stands where a figure would tell about fewer than ${minimumGroup} people. Figures change once a day at most, when at least ${minimumGroup} people have something new.`

type GuardedFigureProps = { value: number | null; format: (value: number) => string }

/** A figure, or a dash where it would tell about too few people. */
export const GuardedFigure = ({ value, format }: GuardedFigureProps) =>
  value === null ? <NotShown /> : format(value)
