/** `x` and `y` in percent of the plot, from the upper left. */
type Point = { x: number; y: number }

/** A line in the plot of a ChartFrame, which fits any width. */
export const ChartLine = ({ points }: { points: readonly Point[] }) => (
  <svg
    viewBox="0 0 100 100"
    preserveAspectRatio="none"
    width="100%"
    height="100%"
    className="overflow-visible"
  >
    <polyline
      points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      vectorEffect="non-scaling-stroke"
      strokeWidth={2}
      strokeLinejoin="round"
      className="fill-none stroke-ink"
    />
  </svg>
)
