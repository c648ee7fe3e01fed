import { useState } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions.ts'
import { burnoutColour, riskLevelOf } from '#contract/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { optional } from '#web/ui/optional.tsx'
import { BurnoutChart } from './burnout-chart.tsx'
import { Disagreements } from '../values/disagreements.tsx'
import { burnoutRow, isUnconfirmed, unconfirmedText } from '../plan-rows.ts'
import { TrendCell } from '../metrics/trend-cell.tsx'
import { usePlanAddress } from '../use-plan-address.ts'
import { useRovingTabIndex } from '../weeks/use-roving-tab-index.ts'
import { inferredMark, Value } from '../values/value.tsx'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'

const WeekAssessments = optional(
  async () => (await import('./week-assessments.tsx')).WeekAssessments,
  'The assessments could not be loaded.',
)

export type BurnoutWeeksProps = {
  clientId: string
  assessments: SessionsAndMetrics['burnoutAssessments']
  weeks: Weeks
  isWritable: boolean
}

/** The burnout risk by week, as a row and as a chart. */
export function BurnoutWeeks({ clientId, assessments, weeks, isWritable }: BurnoutWeeksProps) {
  const row = burnoutRow(assessments, weeks.shown)
  const rovingProps = useRovingTabIndex([row], weeks)
  const hasUnconfirmed = weeks.shown.some((week) => isUnconfirmed(row, week))
  const { openValues } = usePlanAddress()
  // The week stays while the dialog closes.
  const [opened, setOpened] = useState<{ week?: number; isOpen: boolean }>({ isOpen: false })
  return (
    <>
      {assessments.length > 0 && (
        <WeekGrid
          label="Overall burnout risk assessment by week"
          rowHeading="Assessment"
          weeks={weeks}
          rows={[
            {
              ...row,
              note: hasUnconfirmed
                ? `Low 0–30, medium 31–60. Dashed: not confirmed, ${inferredMark}: inferred`
                : 'Low 0–30, medium 31–60',
              cell: (week) => {
                const value = row.weeks.get(week)
                const shown = (
                  <Value
                    value={value}
                    colourOf={burnoutColour}
                    isPast={week <= weeks.current}
                    check={row.checks.get(week)}
                  />
                )
                if (value === undefined) return shown
                const band = riskLabel[riskLevelOf(value)].toLowerCase()
                return (
                  <button
                    type="button"
                    {...rovingProps({ row: 0, week })}
                    aria-label={`Burnout risk, week ${week}: ${formatDecimal(value)} (${band})${unconfirmedText(row, week)}`}
                    onClick={() => setOpened({ week, isOpen: true })}
                    className="scroll-mx-56 rounded-md transition-transform hover:scale-110"
                  >
                    {shown}
                  </button>
                )
              },
              trend: <TrendCell row={row} rising="bad" />,
            },
          ]}
        />
      )}
      {row.points.length > 0 && <BurnoutChart row={row} weeks={weeks} />}
      <Disagreements assessments={assessments} shown={weeks.shown} isStaff={isWritable} />
      {opened.week !== undefined && (
        <WeekAssessments
          clientId={clientId}
          week={opened.week}
          isOpen={opened.isOpen}
          isWritable={isWritable}
          onOpenValues={(...part) => {
            setOpened({ ...opened, isOpen: false })
            openValues(...part)
          }}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        />
      )}
    </>
  )
}
