import {
  type ExecutionBucket,
  slowAboveMs,
  verySlowAboveMs,
} from '#contract/executions/executions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { ChartLine } from '#web/ui/chart-line.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formatPartNames } from './execution-parts.ts'
import { formatMilliseconds, responseTimeRating } from './execution-format.ts'

type Parts = readonly ExecutionBucket[]
const height = 'h-40'

/** Latency and errors over time. */
export const ExecutionCharts = ({ parts }: { parts: Parts }) => (
  <div className="grid grid-cols-2 gap-x-8 gap-y-6 max-lg:grid-cols-1">
    <ResponseTimes parts={parts} />
    <Outcomes parts={parts} />
  </div>
)

const columnsOf = (parts: Parts, valuesOf: (part: ExecutionBucket) => [string, string][]) => {
  const names = formatPartNames(parts)
  return parts.map((part, index) => ({
    key: part.from,
    label: names[index]?.below ?? '',
    name: names[index]?.whole ?? '',
    values: valuesOf(part).map(([word, value]) => ({ word, value })),
  }))
}

/** From the top; each starts where the one below it ends. */
const bands = [
  {
    word: 'Very slow: over 3,000',
    from: verySlowAboveMs,
    to: Infinity,
    fill: 'fill-red-soft',
    swatch: 'bg-red-soft border-red',
  },
  {
    word: 'Slow: over 1,500',
    from: slowAboveMs,
    to: verySlowAboveMs,
    fill: 'fill-amber-soft',
    swatch: 'bg-amber-soft border-amber',
  },
  {
    word: 'Fast',
    from: 0,
    to: slowAboveMs,
    fill: 'fill-green-soft',
    swatch: 'bg-green-soft border-green',
  },
] as const
const dotStyles: Partial<Record<string, string>> = {
  green: 'fill-green',
  amber: 'fill-amber',
  red: 'fill-red',
}

const ResponseTimes = ({ parts }: { parts: Parts }) => {
  const across = (index: number) => (100 * (index + 0.5)) / parts.length
  const points = parts.flatMap(({ avgResponseTime: ms }, index) =>
    ms === null ? [] : [{ index, ms }],
  )
  return (
    <section aria-label="Response time">
      <h3 className="mb-3 text-sm font-semibold">Avg response time (ms)</h3>
      <ChartFrame
        label="Response time over the period"
        max={Math.max(slowAboveMs, ...points.map(({ ms }) => ms))}
        className={height}
        legend={bands.map(({ word, swatch }) => ({ word, swatch }))}
        columns={columnsOf(parts, ({ executions, avgResponseTime, slow, verySlow }) =>
          avgResponseTime === null
            ? [['Executions', 'None']]
            : [
                ['Avg response', formatMilliseconds(avgResponseTime)],
                ['Slow', formatCount(slow - verySlow)],
                ['Very slow', formatCount(verySlow)],
                ['Executions', formatCount(executions)],
              ],
        )}
      >
        {(top) => (
          <svg className="size-full overflow-visible">
            {bands
              .filter(({ from }) => from < top)
              .map(({ word, from, to, fill }) => (
                <rect
                  key={word}
                  x="0"
                  width="100%"
                  y={`${100 - (100 * Math.min(to, top)) / top}%`}
                  height={`${(100 * (Math.min(to, top) - from)) / top}%`}
                  className={fill}
                />
              ))}
            <ChartLine
              points={points.map(({ index, ms }) => ({
                x: across(index),
                y: 100 - (100 * ms) / top,
              }))}
            />
            {points.map(({ index, ms }) => (
              <circle
                key={index}
                cx={`${across(index)}%`}
                cy={`${100 - (100 * ms) / top}%`}
                r={3}
                className={classNames('stroke-surface', dotStyles[responseTimeRating(ms).tone])}
              />
            ))}
          </svg>
        )}
      </ChartFrame>
    </section>
  )
}

const outcomes = [
  { word: 'Errors', fill: 'fill-red', swatch: 'bg-red border-red' },
  { word: 'Successes', fill: 'fill-brand', swatch: 'bg-brand border-brand' },
] as const
/** Percent of the plot's height, so that one error among a thousand stays visible. */
const minErrorHeight = 2.5
/** Percent of the plot's width. */
const maxBarWidth = 6

const Outcomes = ({ parts }: { parts: Parts }) => (
  <section aria-label="Executions and errors">
    <h3 className="mb-3 text-sm font-semibold">Executions and errors</h3>
    <ChartFrame
      label="Executions and errors over the period"
      max={Math.max(1, ...parts.map(({ executions }) => executions))}
      className={height}
      legend={outcomes.map(({ word, swatch }) => ({ word, swatch }))}
      columns={columnsOf(parts, ({ executions, errors }) => [
        ['Executions', formatCount(executions)],
        ['Errors', formatCount(errors)],
      ])}
    >
      {(top) => (
        <svg className="size-full">
          {parts.map(({ from, executions, errors }, index) => {
            const whole = (100 * executions) / top
            const failed = errors
              ? Math.min(whole, Math.max(minErrorHeight, (100 * errors) / top))
              : 0
            const width = Math.min(maxBarWidth, 80 / parts.length)
            const place = {
              x: `${(100 * (index + 0.5)) / parts.length - width / 2}%`,
              width: `${width}%`,
            }
            return (
              <g key={from}>
                <rect
                  {...place}
                  y={`${100 - whole + failed}%`}
                  height={`${whole - failed}%`}
                  className={outcomes[1].fill}
                />
                <rect
                  {...place}
                  y={`${100 - whole}%`}
                  height={`${failed}%`}
                  className={outcomes[0].fill}
                />
              </g>
            )
          })}
          <line x1="0" x2="100%" y1="100%" y2="100%" className="stroke-outline" />
        </svg>
      )}
    </ChartFrame>
  </section>
)
