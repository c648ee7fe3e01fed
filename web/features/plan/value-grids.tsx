import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { burnoutColour } from '#contract/value-colours.ts'
import { burnoutRow } from './plan-rows.ts'
import { TrendCell } from './trend-cell.tsx'
import { Value } from './value.tsx'
import { WeekGrid, type Weeks } from './week-grid.tsx'

type Grid<K extends keyof SessionsAndMetrics> = { weeks: Weeks } & Pick<SessionsAndMetrics, K>

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
