import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { burnoutColour } from '#contract/value-colours.ts'
import { classNames } from '#web/ui/class-names.ts'
import { assignmentRows, burnoutRow } from './plan-rows.ts'
import { TrendCell } from './trend-cell.tsx'
import { Value } from './value.tsx'
import { WeekGrid, type Weeks } from './week-grid.tsx'

type Grid<K extends keyof SessionsAndMetrics> = { weeks: Weeks } & Pick<SessionsAndMetrics, K>

/** Completed home assignments by week, and 'x/n' of all (specification part 2, section 2.2). */
export function AssignmentsGrid({ assignments, weeks }: Grid<'assignments'>) {
  const { shown } = weeks
  return (
    <WeekGrid
      label="Home assignments by week"
      rowHeading="Assignment type"
      weeks={weeks}
      rows={assignmentRows(assignments).map((row) => ({
        id: row.id,
        label: row.label,
        note: `${row.total.completed}/${row.total.all}`,
        cell: (week) => {
          const done = row.weeks.get(week)
          if (!done) return week <= weeks.current && <span className="text-muted">–</span>
          return (
            <span className={classNames('tabular-nums', done.completed < done.all && 'text-muted')}>
              {done.completed}
              <span className="sr-only"> of {done.all} completed</span>
            </span>
          )
        },
        trend: (
          <TrendCell
            row={{ ...row, points: row.points.filter(({ week }) => shown.includes(week)) }}
          />
        ),
      }))}
    />
  )
}

export function BurnoutGrid({ burnoutAssessments, weeks }: Grid<'burnoutAssessments'>) {
  const row = burnoutRow(burnoutAssessments, weeks.shown)
  return (
    <WeekGrid
      label="Overall burnout risk assessment by week"
      rowHeading="Assessment"
      weeks={weeks}
      rows={[
        {
          ...row,
          note: 'Low to 30, medium to 60',
          cell: (week) => (
            <Value
              value={row.weeks.get(week)}
              colourOf={burnoutColour}
              isPast={week <= weeks.current}
            />
          ),
          trend: <TrendCell row={row} rising="bad" />,
        },
      ]}
    />
  )
}
