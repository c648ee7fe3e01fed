import { computeTrend } from '#contract/rules/trend.ts'
import { weekName } from '#contract/rules/weeks.ts'
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

/** The direction of the last weeks, the change since the first one, and a sparkline; 'N/A' under two values. */
export function TrendCell({ row: { label, points }, rising }: TrendCellProps) {
  const trend = computeTrend(points)
  if (!trend) return <span className="text-muted">N/A</span>
  const course = points.toSorted((a, b) => a.week - b.week).map(({ value }) => value)
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 flex-col">
        <Trend direction={trend.direction} tone={getTone(trend.direction, rising)} />
        <span className="text-xs whitespace-nowrap text-muted tabular-nums">
          {formatChange(trend.change)} since {weekName(trend.since)}
        </span>
      </span>
      <Sparkline
        values={course}
        label={`${label} by week: ${course.map(formatDecimal).join(', ')}`}
        width={56}
      />
    </span>
  )
}

function getTone(direction: 'up' | 'down' | 'flat', rising: 'good' | 'bad' | undefined): Tone {
  if (!rising || direction === 'flat') return 'neutral'
  return (direction === 'up') === (rising === 'good') ? 'green' : 'red'
}
