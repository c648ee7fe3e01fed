import { type ReactNode, useSyncExternalStore } from 'react'
import type { SessionsAndMetrics, Session } from '#contract/sessions/sessions.ts'
import { type WeekRange, weekName } from '#contract/rules/weeks.ts'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { AssignmentsSection } from './assignments/assignments-section.tsx'
import { EmptySection, PlanSection } from './plan-section.tsx'
import { SessionsGrid } from './sessions/sessions-grid.tsx'
import { SessionLegend } from './weeks/week-count.tsx'
import type { CellEdits } from './metrics/cell-edits.ts'
import { useMetricEditor } from './metrics/use-metric-editor.ts'
import { ValueSections } from './values/value-sections.tsx'
import { useScrollToCurrentWeek } from './weeks/week-scroll.ts'
import { useWeeks } from './weeks/use-weeks.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'

type PlanGridsProps = {
  plan: SessionsAndMetrics
  /** When the plan was loaded; it determines the current week. */
  now: Date
  range: WeekRange
  addSession: ReactNode
  onOpenWeek: (week: number, typeId: string) => void
  onOpenSession: (sessionId: string) => void
}

/** The plan's grids by week: sessions, home assignments, metrics, burnout. */
export function PlanGrids({
  plan,
  now,
  range,
  addSession,
  onOpenWeek,
  onOpenSession,
}: PlanGridsProps) {
  const weeks = useWeeks(plan.client, now, range)
  const editor = useMetricEditor(plan.client.id)
  const container = useScrollToCurrentWeek<HTMLDivElement>(
    `${plan.client.id} ${weeks.shown.length}`,
  )
  return (
    <div ref={container} data-week-boxes className="flex flex-col gap-6">
      <PlanSection title="Sessions" action={addSession}>
        {plan.sessionDefinitions.length ? (
          <>
            <SessionsGrid plan={plan} weeks={weeks} onOpenWeek={onOpenWeek} />
            <SessionsOutsideRange
              sessions={plan.sessions}
              shown={weeks.shown}
              onOpen={onOpenSession}
            />
            <SessionLegend hasSigns />
          </>
        ) : (
          <EmptySection>
            No session types yet. A system administrator has to add one before you can schedule
            sessions.
          </EmptySection>
        )}
      </PlanSection>
      <AssignmentsSection plan={plan} weeks={weeks} now={now} />
      <ValueSections plan={plan} weeks={weeks} editor={editor} />
      <UnsavedCells edits={editor.edits} />
    </div>
  )
}

/** Leaving waits until the cells are saved. */
function UnsavedCells({ edits }: { edits: CellEdits }) {
  const isUnsaved = useSyncExternalStore(edits.subscribe, () => edits.isUnsaved)
  return useUnsavedChanges({
    isUnsaved,
    hasUnsaved: () => edits.isUnsaved,
    save: () => whenStuck(edits),
    isOfPage: true,
  }).question
}

const maxWaitMs = 1000

function whenStuck(edits: CellEdits) {
  // Commits the open cell.
  document.querySelector<HTMLElement>('[role=grid] input')?.blur()
  return new Promise<void>((resolve) => {
    const check = () => {
      if (edits.stuckCount > 0) resolve()
    }
    const stop = edits.subscribe(check)
    check()
    setTimeout(() => {
      stop()
      resolve()
    }, maxWaitMs)
  })
}

type SessionsOutsideRangeProps = {
  sessions: readonly Session[]
  shown: readonly number[]
  onOpen: (sessionId: string) => void
}

/** Sessions after the last shown week, and any from before the plan's first week. */
function SessionsOutsideRange({ sessions, shown, onOpen }: SessionsOutsideRangeProps) {
  const [first = 1, last = 1] = [shown[0], shown.at(-1)]
  const groups = [
    { title: 'Before the plan began:', isIn: (week: number) => first === 1 && week < 1 },
    { title: 'After these weeks:', isIn: (week: number) => week > last },
  ]
  return groups.map(({ title, isIn }) => {
    const listed = sessions
      .filter(({ weekNumber }) => isIn(weekNumber))
      .toSorted((a, b) => Date.parse(a.sessionDate) - Date.parse(b.sessionDate))
    if (!listed.length) return null
    return (
      <div key={title} className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
        <p className="text-muted">{title}</p>
        <ul className="flex flex-wrap gap-2">
          {listed.map(({ id, sessionDefinitionName, sessionDate, weekNumber }) => (
            <li key={id}>
              <Button variant="secondary" size="sm" onClick={() => onOpen(id)}>
                {sessionDefinitionName}, {formatDateTime(sessionDate)}
                {weekNumber > 0 && ` (${weekName(weekNumber)})`}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    )
  })
}
