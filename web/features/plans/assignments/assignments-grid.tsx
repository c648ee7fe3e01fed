import type { Assignment } from '#contract/plans/assignments.ts'
import type { CalendarDay } from '#contract/rules/calendar.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type AssignmentState, assignmentState } from './assignment-state.ts'
import { assignmentRows, countCompleted } from '../plan-rows.ts'
import { TrendCell } from '../metrics/trend-cell.tsx'
import { countClasses, Legend, statusClasses } from '../weeks/week-count.tsx'
import { useRovingTabIndex } from '../weeks/tab-stops.ts'
import type { WeekOfType } from './week-assignments.tsx'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'

type AssignmentsGridProps = {
  assignments: readonly Assignment[]
  weeks: Weeks
  today: CalendarDay
  /** Missing where the grid is read-only. */
  onOpenWeek?: (selection: WeekOfType) => void
}

/** Completed home assignments by week, and 'x/n' of all (docs/product.md, "Plan page"). */
export function AssignmentsGrid({ assignments, weeks, today, onOpenWeek }: AssignmentsGridProps) {
  const { shown } = weeks
  const rows = assignmentRows(assignments)
  const rovingProps = useRovingTabIndex(rows, weeks)
  return (
    <WeekGrid
      label="Home assignments by week"
      rowHeading="Assignment type"
      weeks={weeks}
      rows={rows.map((row, index) => ({
        id: row.id,
        label: row.label,
        note: `${row.completion.completed}/${row.completion.total}`,
        cell: (week) => {
          const inWeek = row.weeks.get(week)
          if (!inWeek) return week <= weeks.current && <span className="text-muted">–</span>
          const classes = getClasses(inWeek, today)
          const { completed } = countCompleted(inWeek)
          if (!onOpenWeek)
            return (
              <span className={classes}>
                {completed}
                <span className="sr-only"> {describe(inWeek, today)}</span>
              </span>
            )
          return (
            <button
              type="button"
              {...rovingProps({ row: index, week })}
              onClick={() => onOpenWeek({ week, typeId: row.id, typeName: row.label })}
              aria-label={`${row.label}, week ${week}: ${completed} ${describe(inWeek, today)}`}
              className={classNames(classes, 'transition-transform hover:scale-110')}
            >
              {completed}
            </button>
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

const stateClasses: Record<AssignmentState, string> = {
  overdue: statusClasses.open,
  'to do': statusClasses.scheduled,
  completed: statusClasses.completed,
}
const urgency = ['overdue', 'to do', 'completed'] as const

const stateOfWeek = (assignments: readonly Assignment[], today: CalendarDay) =>
  urgency.find((state) => assignments.some((it) => assignmentState(it, today) === state)) ?? 'to do'

const getClasses = (assignments: readonly Assignment[], today: CalendarDay) =>
  classNames(countClasses, stateClasses[stateOfWeek(assignments, today)])

function describe(assignments: readonly Assignment[], today: CalendarDay) {
  const overdue = assignments.filter((it) => assignmentState(it, today) === 'overdue').length
  return `of ${assignments.length} completed${overdue ? `, ${overdue} overdue` : ''}`
}

export const AssignmentLegend = () => (
  <Legend items={urgency.map((state) => [state, stateClasses[state]])} />
)
