import type { SessionsAndMetrics } from '#contract/sessions/sessions.ts'
import { toRiskLevel, riskThresholds } from '#contract/rules/value-colours.ts'
import { longWeekName } from '#contract/rules/weeks.ts'
import { burnoutRow, isUnconfirmed } from '#web/features/plans/plan-rows.ts'
import type { Weeks } from '#web/features/plans/weeks/week-grid.tsx'
import { formatDecimal } from '#web/lib/numbers.ts'
import { riskLabel } from '#web/parts/risk.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** From the left, each as wide as it is on a scale of 100. */
const bands = [
  { level: 'low', from: 0, to: riskThresholds.low, look: 'bg-green-soft border-y border-green' },
  {
    level: 'medium',
    from: riskThresholds.low,
    to: riskThresholds.medium,
    look: 'bg-amber-soft border-y border-amber',
  },
  { level: 'high', from: riskThresholds.medium, to: 100, look: 'bg-red-soft border-y border-red' },
] as const

type BurnoutPictureProps = {
  plan: Pick<SessionsAndMetrics, 'client' | 'burnoutAssessments'>
  weeks: Weeks
}

/** The last burnout risk on its scale, and in words where it came from. */
export function BurnoutPicture({ plan, weeks }: BurnoutPictureProps) {
  const row = burnoutRow(plan.burnoutAssessments, weeks.shown)
  const [last, before] = row.points.toSorted((a, b) => b.week - a.week)
  if (!last) return <p className="text-muted">The burnout risk hasn’t been assessed yet.</p>
  const level = toRiskLevel(last.value)
  const setLevel = plan.client.riskLevel
  return (
    <>
      <p>
        <strong className="text-base">{riskLabel[level]}</strong>, {formatDecimal(last.value)} of
        100
        {last.week !== weeks.current && ` in ${longWeekName(last.week).toLowerCase()}`}
        {before && `, ${changeSince(last.value - before.value)}`}.
        {isUnconfirmed(row, last.week) && ' Not yet confirmed by your coach.'}
        {setLevel && setLevel !== level && ` Your coach set the level to ${riskLabel[setLevel]}.`}
      </p>
      <div aria-hidden className="relative mt-4 flex text-center text-xs text-muted">
        {bands.map((band) => (
          <span key={band.level} style={{ width: `${band.to - band.from}%` }} className="group">
            <span
              className={classNames(
                'mb-1 block h-3 forced-color-adjust-none group-first:rounded-l-full group-nth-3:rounded-r-full',
                band.look,
              )}
            />
            {riskLabel[band.level]}
          </span>
        ))}
        <span
          className="absolute -top-1 h-5 w-1 -translate-x-1/2 rounded-full bg-ink forced-color-adjust-none"
          style={{ left: `${last.value}%` }}
        />
      </div>
    </>
  )
}

function changeSince(change: number) {
  if (Math.abs(change) < 1) return 'about the same as the time before'
  return `${formatDecimal(Math.abs(change))} ${change < 0 ? 'lower' : 'higher'} than the time before`
}
