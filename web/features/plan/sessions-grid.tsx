import { type ComponentProps, lazy, Suspense } from 'react'
import type { SessionsAndMetrics, SessionStatus } from '#contract/sessions.ts'
import { count } from '#web/lib/numbers.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Held, sessionRows } from './plan-rows.ts'
import { WeekGrid, type Weeks } from './week-grid.tsx'
import { useWeekDrag } from './use-week-drag.ts'
import { useWeekWalk } from './use-week-walk.ts'

const MoveDropped = lazy(async () => ({
  default: (await import('./move-dropped.tsx')).MoveDropped,
}))

type SessionsGridProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'sessionDefinitions' | 'sessions'>
  weeks: Weeks
  /** Missing where the sessions are only looked at. */
  onOpenWeek?: (week: number, typeId: string) => void
}

/**
 * One row per session type; a count opens the sessions of that week, and is dragged to another one. Tab leads to one
 * count, arrow keys to the others.
 */
export function SessionsGrid({ plan, weeks, onOpenWeek }: SessionsGridProps) {
  const rows = sessionRows(plan, weeks.shown)
  const stops = rows.flatMap(({ weeks: filled }, row) =>
    weeks.shown.filter((week) => filled.has(week)).map((week) => ({ row, week })),
  )
  const walk = useWeekWalk(stops, weeks.current)
  const drag = useWeekDrag(weeks.shown)

  return (
    <div {...(onOpenWeek && drag.area)}>
      <WeekGrid
        label="Sessions by week"
        rowHeading="Session type"
        weeks={weeks}
        rows={rows.map((row, index) => ({
          id: row.id,
          label: row.label,
          cell: (week) => {
            const sessions = row.weeks.get(week)
            if (drag.isOver(index, week))
              return (
                <span className="inline-block size-9 rounded-md border-2 border-dashed border-brand bg-brand-soft align-middle" />
              )
            if (!sessions) return week <= weeks.current && <span className="text-muted">–</span>
            const at = { row: index, week }
            return (
              <WeekButton
                name={`${row.label}, week ${week}`}
                statuses={sessions.map(({ status }) => status)}
                {...(onOpenWeek && {
                  handlers: {
                    ...walk(at),
                    ...drag.handle(index, sessions),
                    onClick: () => onOpenWeek(week, row.id),
                  },
                })}
              />
            )
          },
          trend: <HeldCell held={row.held} />,
        }))}
      />
      {drag.dropped && (
        <Suspense>
          <MoveDropped client={plan.client} dropped={drag.dropped} />
        </Suspense>
      )}
    </div>
  )
}

/** How many of the planned sessions were held: a slope of counts would say nothing. */
const HeldCell = ({ held: { completed, planned } }: { held: Held }) =>
  planned ? (
    <span className="tabular-nums">
      {count(completed)} of {count(planned)} <span className="text-muted">completed</span>
    </span>
  ) : (
    <span className="text-muted">N/A</span>
  )

/** The state that asks most for attention gives a week its look; a shape goes with each colour. */
const looks: Record<SessionStatus, string> = {
  open: 'bg-amber-soft text-amber-ink ring-2 ring-amber ring-inset',
  scheduled: 'border border-dashed border-outline bg-surface text-ink',
  completed: 'bg-brand text-on-brand',
  archived:
    'border border-outline bg-surface bg-[repeating-linear-gradient(135deg,var(--color-line)_0_2px,transparent_2px_6px)] text-muted',
}
const urgency = ['open', 'scheduled', 'completed', 'archived'] as const

type WeekButtonProps = {
  name: string
  statuses: readonly SessionStatus[]
  /** What can be done with it. */
  handlers?: ComponentProps<'button'>
}

function WeekButton({ name, statuses, handlers }: WeekButtonProps) {
  const present = urgency.filter((status) => statuses.includes(status))
  const states = present.map(
    (status) => `${statuses.filter((it) => it === status).length} ${status}`,
  )
  const number = statuses.length
  const words = `${number === 1 ? 'session' : 'sessions'} (${states.join(', ')})`
  const look = classNames(
    'inline-flex size-9 scroll-mx-56 items-center justify-center rounded-md font-semibold tabular-nums',
    looks[present[0] ?? 'scheduled'],
  )
  if (!handlers)
    return (
      <span className={look}>
        {count(number)}
        <span className="sr-only"> {words}</span>
      </span>
    )
  return (
    <button
      type="button"
      {...handlers}
      aria-label={`${name}: ${number} ${words}`}
      className={classNames(look, 'transition-transform hover:scale-110')}
    >
      {count(number)}
    </button>
  )
}

/** What the looks of the counts mean. */
export const SessionLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 text-xs text-muted">
    {urgency.map((status) => (
      <li key={status} className="flex items-center gap-1.5">
        <span aria-hidden className={classNames('size-4 rounded-md', looks[status])} />
        {words[status]}
      </li>
    ))}
  </ul>
)
const words: Record<SessionStatus, string> = {
  open: 'Open',
  scheduled: 'Scheduled',
  completed: 'Completed',
  archived: 'Archived',
}
