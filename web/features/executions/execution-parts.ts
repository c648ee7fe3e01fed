import type { ExecutionBucket } from '#contract/executions/executions.ts'
import { formatDate, formatDateTime, formatTime } from '#web/lib/dates.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The maximum number of labels below a plot. */
const maxNames = 5

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric' })
/** Keeps labels of narrow columns on one line. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00A0')

/** The labels of the parts of a period: a few below the plot, all in tooltips. */
export function formatPartNames(parts: readonly Pick<ExecutionBucket, 'from'>[]) {
  const begins = parts.map(({ from }) => Date.parse(from))
  const [first = 0, second = first + 1] = begins
  const [length, span] = [second - first, (begins.at(-1) ?? first) - first]
  // The day on which the clock goes forward is an hour shorter.
  const areDays = length >= dayMs - hourMs
  const every = Math.ceil(parts.length / maxNames)
  const below = (from: string) => {
    if (!areDays && span <= 36 * hourMs) return formatTime(from)
    return (span > 400 * dayMs ? month : day).format(new Date(from))
  }
  const whole = (from: string, next: string | undefined) => {
    if (!areDays) return formatDateTime(from)
    if (length < 2 * dayMs - hourMs || next === undefined) return formatDate(from)
    return `${formatDate(from)} to ${formatDate(new Date(Date.parse(next) - 1))}`
  }
  return parts.map(({ from }, index) => ({
    below: index % every === 0 ? unbroken(below(from)) : '',
    whole: whole(from, parts[index + 1]?.from),
  }))
}
