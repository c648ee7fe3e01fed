import { toRiskLevel, riskThresholds } from '#contract/rules/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { ChartLine } from '#web/ui/chart-line.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { type burnoutRow, isUnconfirmed, unconfirmedText } from '../plan-rows.ts'
import type { Weeks } from '../weeks/week-grid.tsx'

type BurnoutChartProps = { row: ReturnType<typeof burnoutRow>; weeks: Weeks }

const highest = 100
const maxWeekLabels = 14
const bands = [
  {
    word: `High ${riskThresholds.medium + 1}–${highest}`,
    from: riskThresholds.medium,
    to: highest,
    fill: 'fill-red-soft',
    swatch: 'bg-red-soft border-red',
  },
  {
    word: `Medium ${riskThresholds.low + 1}–${riskThresholds.medium}`,
    from: riskThresholds.low,
    to: riskThresholds.medium,
    fill: 'fill-amber-soft',
    swatch: 'bg-amber-soft border-amber',
  },
  {
    word: `Low 0–${riskThresholds.low}`,
    from: 0,
    to: riskThresholds.low,
    fill: 'fill-green-soft',
    swatch: 'bg-green-soft border-green',
  },
] as const
const dots = { low: 'fill-green', medium: 'fill-amber', high: 'fill-red' }
/** For unconfirmed values. */
const rings = { low: 'stroke-green', medium: 'stroke-amber', high: 'stroke-red' }

export function BurnoutChart({ row, weeks }: BurnoutChartProps) {
  const shown = weeks.shown.filter((week) => week <= weeks.current)
  const first = shown[0] ?? 1
  const every = Math.ceil(shown.length / maxWeekLabels)
  const xOf = (week: number) => (100 * (week - first + 0.5)) / shown.length
  const yOf = (value: number) => highest - value
  const points = row.points.toSorted((a, b) => a.week - b.week)
  return (
    <div className="border-t border-line px-4 pt-4 pb-3">
      <ChartFrame
        label="Burnout risk by week"
        max={highest}
        className="h-44"
        legend={bands.map(({ word, swatch }) => ({ word, swatch }))}
        columns={shown.map((week) => {
          const value = row.weeks.get(week)
          return {
            key: String(week),
            label: `W${week}`,
            isNameless: (weeks.current - week) % every !== 0,
            isStrong: week === weeks.current,
            values: [
              {
                word:
                  value === undefined
                    ? 'Not assessed'
                    : `${riskLabel[toRiskLevel(value)]}${unconfirmedText(row, week)}`,
                value: value === undefined ? 'N/A' : formatDecimal(value),
              },
            ],
          }
        })}
      >
        {() => (
          <svg className="size-full overflow-visible">
            {bands.map(({ word, from, to, fill }) => (
              <rect
                key={word}
                x="0"
                width="100%"
                y={`${yOf(to)}%`}
                height={`${to - from}%`}
                className={fill}
              />
            ))}
            <ChartLine
              points={points.map(({ week, value }) => ({ x: xOf(week), y: yOf(value) }))}
            />
            {points.map(({ week, value }) => (
              <circle
                key={week}
                cx={`${xOf(week)}%`}
                cy={`${yOf(value)}%`}
                r={shown.length > 40 ? 3 : 4.5}
                strokeWidth={isUnconfirmed(row, week) ? 2 : 1}
                className={
                  isUnconfirmed(row, week)
                    ? classNames('fill-surface', rings[toRiskLevel(value)])
                    : classNames('stroke-surface', dots[toRiskLevel(value)])
                }
              />
            ))}
          </svg>
        )}
      </ChartFrame>
    </div>
  )
}
