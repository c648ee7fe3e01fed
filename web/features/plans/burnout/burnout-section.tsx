import { useState } from 'react'
import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { burnoutColour, toRiskLevel } from '#contract/rules/value-colours.ts'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { EmptySection, PlanSection } from '../plan-section.tsx'
import { AssessmentDialog } from './assessment-dialog.tsx'
import { BurnoutChart } from './burnout-chart.tsx'
import { Disagreements } from '../values/disagreements.tsx'
import { burnoutRow, isUnconfirmed, unconfirmedText } from '../plan-rows.ts'
import { TrendCell } from '../metrics/trend-cell.tsx'
import { usePlanAddress } from '../use-plan-address.ts'
import { useRovingTabIndex } from '../weeks/tab-stops.ts'
import { inferredMark, Value } from '../values/value.tsx'
import { WeekGrid, type Weeks } from '../weeks/week-grid.tsx'
import { WeekAssessments } from './week-assessments.tsx'

type BurnoutSectionProps = {
  clientId: string
  assessments: SessionsAndMetrics['burnoutAssessments']
  weeks: Weeks
  isWritable: boolean
}

/** The burnout risk by week, as a row and as a chart. */
export function BurnoutSection({ clientId, assessments, weeks, isWritable }: BurnoutSectionProps) {
  const row = burnoutRow(assessments, weeks.shown)
  const rovingProps = useRovingTabIndex([row], weeks)
  const hasUnconfirmed = weeks.shown.some((week) => isUnconfirmed(row, week))
  const { openValues } = usePlanAddress()
  const [isAdding, setAdding] = useState(false)
  const dialog = useDialog<number>()
  return (
    <PlanSection
      title="Overall burnout risk assessment"
      action={
        isWritable && (
          <Button size="sm" onClick={() => setAdding(true)}>
            + Add assessment
          </Button>
        )
      }
    >
      {assessments.length > 0 ? (
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
                const band = riskLabel[toRiskLevel(value)].toLowerCase()
                return (
                  <button
                    type="button"
                    {...rovingProps({ row: 0, week })}
                    aria-label={`Burnout risk, week ${week}: ${formatDecimal(value)} (${band})${unconfirmedText(row, week)}`}
                    onClick={() => dialog.open(week)}
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
      ) : (
        <EmptySection>Burnout risk has not been assessed yet.</EmptySection>
      )}
      {row.points.length > 0 && <BurnoutChart row={row} weeks={weeks} />}
      <Disagreements assessments={assessments} shown={weeks.shown} isStaff={isWritable} />
      {dialog.value !== undefined && (
        <WeekAssessments
          {...dialog.props}
          clientId={clientId}
          week={dialog.value}
          isWritable={isWritable}
          onOpenValues={(...part) => {
            dialog.props.onClose()
            openValues(...part)
          }}
        />
      )}
      <AssessmentDialog
        clientId={clientId}
        currentWeek={weeks.current}
        isOpen={isAdding}
        onClose={() => setAdding(false)}
      />
    </PlanSection>
  )
}
