import { type KeyboardEvent, type KeyboardEventHandler, useState } from 'react'
import type { SessionsAndMetrics, SessionStatus } from '#contract/sessions.ts'
import { count } from '#web/lib/numbers.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type Held, sessionRows } from './plan-rows.ts'
import { WeekGrid, type Weeks } from './week-grid.tsx'
import { firstStop, nextStop, type Stop } from './week-stops.ts'

type SessionsGridProps = {
  plan: Pick<SessionsAndMetrics, 'sessionDefinitions' | 'sessions'>
  weeks: Weeks
  onOpenWeek: (week: number, typeId: string) => void
}

/** One row per session type; a count opens the sessions of that week. Tab leads to one count, arrow keys to the others. */
export function SessionsGrid({ plan, weeks, onOpenWeek }: SessionsGridProps) {
  const rows = sessionRows(plan, weeks.shown)
  const stops = rows.flatMap(({ weeks: filled }, row) =>
    weeks.shown.filter((week) => filled.has(week)).map((week) => ({ row, week })),
  )
  const [visited, setVisited] = useState<Stop>()
  const tabStop = stops.find((it) => isSame(it, visited)) ?? firstStop(stops, weeks.current)

  return (
    <WeekGrid
      label="Sessions by week"
      rowHeading="Session type"
      weeks={weeks}
      rows={rows.map((row, index) => ({
        id: row.id,
        label: row.label,
        cell: (week) => {
          const sessions = row.weeks.get(week)
          if (!sessions) return week <= weeks.current && <span className="text-muted">–</span>
          const at = { row: index, week }
          return (
            <WeekButton
              name={`${row.label}, week ${week}`}
              statuses={sessions.map(({ status }) => status)}
              at={at}
              isTabStop={isSame(at, tabStop)}
              onFocus={() => setVisited(at)}
              onKeyDown={(event) => walk(event, nextStop(stops, at, event.key))}
              onClick={() => onOpenWeek(week, row.id)}
            />
          )
        },
        trend: <HeldCell held={row.held} />,
      }))}
    />
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

const isSame = (a: Stop, b: Stop | undefined) => a.row === b?.row && a.week === b.week

function walk(event: KeyboardEvent<HTMLElement>, next: Stop | undefined) {
  if (!next) return
  event.preventDefault()
  event.currentTarget
    .closest('table')
    ?.querySelector<HTMLElement>(`[data-row="${next.row}"][data-week="${next.week}"]`)
    ?.focus()
}

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
  at: Stop
  isTabStop: boolean
  onFocus: () => void
  onKeyDown: KeyboardEventHandler<HTMLElement>
  onClick: () => void
}

function WeekButton({ name, statuses, at, isTabStop, ...handlers }: WeekButtonProps) {
  const present = urgency.filter((status) => statuses.includes(status))
  const states = present.map(
    (status) => `${statuses.filter((it) => it === status).length} ${status}`,
  )
  const number = statuses.length
  return (
    <button
      type="button"
      data-row={at.row}
      data-week={at.week}
      tabIndex={isTabStop ? 0 : -1}
      {...handlers}
      aria-label={`${name}: ${number} ${number === 1 ? 'session' : 'sessions'} (${states.join(', ')})`}
      className={classNames(
        'inline-flex size-9 scroll-mx-56 items-center justify-center rounded-md font-semibold tabular-nums transition-transform hover:scale-110',
        looks[present[0] ?? 'scheduled'],
      )}
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
