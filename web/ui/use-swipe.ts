import { type PointerEvent, useRef, useState } from 'react'

const threshold = 50
/** Less is a press, also on a button inside. */
const minSwipePixels = 10

/** A swipe to the right, by finger or mouse. */
export function useSwipe(onSwiped: () => void) {
  const start = useRef<number>(undefined)
  const [moved, setMoved] = useState(0)
  const end = () => {
    start.current = undefined
    setMoved(0)
  }
  return {
    moved,
    handlers: {
      onPointerDown: ({ button, clientX }: PointerEvent) => {
        if (button === 0) start.current = clientX
      },
      onPointerMove: ({ currentTarget, pointerId, buttons, clientX }: PointerEvent) => {
        // The button may have been released outside the window.
        if (buttons === 0) start.current = undefined
        if (start.current === undefined) return
        const pixels = Math.max(0, clientX - start.current)
        if (moved === 0 && pixels < minSwipePixels) return
        currentTarget.setPointerCapture(pointerId)
        setMoved(pixels)
      },
      onPointerUp: () => {
        if (moved >= threshold) onSwiped()
        end()
      },
      onPointerCancel: end,
    },
  }
}
