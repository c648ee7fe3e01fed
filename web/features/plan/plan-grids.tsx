import type { ReactNode } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import type { WeekRange } from '#contract/weeks.ts'
import { AssignmentsSection } from './assignments/assignments-section.tsx'
import { NothingYet, PlanSection } from './plan-section.tsx'
import { SessionsAround } from './sessions/sessions-around.tsx'
import { SessionsGrid } from './sessions/sessions-grid.tsx'
import { SessionLegend } from './weeks/week-count.tsx'
import { UnsavedCells } from './metrics/unsaved-cells.tsx'
import { useSheet } from './metrics/use-sheet.ts'
import { ValueSections } from './values/value-sections.tsx'
import { useScrollToPresent } from './weeks/week-scroll.ts'
import { useWeeks } from './weeks/weeks-of.ts'

type PlanGridsProps = {
  plan: SessionsAndMetrics
  /** When the plan was read: the present week is that of this moment. */
  now: Date
  range: WeekRange
  addSession: ReactNode
  onOpenWeek: (week: number, typeId: string) => void
  onOpenSession: (sessionId: string) => void
}

/** The weeks of a client, four times: sessions, home assignments, metrics, burnout. */
export function PlanGrids({
  plan,
  now,
  range,
  addSession,
  onOpenWeek,
  onOpenSession,
}: PlanGridsProps) {
  const weeks = useWeeks(plan.client, now, range)
  const sheet = useSheet(plan.client.id)
  const around = useScrollToPresent<HTMLDivElement>(`${plan.client.id} ${weeks.shown.length}`)
  return (
    <div ref={around} data-week-boxes className="flex flex-col gap-6">
      <PlanSection title="Sessions" action={addSession}>
        {plan.sessionDefinitions.length ? (
          <>
            <SessionsGrid plan={plan} weeks={weeks} onOpenWeek={onOpenWeek} />
            <SessionsAround sessions={plan.sessions} shown={weeks.shown} onOpen={onOpenSession} />
            <SessionLegend hasSigns />
          </>
        ) : (
          <NothingYet>
            No session types are defined yet. A system administrator defines them; until then no
            session can be planned.
          </NothingYet>
        )}
      </PlanSection>
      <AssignmentsSection plan={plan} weeks={weeks} now={now} />
      <ValueSections plan={plan} weeks={weeks} sheet={sheet} />
      <UnsavedCells edits={sheet.edits} />
    </div>
  )
}
