import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import type { Weeks } from '../weeks/week-grid.tsx'

export type RenderedWeeks = { from: number; to: number }

const weekWidthPx = 64
/** Weeks added at a time on either side; a key pressed meanwhile waits for one such step. */
const weeksPerStep = 20

/**
 * Renders a long grid from the current week outwards: first what fits on the screen, then a few weeks at a time, so
 * that neither the first paint nor a key press waits for all of them.
 */
export function useRenderedWeeks({ shown, current }: Weeks): RenderedWeeks {
  const [reach, setReach] = useState(() => Math.ceil(innerWidth / weekWidthPx))
  const rendered = useMemo(() => ({ from: current - reach, to: current + reach }), [current, reach])
  const isWhole = rendered.from <= (shown[0] ?? 1) && rendered.to >= (shown.at(-1) ?? 1)
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setReach(reach + weeksPerStep)))
    return () => clearTimeout(timer)
  }, [isWhole, reach])
  return rendered
}

type DrawnCellsProps = {
  shown: readonly number[]
  rendered: RenderedWeeks
  cell: (week: number) => ReactNode
}

const loading = 'Loading more weeks'

/** The cells of a row, with an empty one as wide as those not rendered yet. */
export function RenderedCells({ shown, rendered: { from, to }, cell }: DrawnCellsProps) {
  const before = shown.filter((week) => week < from).length
  const after = shown.filter((week) => week > to).length
  return (
    <>
      {before > 0 && <td colSpan={before} aria-label={loading} />}
      {shown.slice(before, shown.length - after).map(cell)}
      {after > 0 && <td colSpan={after} aria-label={loading} />}
    </>
  )
}
