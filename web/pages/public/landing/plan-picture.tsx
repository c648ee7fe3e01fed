import { metricColour } from '#contract/rules/value-colours.ts'
import { formatChange } from '#web/lib/numbers.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Bar } from '#web/ui/bar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { softTone } from '#web/ui/tone.ts'
import { Trend } from '#web/ui/trend.tsx'

const weeks = [1, 2, 3, 4, 5, 6]
const sessions = [1, 0, 1, 0, 1, 1]
const metrics = [
  { label: 'Sleep', values: [46, 52, 58, 63, 71, 76] },
  { label: 'Energy', values: [44, 41, 53, 57, 62, 72] },
  { label: 'Stress', values: [74, 68, 61, 55, 47, 38] },
]

/** A made-up plan of six weeks, built from the parts of the real one. */
export function PlanPicture() {
  return (
    <figure className="w-full min-w-0 max-lg:max-w-xl">
      <div className="rounded-md border border-line bg-surface shadow-float">
        <div className="flex items-center justify-between gap-3 border-b border-line px-5 py-4 max-md:px-4">
          <p className="text-base font-semibold">My plan</p>
          <Badge tone="brand">Week 6</Badge>
        </div>
        <table className="w-full table-fixed">
          <caption className="sr-only">Six weeks of a plan</caption>
          <thead>
            <tr className="text-xs text-muted [&>th]:py-2 [&>th]:font-semibold">
              <th scope="col" className="w-24 pl-5 text-left max-md:w-20 max-md:pl-4">
                Measure
              </th>
              {weeks.map((week) => (
                <th key={week} scope="col" className={column(week)}>
                  W{week}
                </th>
              ))}
              <th scope="col" className="w-28 pr-5 text-right max-md:w-16 max-md:pr-4">
                Trend
              </th>
            </tr>
          </thead>
          <tbody className="[&>tr>*]:border-t [&>tr>*]:border-line">
            <tr>
              <RowName>Coaching</RowName>
              {sessions.map((held, index) => (
                <td key={weeks[index]} className={column(weeks[index] ?? 0)}>
                  {held ? (
                    <Cell look="bg-brand text-on-brand">{held}</Cell>
                  ) : (
                    <span className="text-muted">–</span>
                  )}
                </td>
              ))}
              <td className="pr-5 text-right text-xs text-muted max-md:pr-4">4 held</td>
            </tr>
            {metrics.map((metric) => (
              <MetricRow key={metric.label} {...metric} />
            ))}
          </tbody>
        </table>
        <div className="flex items-center gap-4 border-t border-line px-5 py-4 max-md:px-4">
          <span className="shrink-0 font-semibold">Burnout risk</span>
          <Bar label="Burnout risk" value={28} tone="green" className="flex-1" />
          <Badge tone="green">Low</Badge>
        </div>
      </div>
      <figcaption className="sr-only">A plan as a client sees it, with made-up values.</figcaption>
    </figure>
  )
}

function MetricRow({ label, values }: (typeof metrics)[number]) {
  const change = (values.at(-1) ?? 0) - (values[0] ?? 0)
  return (
    <tr>
      <RowName>{label}</RowName>
      {values.map((value, index) => (
        <td key={weeks[index]} className={column(weeks[index] ?? 0)}>
          <Cell look={softTone[colourTones[metricColour({ label }, value)]]}>{value}</Cell>
        </td>
      ))}
      <td className="pr-5 max-md:pr-4">
        <span className="flex items-center justify-end gap-2">
          <span className="max-md:hidden">
            <Sparkline
              label={`${label}, week 1 to 6: ${values.join(', ')}`}
              values={values}
              width={44}
            />
          </span>
          <Trend
            direction={change > 0 ? 'up' : 'down'}
            change={formatChange(change)}
            tone="green"
          />
        </span>
      </td>
    </tr>
  )
}

/** Phones leave out the first two weeks. */
const column = (week: number) => classNames('h-12 text-center', week <= 2 && 'max-md:hidden')

const RowName = ({ children }: { children: string }) => (
  <th scope="row" className="pl-5 text-left font-semibold max-md:pl-4">
    {children}
  </th>
)

const Cell = ({ look, children }: { look: string; children: number }) => (
  <span
    className={classNames(
      'inline-flex size-9 items-center justify-center rounded-md text-sm font-semibold max-md:size-8',
      look,
    )}
  >
    {children}
  </span>
)
