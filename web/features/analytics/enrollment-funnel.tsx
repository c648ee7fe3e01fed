import type { Analytics } from '#contract/analytics.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { FigureOrDash } from './small-groups.tsx'
import { FunnelShape } from './plots.ts'

type EnrollmentFunnelProps = Pick<
  Analytics['engagement'],
  'funnel' | 'registrationPercent' | 'completionPercent'
>

/** The list above the shape has all its figures. */
export function EnrollmentFunnel({
  funnel,
  registrationPercent,
  completionPercent,
}: EnrollmentFunnelProps) {
  const shareOf = (people: number | null) =>
    people === null || funnel.invited === 0 ? null : people / funnel.invited
  const stages = [
    { name: 'Invited', figure: formatCount(funnel.invited), share: 1, note: 'eligible' },
    {
      name: 'Registered',
      figure: <FigureOrDash value={funnel.registered} format={formatCount} />,
      share: shareOf(funnel.registered),
      note: registrationPercent !== null && `${formatPercent(registrationPercent)} registration`,
    },
    {
      name: 'First session',
      figure: <FigureOrDash value={funnel.firstSession} format={formatCount} />,
      share: shareOf(funnel.firstSession),
      note: completionPercent !== null && `${formatPercent(completionPercent)} completion`,
    },
  ]
  return (
    <div>
      <h3 className="text-base">Enrollment Funnel</h3>
      <ol className="mt-3 grid grid-cols-3">
        {stages.map(({ name, figure, note }) => (
          <li key={name} className="border-l border-line pl-3 first:border-l-0 first:pl-0">
            <span className="block text-muted">{name}</span>
            <span className="block text-lg font-semibold tabular-nums">{figure}</span>
            <span className="block min-h-4.5 text-xs text-muted tabular-nums">{note}</span>
          </li>
        ))}
      </ol>
      {stages.some(({ share }, stage) => stage > 0 && share !== null) && (
        <ChartFrame
          label="Enrollment Funnel"
          isUnlabelled
          className="mt-3 h-28"
          columns={stages.map(({ name, share }) => ({
            key: name,
            label: name,
            values: [
              {
                word: 'Of all invited',
                value: share === null ? 'Not shown' : formatPercent(100 * share),
              },
            ],
          }))}
        >
          {() => <FunnelShape shares={stages.map(({ share }) => share)} />}
        </ChartFrame>
      )}
    </div>
  )
}
