import { curveMonotoneX } from '@visx/curve'
import { Area } from '@visx/shape'

/** Percent of a stage's column before it narrows towards the next stage. */
const plateau = 62
/** Keeps a stage with few people visible. */
const minShare = 0.03

/** The shares (0 to 1) of the stages as one narrowing shape, with a gap where a share is unknown. */
export function FunnelShape({ shares }: { shares: readonly (number | null)[] }) {
  const points = shares.flatMap((share, stage) => {
    const width = share === null ? null : Math.max(minShare, Math.min(1, share))
    const from = stage * 100
    const to = stage === shares.length - 1 ? from + 100 : from + plateau
    return [
      { x: from, width },
      { x: to, width },
    ]
  })
  return (
    <svg
      viewBox={`0 0 ${shares.length * 100} 100`}
      preserveAspectRatio="none"
      className="size-full"
    >
      <Area
        data={points}
        x={({ x }) => x}
        y0={({ width }) => 50 - 48 * (width ?? 0)}
        y1={({ width }) => 50 + 48 * (width ?? 0)}
        defined={({ width }) => width !== null}
        curve={curveMonotoneX}
        className="fill-brand"
      />
    </svg>
  )
}
