import { type RefObject, useRef, useState } from 'react'
import { dropIndex } from './move-item.ts'
import { type Point, useDrag } from './use-drag.ts'

type Drag = { from: number; to: number; by: number; height: number }

/** Pixels between two rows. */
const gap = 8

/**
 * A row that follows the pointer, while the others make room for it. Nothing moves in the document before it is let
 * go, or the browser would let go of the pointer.
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const before = useRef({ middles: [] as number[], height: 0 })
  const dragBy = (from: number, by: number): Drag => {
    const { middles, height } = before.current
    return { from, to: dropIndex((middles[from] ?? 0) + by, middles, from), by, height }
  }
  const handle = useDrag<number>({
    begin: (index) => {
      const rows = [...(list.current?.children ?? [])].map((it) => it.getBoundingClientRect())
      before.current = {
        middles: rows.map(({ top, bottom }) => (top + bottom) / 2),
        height: (rows[index]?.height ?? 0) + gap,
      }
    },
    follow: (index, _at: Point, by) => setDrag(dragBy(index, by.y)),
    drop: (index, _at: Point, by) => {
      const { from, to } = dragBy(index, by.y)
      if (to !== from) onDrop(from, to)
    },
    end: () => setDrag(undefined),
  })

  return {
    handle,
    isDragged: (index: number) => drag?.from === index,
    /** Where a row is drawn, away from its place. */
    shiftOf: (index: number) => {
      if (!drag) return undefined
      if (index === drag.from) return drag.by
      if (index > drag.from && index <= drag.to) return -drag.height
      if (index < drag.from && index >= drag.to) return drag.height
      return 0
    },
  }
}
