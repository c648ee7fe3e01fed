import { checkLabel, isConfirmed } from '#contract/plans/plan-values.ts'
import type { Session, SessionDetail } from '#contract/sessions/sessions.ts'
import { type Colour, metricColour } from '#contract/rules/value-colours.ts'
import { colourTones } from '#web/parts/colour-tones.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const meaning: Record<Colour, string> = { green: 'good', yellow: 'watch', red: 'concern' }

/** The metric values of a session. */
export function SessionMetrics({ session }: { session: SessionDetail }) {
  const { metrics, valuesToDecide } = session
  return (
    <section aria-labelledby="session-metrics" className="rounded-md border border-line">
      <h3 id="session-metrics" className="border-b border-line px-4 py-3 text-base">
        Metrics
      </h3>
      {metrics.length === 0 ? (
        <EmptyState
          title="No metrics yet"
          hint={
            valuesToDecide > 0
              ? 'Values that were found wait for you under Values.'
              : 'Metrics of this session appear here once they are recorded.'
          }
        />
      ) : (
        <table className="w-full text-left">
          <thead className="text-xs text-muted uppercase">
            <tr>
              <th scope="col" className="px-4 py-2 font-semibold">
                Metric
              </th>
              <th scope="col" className="px-2 py-2 font-semibold max-md:hidden">
                Category
              </th>
              <th scope="col" className="px-4 py-2 text-right font-semibold">
                Value
              </th>
            </tr>
          </thead>
          <tbody>
            {metrics.map((metric) => (
              <tr key={metric.id} className="border-t border-line">
                <th scope="row" className="px-4 py-2.5 font-normal">
                  {metric.definitionName}
                  <span className="block text-xs text-muted md:hidden">{metric.categoryName}</span>
                </th>
                <td className="px-2 py-2.5 text-muted max-md:hidden">{metric.categoryName}</td>
                <td className="px-4 py-2.5 text-right whitespace-nowrap">
                  <MetricValue metric={metric} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** "N/A" for a missing value (docs/product.md, "Value colors"). */
function MetricValue({ metric }: { metric: Session['metrics'][number] }) {
  if (metric.value === null) return <span className="text-muted">N/A</span>
  const { check } = metric
  const colour = metricColour({ ...metric, label: metric.definitionName }, metric.value)
  return (
    <>
      {check !== null && !isConfirmed(check) && (
        <span className="mr-2 text-xs text-muted">{checkLabel[check]}</span>
      )}
      <Badge tone={colourTones[colour]} className="tabular-nums">
        {metric.value}
        {metric.unit && ` ${metric.unit}`} · {meaning[colour]}
      </Badge>
    </>
  )
}
