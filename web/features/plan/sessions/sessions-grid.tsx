import { useRef, useState } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { useRunningTranscriptions } from '#web/lib/live-plan.tsx'
import { Button } from '#web/ui/button.tsx'
import { optional } from '#web/ui/optional.tsx'
import { type Held, sessionRows } from '../plan-rows.ts'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'
import { lacksOf } from './session-needs.ts'
import { statusesOf, WeekButton, WeekCount } from '../weeks/week-count.tsx'
import { useWeekDrag } from './use-week-drag.ts'
import { useWeekWalk } from '../weeks/use-week-walk.ts'

const MoveDropped = optional(
  async () => (await import('./move-dropped.tsx')).MoveDropped,
  'Not moved: what moves a session could not be fetched.',
)
const CarriedCount = optional(
  async () => (await import('../values/carried-count.tsx')).CarriedCount,
  'What shows the session on its way could not be fetched.',
)

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
  const underWay = useRunningTranscriptions()
  const all = sessionRows(plan, weeks.shown)
  const [isAll, setAll] = useState(false)
  const used = all.filter((row) => row.weeks.size > 0)
  // Of a plan that has no sessions yet every type may be the first.
  const rows = isAll || !used.length ? all : used
  // Whoever only looks at the plan gives no session of another type.
  const unused = onOpenWeek && used.length ? all.length - used.length : 0
  const walk = useWeekWalk(rows, weeks)
  const area = useRef<HTMLDivElement>(null)
  const drag = useWeekDrag(weeks.shown, area)

  return (
    <div ref={area}>
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
            const statuses = statusesOf(sessions)
            if (!onOpenWeek) return <WeekCount statuses={statuses} />
            return (
              <WeekButton
                name={`${row.label}, week ${week}`}
                statuses={statuses}
                lacks={lacksOf(sessions)}
                isUnderWay={sessions.some(({ id }) => underWay.has(id))}
                isDragged={drag.isDragged(index, week)}
                {...walk({ row: index, week })}
                {...drag.handle(index, sessions)}
                onClick={() => onOpenWeek(week, row.id)}
              />
            )
          },
          trend: <HeldCell held={row.held} />,
        }))}
      />
      {unused > 0 && (
        <div className="border-t border-line px-1 py-2 print:hidden">
          <Button variant="ghost" size="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Hide' : 'Show'} {formatCount(unused)} unused {unused === 1 ? 'type' : 'types'}
          </Button>
        </div>
      )}
      {drag.dragged && (
        <CarriedCount sessions={drag.dragged.sessions} pointer={drag.pointer} area={area} />
      )}
      {drag.drops.map((dropped, turn) => (
        <MoveDropped
          // oxlint-disable-next-line react/no-array-index-key -- the turn is what it is
          key={turn}
          client={plan.client}
          dropped={dropped}
          isAsked={turn === drag.asked}
          onAnswered={drag.answered}
        />
      ))}
    </div>
  )
}

/** How many of the planned sessions were held: a slope of counts would say nothing. */
const HeldCell = ({ held: { completed, planned } }: { held: Held }) =>
  planned ? (
    <span className="tabular-nums">
      {formatCount(completed)} of {formatCount(planned)}{' '}
      <span className="text-muted">completed</span>
    </span>
  ) : (
    <span className="text-muted">N/A</span>
  )
