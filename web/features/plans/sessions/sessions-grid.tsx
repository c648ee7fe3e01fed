import { useRef, useState } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { formatCount } from '#web/lib/numbers.ts'
import { useRunningTranscriptions } from '#web/lib/live-plan.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Completion, sessionRows } from '../plan-rows.ts'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'
import { listNeeds } from './session-needs.ts'
import { listStatuses, WeekButton, WeekCount } from '../weeks/week-count.tsx'
import { type DroppedSessions, useWeekDrag } from './use-week-drag.ts'
import { useRovingTabIndex } from '../weeks/tab-stops.ts'
import { PickSession, useMoveToWeek } from './move-to-week.tsx'
import { DraggedCount } from './dragged-count.tsx'

type SessionsGridProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'sessionDefinitions' | 'sessions'>
  weeks: Weeks
  /** Missing where the grid is read-only. */
  onOpenWeek?: (week: number, typeId: string) => void
}

/** One row per session type; a count opens the sessions of that week, and can be dragged to another week. */
export function SessionsGrid({ plan, weeks, onOpenWeek }: SessionsGridProps) {
  const transcribing = useRunningTranscriptions()
  const all = sessionRows(plan, weeks.shown)
  const [isAll, setAll] = useState(false)
  const used = all.filter((row) => row.weeks.size > 0)
  // A plan without sessions shows every type.
  const rows = isAll || !used.length ? all : used

  const unused = onOpenWeek && used.length ? all.length - used.length : 0
  const rovingProps = useRovingTabIndex(rows, weeks)
  const container = useRef<HTMLDivElement>(null)
  const { move, targetOf } = useMoveToWeek(plan.client)
  const [dropped, setDropped] = useState<DroppedSessions>()
  const drag = useWeekDrag(weeks.shown, container, (it) => {
    if (it.sessions.length > 1) setDropped(it)
    else move(it.sessions[0], it.week)
  })

  return (
    <div ref={container}>
      <WeekGrid
        label="Sessions by week"
        rowHeading="Session type"
        weeks={weeks}
        rows={rows.map((row, index) => ({
          id: row.id,
          label: row.label,
          cell: (week) => {
            const sessions = row.weeks.get(week)
            if (drag.isOver(index, week) || (dropped?.row === index && dropped.week === week))
              return (
                <span className="inline-block size-9 rounded-md border-2 border-dashed border-brand bg-brand-soft align-middle" />
              )
            if (!sessions) return week <= weeks.current && <span className="text-muted">–</span>
            const statuses = listStatuses(sessions)
            if (!onOpenWeek) return <WeekCount statuses={statuses} />
            return (
              <WeekButton
                name={`${row.label}, week ${week}`}
                statuses={statuses}
                needs={listNeeds(sessions)}
                isTranscribing={sessions.some(({ id }) => transcribing.has(id))}
                isDragged={drag.isDragged(index, week)}
                {...rovingProps({ row: index, week })}
                {...drag.handle(index, sessions)}
                onClick={() => onOpenWeek(week, row.id)}
              />
            )
          },
          trend: <CompletionCell completion={row.completion} />,
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
        <DraggedCount
          sessions={drag.dragged.sessions}
          pointer={drag.pointer}
          container={container}
        />
      )}
      {dropped && (
        <PickSession
          dropped={dropped}
          targetOf={targetOf}
          onPick={(session) => {
            setDropped(undefined)
            move(session, dropped.week)
          }}
          onClose={() => setDropped(undefined)}
        />
      )}
    </div>
  )
}

/** In the place of a trend, which would mean nothing for counts of sessions. */
const CompletionCell = ({ completion: { completed, total } }: { completion: Completion }) =>
  total ? (
    <span className="tabular-nums">
      {formatCount(completed)} of {formatCount(total)} <span className="text-muted">completed</span>
    </span>
  ) : (
    <span className="text-muted">N/A</span>
  )
