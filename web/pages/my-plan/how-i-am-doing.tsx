import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { metricColour, isHigherWorse } from '#contract/rules/value-colours.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { isUnconfirmed, metricRows } from '#web/features/plans/plan-rows.ts'
import { EmptySection, PlanSection } from '#web/features/plans/plan-section.tsx'
import { TrendCell } from '#web/features/plans/metrics/trend-cell.tsx'
import { Value } from '#web/features/plans/values/value.tsx'
import type { Weeks } from '#web/features/plans/weeks/week-grid.tsx'
import { BurnoutPicture } from './burnout-picture.tsx'

type HowIAmDoingProps = {
  title: string
  plan: Pick<SessionsAndMetrics, 'client' | 'metrics' | 'metricDefinitions' | 'burnoutAssessments'>
  weeks: Weeks
}

/** The last value of everything that is measured, with its course; the weeks one by one are in the history. */
export function HowIAmDoing({ title, plan, weeks }: HowIAmDoingProps) {
  const rows = metricRows(plan, weeks.shown).flatMap((row) => {
    const last = row.points.toSorted((a, b) => b.week - a.week)[0]
    return last ? [{ ...row, last, isOpen: isUnconfirmed(row, last.week) }] : []
  })
  return (
    <PlanSection title={title}>
      <div className="border-b border-line px-4 py-3">
        <h3 className="mb-1 text-xs font-semibold text-muted">Burnout risk</h3>
        <BurnoutPicture plan={plan} weeks={weeks} />
      </div>
      {rows.length ? (
        <ul aria-label="Metrics">
          {rows.map(({ last, ...row }) => (
            <li
              key={row.id}
              className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1 last:border-b-0"
            >
              <span className="min-w-0 flex-1 leading-tight">
                {row.label}
                {last.week < weeks.current - 1 && (
                  <span className="block text-xs text-muted">{longWeekName(last.week)}</span>
                )}
              </span>
              <span className="w-36 max-w-2/5 shrink-0">
                <TrendCell row={row} rising={isHigherWorse(row.metric) ? 'bad' : 'good'} />
              </span>
              <Value
                value={last.value}
                colourOf={(value) => metricColour(row.metric, value)}
                isPast
                check={row.checks.get(last.week)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <EmptySection>No metrics have been measured yet.</EmptySection>
      )}
      {rows.some(({ isOpen }) => isOpen) && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          Dashed: not yet confirmed by your coach
        </p>
      )}
    </PlanSection>
  )
}
