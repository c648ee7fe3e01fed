import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { placeAt } from './moved.ts'

type Drag = { from: number; to: number; by: number; height: number }

/** Pixels between two rows. */
const gap = 8

/**
 * A row that follows the pointer, while the others make room for it. Nothing moves in the document before it is let
 * go, or the browser would let go of the pointer.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const start = useRef({ y: 0, middles: [] as number[], height: 0 })
  const yOf = (event: PointerEvent) => event.clientY + window.scrollY

  return {
    isDragged: (index: number) => drag?.from === index,
    /** Where a row is drawn, away from its place. */
    shiftOf: (index: number) => {
      if (!drag) return undefined
      if (index === drag.from) return drag.by
      if (index > drag.from && index <= drag.to) return -drag.height
      if (index < drag.from && index >= drag.to) return drag.height
      return 0
    },
    cancel: () => setDrag(undefined),
    handle: (index: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || !list.current) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const boxes = [...list.current.children].map((it) => it.getBoundingClientRect())
        start.current = {
          y: yOf(event),
          middles: boxes.map((box) => (box.top + box.bottom) / 2 + window.scrollY),
          height: (boxes[index]?.height ?? 0) + gap,
        }
        setDrag({ from: index, to: index, by: 0, height: start.current.height })
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag?.from !== index) return
        const { y, middles, height } = start.current
        const by = yOf(event) - y
        setDrag({
          from: index,
          to: placeAt((middles[index] ?? 0) + by, middles, index),
          by,
          height,
        })
      },
      onPointerUp: () => {
        if (drag && drag.to !== drag.from) onDrop(drag.from, drag.to)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  }
}
