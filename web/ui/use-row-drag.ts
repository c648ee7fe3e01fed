import { type RefObject, useRef, useState } from 'react'
import { type Point, useDrag } from './use-drag.ts'

type Drag = { from: number; to: number; by: number; height: number }

/** Pixels between rows. */
const gap = 8

/** Moves a row with the pointer while the others make room. The DOM changes only on drop, or the pointer would be lost. */
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
    /** Pixels by which a row is moved down. */
    shiftOf: (index: number) => {
      if (!drag) return undefined
      if (index === drag.from) return drag.by
      if (index > drag.from && index <= drag.to) return -drag.height
      if (index < drag.from && index >= drag.to) return drag.height
      return 0
    },
  }
}

/** A copy of the list with one item moved. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  if (item === undefined) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

/** Where an item with its middle there is dropped among items with these middles. */
export const dropIndex = (middle: number, middles: readonly number[], from: number) =>
  middles.filter((other, index) => index !== from && other < middle).length
