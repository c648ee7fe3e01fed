import { trendOf } from '#contract/trend.ts'
import { formatDecimal, formatChange } from '#web/lib/numbers.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { Trend } from '#web/ui/trend.tsx'
import type { PlanRow } from '../plan-rows.ts'

type TrendCellProps = {
  row: Pick<PlanRow<unknown>, 'label' | 'points'>
  /** Whether rising values are good; undefined for plain counts. */
  rising?: 'good' | 'bad'
}

/** Slope as an arrow, change as a number, and a sparkline; 'N/A' under two values (product decisions, section 5). */
export function TrendCell({ row: { label, points }, rising }: TrendCellProps) {
  const trend = trendOf(points)
  if (!trend) return <span className="text-muted">N/A</span>
  const course = points.toSorted((a, b) => a.week - b.week).map(({ value }) => value)
  return (
    <span className="flex items-center justify-between gap-2">
      <Trend
        direction={trend.direction}
        change={formatChange(trend.change)}
        tone={toneOf(trend.direction, rising)}
      />
      <Sparkline
        values={course}
        label={`${label} by week: ${course.map(formatDecimal).join(', ')}`}
        width={72}
      />
    </span>
  )
}

function toneOf(direction: 'up' | 'down' | 'flat', rising: 'good' | 'bad' | undefined): Tone {
  if (!rising || direction === 'flat') return 'neutral'
  return (direction === 'up') === (rising === 'good') ? 'green' : 'red'
}
