type SparklineProps = {
  /** In order; null is a gap. */
  values: readonly (number | null)[]
  label: string
  width?: number
  height?: number
}

export function Sparkline({ values, label, width = 96, height = 24 }: SparklineProps) {
  const { runs, last } = sparklinePoints(values, width, height)
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block overflow-visible"
    >
      {runs.map((run) => (
        <polyline
          key={run.join(' ')}
          points={run.join(' ')}
          className="fill-none stroke-brand"
          strokeWidth={1.5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))}
      {last && <circle cx={last[0]} cy={last[1]} r={2.5} className="fill-brand" />}
    </svg>
  )
}

const inset = 3

/** Splits the values at their gaps into lines of points within the box. */
export function sparklinePoints(values: readonly (number | null)[], width: number, height: number) {
  const known = values.filter((value) => value !== null)
  const low = Math.min(...known)
  const range = Math.max(...known) - low
  const step = (width - 2 * inset) / Math.max(1, values.length - 1)
  const runs: string[][] = []
  let last: readonly [number, number] | undefined
  let isGap = true
  values.forEach((value, index) => {
    if (value === null) {
      isGap = true
      return
    }
    const share = range === 0 ? 0.5 : (value - low) / range
    last = [
      Math.round((inset + index * step) * 10) / 10,
      Math.round((inset + (1 - share) * (height - 2 * inset)) * 10) / 10,
    ]
    if (isGap) runs.push([])
    runs.at(-1)?.push(last.join(','))
    isGap = false
  })
  return { runs, last }
}
