import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react'
import type { Weeks } from '../weeks/week-grid.tsx'

/** From the first to the last of them. */
export type DrawnWeeks = { from: number; to: number }

/** The width of a week's column, in pixels. */
const weekWidth = 64
/** Weeks that are added at a time on either side: what that takes, a key that is pressed meanwhile has to wait for. */
const step = 20

/**
 * A tall grid of many weeks is drawn from the present one outwards: at first what fits on the screen, and the rest right
 * after, a few weeks at a time, so that neither the first picture nor a key waits for all of them.
 */
export function useDrawnWeeks({ shown, current }: Weeks): DrawnWeeks {
  const [reach, setReach] = useState(() => Math.ceil(innerWidth / weekWidth))
  const drawn = useMemo(() => ({ from: current - reach, to: current + reach }), [current, reach])
  const isWhole = drawn.from <= (shown[0] ?? 1) && drawn.to >= (shown.at(-1) ?? 1)
  useEffect(() => {
    if (isWhole) return undefined
    const timer = setTimeout(() => startTransition(() => setReach(reach + step)))
    return () => clearTimeout(timer)
  }, [isWhole, reach])
  return drawn
}

type DrawnCellsProps = {
  shown: readonly number[]
  drawn: DrawnWeeks
  cell: (week: number) => ReactNode
}

const coming = 'More weeks are being drawn'

/** The cells of a row, and as wide an empty one in the place of those to come. */
export function DrawnCells({ shown, drawn: { from, to }, cell }: DrawnCellsProps) {
  const before = shown.filter((week) => week < from).length
  const after = shown.filter((week) => week > to).length
  return (
    <>
      {before > 0 && <td colSpan={before} aria-label={coming} />}
      {shown.slice(before, shown.length - after).map(cell)}
      {after > 0 && <td colSpan={after} aria-label={coming} />}
    </>
  )
}
