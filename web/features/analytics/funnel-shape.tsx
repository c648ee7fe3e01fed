import { curveMonotoneX } from '@visx/curve'
import { Area } from '@visx/shape'

/** How much of its column a stage keeps before it narrows towards the next one. */
const plateau = 62
/** The least thickness, so that a stage with few people in it is still seen. */
const minShare = 0.03

/** The shares (0 to 1) of the stages as one narrowing shape; it breaks off where a share is not known. */
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
