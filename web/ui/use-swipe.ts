import { type PointerEvent, useRef, useState } from 'react'

const threshold = 50
/** What a hand moves that only wants to press. */
const minSwipePixels = { mouse: 2, touch: 10 }

/** A swipe to the right, by finger or mouse. It belongs to `key`: what is shown under another key stands still. */
export function useSwipe(key: number, onSwiped: () => void) {
  const start = useRef<number>(undefined)
  const [last, setLast] = useState({ key, moved: 0 })
  const moved = last.key === key ? last.moved : 0
  const move = (pixels: number) => setLast({ key, moved: pixels })
  const end = () => {
    start.current = undefined
    move(0)
  }
  return {
    moved,
    isSwiped: moved >= threshold,
    swipe: {
      onPointerDown: ({ button, clientX }: PointerEvent) => {
        if (button === 0) start.current = clientX
      },
      onPointerMove: ({
        currentTarget,
        pointerId,
        pointerType,
        buttons,
        clientX,
      }: PointerEvent) => {
        // It may have been released elsewhere.
        if (buttons === 0) start.current = undefined
        if (start.current === undefined) return
        const pixels = Math.max(0, clientX - start.current)
        if (
          moved === 0 &&
          pixels < (pointerType === 'touch' ? minSwipePixels.touch : minSwipePixels.mouse)
        )
          return
        currentTarget.setPointerCapture(pointerId)
        move(pixels)
      },
      onPointerUp: () => {
        if (start.current === undefined || moved < threshold) return end()
        start.current = undefined
        onSwiped()
      },
      onPointerCancel: end,
    },
  }
}
