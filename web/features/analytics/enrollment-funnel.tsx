import type { Analytics } from '#contract/analytics/analytics.ts'
import { formatCount, formatPercent } from '#web/lib/numbers.ts'
import { ChartFrame } from '#web/ui/chart-frame.tsx'
import { FigureOrDash } from './small-groups.tsx'

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
  const getShare = (people: number | null) =>
    people === null || funnel.invited === 0 ? null : people / funnel.invited
  const stages = [
    { name: 'Invited', figure: formatCount(funnel.invited), share: 1, note: 'eligible' },
    {
      name: 'Registered',
      figure: <FigureOrDash value={funnel.registered} format={formatCount} />,
      share: getShare(funnel.registered),
      note: registrationPercent !== null && `${formatPercent(registrationPercent)} registration`,
    },
    {
      name: 'First session',
      figure: <FigureOrDash value={funnel.firstSession} format={formatCount} />,
      share: getShare(funnel.firstSession),
      note: completionPercent !== null && `${formatPercent(completionPercent)} completion`,
    },
  ]
  return (
    <div>
      <h3 className="text-base">Enrollment Funnel</h3>
      <p className="text-muted">
        {funnel.registered === null
          ? 'Only administrators see how many registered.'
          : 'Registered counts accounts.'}{' '}
        First session counts people who had one and agreed to be counted.
      </p>
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

/** Percent of a stage's column before it narrows towards the next stage. */
const plateau = 62
/** Keeps a stage with few people visible. */
const minShare = 0.03

/** The shares (0 to 1) of the stages as one narrowing shape, with a gap where a share is unknown. */
const FunnelShape = ({ shares }: { shares: readonly (number | null)[] }) => (
  <svg
    viewBox={`0 0 ${shares.length * 100} 100`}
    preserveAspectRatio="none"
    className="size-full fill-brand"
  >
    {shares.map((share, stage) => {
      if (share === null) return null
      const isLast = stage === shares.length - 1
      const next = shares[stage + 1] ?? null
      // oxlint-disable-next-line react/no-array-index-key -- the stages never change their order
      return <path key={stage} d={stagePath(100 * stage, isLast ? 100 : plateau, share, next)} />
    })}
  </svg>
)

function stagePath(start: number, length: number, share: number, next: number | null) {
  const half = halfHeight(share)
  const flat = start + length
  const top = `M${start},${50 - half} H${flat}`
  const bottom = `V${50 + half} H${start} Z`
  if (next === null) return `${top} ${bottom}`
  const nextHalf = halfHeight(next)
  // One unit into the next stage, so that no line shows between the two.
  const end = start + 101
  const middle = (flat + end) / 2
  return `${top} C${middle},${50 - half} ${middle},${50 - nextHalf} ${end},${50 - nextHalf}
    V${50 + nextHalf} C${middle},${50 + nextHalf} ${middle},${50 + half} ${flat},${50 + half} ${bottom}`
}

const halfHeight = (share: number) => 48 * Math.max(minShare, Math.min(1, share))
