import type { Assignment } from '#contract/assignments.ts'
import type { CalendarDay } from '#contract/calendar.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type AssignmentState, assignmentState } from './assignment-state.ts'
import { assignmentRows, doneOf } from '../plan-rows.ts'
import { TrendCell } from '../metrics/trend-cell.tsx'
import { useWeekWalk } from '../weeks/use-week-walk.ts'
import type { WeekOfType } from './week-assignments.tsx'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'

type AssignmentsGridProps = {
  assignments: readonly Assignment[]
  weeks: Weeks
  today: CalendarDay
  /** Missing where a week's count opens nothing. */
  onOpenWeek?: (chosen: WeekOfType) => void
}

/** Completed home assignments by week, and 'x/n' of all (specification part 2, section 2.2). */
export function AssignmentsGrid({ assignments, weeks, today, onOpenWeek }: AssignmentsGridProps) {
  const { shown } = weeks
  const rows = assignmentRows(assignments)
  const walk = useWeekWalk(rows, weeks)
  return (
    <WeekGrid
      label="Home assignments by week"
      rowHeading="Assignment type"
      weeks={weeks}
      rows={rows.map((row, index) => ({
        id: row.id,
        label: row.label,
        note: `${row.total.completed}/${row.total.all}`,
        cell: (week) => {
          const inWeek = row.weeks.get(week)
          if (!inWeek) return week <= weeks.current && <span className="text-muted">–</span>
          const look = lookOf(inWeek, today)
          const { completed } = doneOf(inWeek)
          if (!onOpenWeek)
            return (
              <span className={look}>
                {completed}
                <span className="sr-only"> {inWords(inWeek, today)}</span>
              </span>
            )
          return (
            <button
              type="button"
              {...walk({ row: index, week })}
              onClick={() => onOpenWeek({ week, typeId: row.id, typeName: row.label })}
              aria-label={`${row.label}, week ${week}: ${completed} ${inWords(inWeek, today)}`}
              className={classNames(look, 'scroll-mx-56 transition-transform hover:scale-110')}
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

/** Those of the sessions, so that one has to learn them once. */
const looks: Record<AssignmentState, string> = {
  overdue: 'bg-amber-soft text-amber-ink ring-2 ring-amber ring-inset',
  'to do': 'border border-dashed border-outline bg-surface text-ink',
  completed: 'bg-brand text-on-brand',
}
const urgency = ['overdue', 'to do', 'completed'] as const

const stateOfWeek = (assignments: readonly Assignment[], today: CalendarDay) =>
  urgency.find((state) => assignments.some((it) => assignmentState(it, today) === state)) ?? 'to do'

const lookOf = (assignments: readonly Assignment[], today: CalendarDay) =>
  classNames(
    'inline-flex size-9 items-center justify-center rounded-md font-semibold tabular-nums forced-color-adjust-none',
    looks[stateOfWeek(assignments, today)],
  )

function inWords(assignments: readonly Assignment[], today: CalendarDay) {
  const overdue = assignments.filter((it) => assignmentState(it, today) === 'overdue').length
  return `of ${assignments.length} completed${overdue ? `, ${overdue} overdue` : ''}`
}

/** What the looks of the counts mean. */
export const AssignmentLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-xs text-muted">
    {urgency.map((state) => (
      <li key={state} className="flex items-center gap-1.5">
        <span
          aria-hidden
          className={classNames('size-4 rounded-md forced-color-adjust-none', looks[state])}
        />
        <span className="first-letter:uppercase">{state}</span>
      </li>
    ))}
  </ul>
)
