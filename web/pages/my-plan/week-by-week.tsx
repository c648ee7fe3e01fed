import type { CalendarDay } from '#contract/calendar.ts'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import {
  AssignmentLegend,
  AssignmentsGrid,
} from '#web/features/plan/assignments/assignments-grid.tsx'
import { PlanSection } from '#web/features/plan/plan-section.tsx'
import { SessionsGrid } from '#web/features/plan/sessions/sessions-grid.tsx'
import { usePlanAddress } from '#web/features/plan/use-plan-address.ts'
import { ValueSections } from '#web/features/plan/values/value-sections.tsx'
import { SessionLegend } from '#web/features/plan/weeks/week-count.tsx'
import { WeekRangeFilter } from '#web/features/plan/weeks/week-range-filter.tsx'
import { useScrollToCurrentWeek } from '#web/features/plan/weeks/week-scroll.ts'
import { useWeeks } from '#web/features/plan/weeks/use-weeks.ts'

type WeekByWeekProps = { plan: SessionsAndMetrics; now: Date; today: CalendarDay }

/** The grids of the plan, to be read. */
export function WeekByWeek({ plan, now, today }: WeekByWeekProps) {
  const { range, setRange } = usePlanAddress()
  const weeks = useWeeks(plan.client, now, range)
  const container = useScrollToCurrentWeek<HTMLDivElement>(
    `${plan.client.id} ${weeks.shown.length}`,
  )
  return (
    <div ref={container} data-week-boxes className="flex flex-col gap-4 p-4 max-md:p-2">
      <div>
        <WeekRangeFilter range={range} onChange={setRange} />
      </div>
      <PlanSection title="Sessions by week">
        <SessionsGrid plan={plan} weeks={weeks} />
        <SessionLegend />
      </PlanSection>
      {plan.assignments.length > 0 && (
        <PlanSection title="Home assignments by week">
          <AssignmentsGrid assignments={plan.assignments} weeks={weeks} today={today} />
          <AssignmentLegend />
        </PlanSection>
      )}
      <ValueSections plan={plan} weeks={weeks} />
    </div>
  )
}
