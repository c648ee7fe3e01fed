import { scaleBand, scaleLinear } from '@visx/scale'
import { BarStack } from '@visx/shape'
import { classNames } from '#web/ui/class-names.ts'
import { type Band, bands, bandStyles, type RiskRow, toStack } from './risk-levels.ts'

/** Percent of the plot. */
const minLabelHeight = 9

type Column = ReturnType<typeof toStack> & { month: string }

type RiskBarsProps = {
  risk: readonly RiskRow[]
  format: (people: number) => string
  /** The upper end of the axis. */
  top: number
}

/** Stacked bars by month. All lengths are percentages, so the plot fits any width. */
export function RiskBars({ risk, format, top }: RiskBarsProps) {
  const slots = scaleBand({
    domain: risk.map(({ month }) => month),
    range: [0, 100],
    paddingInner: 0.3,
    paddingOuter: 0.15,
  })
  const heights = scaleLinear({
    domain: [0, top],
    range: [100, 0],
  })
  const columns = risk.map((row): Column => ({ ...toStack(row), month: row.month }))
  return (
    <svg className="size-full overflow-visible">
      {risk
        .filter(({ total }) => total === null)
        .map(({ month }) => (
          <rect
            key={month}
            x={`${slots(month)}%`}
            y="75%"
            width={`${slots.bandwidth()}%`}
            height="25%"
            strokeDasharray="4 4"
            className="fill-none stroke-outline"
          />
        ))}
      <BarStack<Column, Band, typeof slots, typeof heights>
        data={columns}
        keys={bands}
        x={({ month }) => month}
        xScale={slots}
        yScale={heights}
        color={(key) => bandStyles[key].fill}
      >
        {(stacks) =>
          stacks.flatMap(({ key, bars }) =>
            bars
              .filter(({ height }) => height > 0)
              .map((bar) => (
                <g key={`${key} ${bar.index}`}>
                  <rect
                    x={`${bar.x}%`}
                    y={`${bar.y}%`}
                    width={`${bar.width}%`}
                    height={`${bar.height}%`}
                    className={bar.color}
                  />
                  {bar.height >= minLabelHeight && (
                    <text
                      x={`${bar.x + bar.width / 2}%`}
                      y={`${bar.y + bar.height / 2}%`}
                      dy="0.35em"
                      textAnchor="middle"
                      className={classNames('text-xs font-semibold', bandStyles[key].ink)}
                    >
                      {format(bar.bar.data[key])}
                    </text>
                  )}
                </g>
              )),
          )
        }
      </BarStack>
      <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-outline" />
    </svg>
  )
}
