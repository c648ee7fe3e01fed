import { durationStep, longestDuration } from '#contract/analytics.ts'
import { count } from '#web/lib/numbers.ts'

/** '12+' for 12 or more, as the contract counts in steps. */
export const orMore = (number: number) => `${count(number)}+`

/** '30–45 min' of the quarter of an hour that begins with 30. */
export const quarterHour = (minutes: number) =>
  minutes >= longestDuration ? `${orMore(minutes)} min` : `${minutes}–${minutes + durationStep} min`

/** Instead of a table that has no band to show in any month. */
export const whyWithheld = (assessed: number | null, minimumGroup: number) =>
  assessed === null
    ? `Not shown yet: fewer than ${minimumGroup} people have an assessment.`
    : `${orMore(assessed)} people have an assessment. How they are spread is not shown: in none of these months were ${minimumGroup} of them known to be in the same band.`

/** Why figures are rounded or missing, for the person who reads the others. */
export const whyGuarded = (minimumGroup: number) =>
  `So that nobody can be recognized, people are counted in steps of ${minimumGroup} (${orMore(2 * minimumGroup)} means ${2 * minimumGroup} or more), and nothing is shown about fewer than ${minimumGroup} people. Figures change once a day at most, when at least ${minimumGroup} people have something new.`

type GuardedFigureProps = { value: number | null; format: (value: number) => string }

/** A figure, or the words for one that would tell about too few people, which do not call for attention. */
export const GuardedFigure = ({ value, format }: GuardedFigureProps) =>
  value === null ? (
    <span className="text-sm font-normal tracking-normal text-muted">Not shown</span>
  ) : (
    format(value)
  )
